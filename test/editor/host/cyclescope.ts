import { strict as assert } from 'node:assert';
import { type Extension, commands, extensions } from 'vscode';
import { until } from '../../../scripts/editor/processes.mjs';

export { until };

/** The extension under test. */
export function cyclescope(): Extension<unknown> {
  const found = extensions.getExtension('cyclescope.cyclescope');
  assert(found, 'the extension is not installed');
  return found;
}

/** Closes every message until a command has ended, as it may wait for an answer. */
export async function turnAway(done: PromiseLike<unknown>): Promise<void> {
  let isDone = false;
  void done.then(() => (isDone = true));
  await until('the end of the command', async () => {
    await commands.executeCommand('notifications.clearAll');
    return isDone;
  });
}
