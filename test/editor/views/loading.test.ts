import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../../../scripts/editor/browser.mjs';
import { openView } from './page';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const answer = () => [];

describe('a view whose files cannot be loaded', () => {
  it.each(['results', 'compare', 'timeline'] as const)(
    'asks once to be loaded anew: %s',
    async (view) => {
      const { page, posted } = await openView(browser, {
        view,
        broken: { canRetry: true },
        answer,
      });
      await expect.poll(() => posted).toEqual([{ type: 'lost' }]);
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.close();
    },
  );

  it('says so in the end, and leaves it to the user', async () => {
    const { page, posted } = await openView(browser, {
      ...{ view: 'results', broken: { canRetry: false }, answer },
    });
    await page.getByRole('alert').getByText('This view could not be loaded.').waitFor();
    expect(posted).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => posted).toEqual([{ type: 'lost' }]);
    await page.close();
  });
});
