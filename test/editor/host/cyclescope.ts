import { strict as assert } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import { type Extension, commands, extensions } from 'vscode';

/** The extension under test. */
export function cyclescope(): Extension<unknown> {
  const found = extensions.getExtension('cyclescope.cyclescope');
  assert(found, 'the extension is not installed');
  return found;
}

/** Waits until a question is answered with something. */
export async function until<T>(
  what: string,
  question: () => T | PromiseLike<T>,
  seconds = 20,
): Promise<NonNullable<T>> {
  for (const end = performance.now() + seconds * 1000; ;) {
    const answer = await question();
    if (answer) return answer;
    assert(performance.now() < end, `waited ${seconds} s for ${what}`);
    await pause(20);
  }
}

/** Closes every message until a command has ended: it may wait for an answer that nobody gives. */
export async function turnAway(done: PromiseLike<unknown>): Promise<void> {
  let isDone = false;
  void done.then(() => (isDone = true));
  await until('the end of the command', async () => {
    await commands.executeCommand('notifications.clearAll');
    return isDone;
  });
}
