import type { FrameLocator, Page } from 'playwright-core';
import { runCommand } from '../../../../scripts/editor/workbench.mjs';

/** Opens the view like a user and waits for its content: all views are checked with axe. */
export async function open({
  page,
  view,
}: {
  readonly page: Page;
  readonly view: FrameLocator;
}): Promise<void> {
  await runCommand(page, 'Cyclescope: Show operations by target');
  await view.locator('table.matrix').waitFor();
}
