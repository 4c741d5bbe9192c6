import type { FrameLocator, Page } from 'playwright-core';
import { openFile } from '../../../../scripts/editor/workbench.mjs';

/** Opens the view like a user and waits for its content: all views are checked with axe. */
export async function open({
  page,
  view,
}: {
  readonly page: Page;
  readonly view: FrameLocator;
}): Promise<void> {
  await openFile(page, 'gateway.SVDat');
  await view.getByText('task0').first().waitFor();
}
