import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { getSharedBrowser } from '../clicks/editors';
import { pageViews } from '../../../extension/vscode/features/views';
import { openView } from './page';

let browser: Browser;
beforeAll(async () => {
  browser = await getSharedBrowser();
});

const answer = () => [];

describe('a view whose files cannot be loaded', () => {
  it.each(pageViews.map(({ name }) => name))('asks once for a reload: %s', async (view) => {
    const { page, posted } = await openView(browser, {
      view,
      broken: { canRetry: true },
      answer,
    });
    await expect.poll(() => posted).toEqual([{ type: 'lost' }]);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('reports it after that, and leaves it to the user', async () => {
    const { page, posted } = await openView(browser, {
      view: 'results',
      broken: { canRetry: false },
      answer,
    });
    await page.getByRole('alert').getByText('This view could not be loaded.').waitFor();
    expect(posted).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => posted).toEqual([{ type: 'lost' }]);
  });
});
