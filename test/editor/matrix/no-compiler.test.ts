import { test } from 'vitest';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import { runCommand } from '../../../scripts/editor/workbench.mjs';
import { editorSession } from '../clicks/session';

const session = editorSession({
  open: (folder) => ({ folder: demoWorkspace(`${folder}/firmware`) }),
  // An editor that finds no shell keeps the PATH that it was given.
  env: { PATH: '/nonexistent', SHELL: '/nonexistent' },
});

test('a build without a compiler reports which one is missing, and a click explains what to do', async () => {
  const { page, view } = session;
  await runCommand(page, "Cyclescope: Build the target's images");
  const message = page.locator('.notification-toast', { hasText: 'was not found' });
  await message.getByText(/The compiler arm-none-eabi-gcc was not found\./).waitFor();
  await message.getByRole('button', { name: 'Check this Computer' }).click();
  await view.getByText('arm-none-eabi-gcc').first().waitFor();
});
