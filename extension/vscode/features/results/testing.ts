import type { FrameLocator, Page } from 'playwright-core';
import { runCommand } from '../../../../scripts/editor/workbench.mjs';

/** Opens the view as a user does and waits for what it shows: click tests check every view with axe. */
export async function open({
  page,
  view,
}: {
  readonly page: Page;
  readonly view: FrameLocator;
}): Promise<void> {
  await runCommand(page, 'Cyclescope: Open the sample run');
  await view.getByRole('button', { name: 'heap/malloc' }).waitFor();
}
