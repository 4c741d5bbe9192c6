import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isEverything } from '../../everything';
import { getSharedBrowser } from '../clicks/editors';
import { axeFindings, openView, themeNames } from './page';
import { nastyNames, openResults, openRunning, rows } from './results-page';

let browser: Browser;
beforeAll(async () => {
  browser = await getSharedBrowser();
});

describe('the results view', () => {
  it('is accessible in every theme with everything open', async () => {
    const { page, useTheme, complaints } = await openResults(browser);
    await page.locator('.chart svg').waitFor();
    for (const details of await page.locator('details').all()) {
      await details.evaluate((element) => element.setAttribute('open', ''));
    }
    for (const theme of themeNames) {
      await useTheme(theme);
      const rules = isEverything || theme === themeNames[0] ? 'all' : 'colours';
      expect(await axeFindings(page, rules), theme).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('works by keyboard: choose an operation, read a bar, zoom and back', async () => {
    const { page } = await openResults(browser);
    const buttons = page.locator('button.operation');
    await buttons.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.detail h2', { hasText: 'heap/free' }).waitFor();
    const chart = page.locator('[role=slider]');
    await chart.focus();
    await page.keyboard.press('End');
    const text = await chart.getAttribute('aria-valuetext');
    expect(text).toMatch(/sample/);
    const whole = await chart.getAttribute('aria-valuemax');
    await page.keyboard.press('Home');
    await page.keyboard.press('+');
    await expect.poll(() => chart.getAttribute('aria-valuemax')).not.toBe(whole);
    await page.keyboard.press('0');
    await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe(whole);
  });

  it('shows a note unobtrusively, not as a warning', async () => {
    const { page } = await openResults(browser);
    const note = page.locator('.notices > .note');
    expect(await note.innerText()).toMatch(/^Traced with 10,000 iterations/);
    expect(await page.locator('.notice.warning', { hasText: 'Traced with' }).count()).toBe(0);
  });

  it('sorts by a figure and announces it', async () => {
    const { page } = await openResults(browser);
    const head = page.locator('th', { hasText: 'p50' }).first();
    await head.locator('button').click();
    await head.locator('button').click();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    const first = page.locator('.operations').first().locator('button.operation').first();
    expect(await first.innerText()).toBe('heap/malloc');
  });

  it('reports an inconclusive operation in words, and shows no mean of it', async () => {
    const { page } = await openResults(browser, { operation: 'mutex/lock' });
    const line = page.locator('tr.selected');
    expect(await line.innerText()).toContain('inconclusive: the stream overflowed');
    expect(await page.locator('.detail .notice').innerText()).toContain('No average is shown');
    const cells = await line.locator('td.number').allInnerTexts();
    expect(cells[7]).toMatch(/^–/);
  });

  it('shows the mean of an incomplete operation, and does not deny that', async () => {
    const { page } = await openResults(browser, { operation: 'heap/malloc', isCut: true });
    expect(await page.locator('.detail .notice').innerText()).toBe(
      'incomplete\nthe recording ends before it',
    );
    const cells = await page.locator('tr.selected td.number').allInnerTexts();
    expect(cells[7]).toMatch(/^\d/);
  });

  it('requests what it shows once, and a finer picture when it is zoomed', async () => {
    const view = await openResults(browser, { isExact: false });
    const { page, posted } = view;
    await page.locator('.chart svg').waitFor();
    const listRequests = () => posted.filter(({ type }) => type === 'samples');
    expect(listRequests()).toHaveLength(1);
    await page.locator('[role=slider]').focus();
    await page.keyboard.press('+');
    await expect
      .poll(() => listRequests().at(-1)?.['range'])
      .toMatchObject({ low: expect.any(Number) });
  });

  it('links from a slow sample to the timeline, and offers every action', async () => {
    const { page, posted } = await openResults(browser);
    const slow = page.locator('.slowest');
    await slow
      .getByText('1,930 = 68 own + 132 SysTick + 1,604 task "net" + 126 recording')
      .waitFor();
    await slow.getByRole('button', { name: 'Show in timeline #417' }).click();
    expect(posted.at(-1)).toMatchObject({
      type: 'showSample',
      operation: 'heap/malloc',
      repeat: 0,
      index: 417,
    });
    for (const name of await page.locator('.actions button').allInnerTexts()) {
      await page.getByRole('button', { name, exact: true }).click();
    }
    const actions = posted.filter(({ type }) => type === 'action').map(({ action }) => action);
    expect(actions).toEqual([
      'compare',
      'comparePublished',
      'timeline',
      'profile',
      'export',
      'runAgain',
    ]);
  });

  it('keeps what it showed over a reload', async () => {
    const { page, kept } = await openResults(browser);
    await page.locator('button.operation', { hasText: 'heap/free' }).first().click();
    await expect.poll(kept).toMatchObject({ selected: 'headline heap/free' });
    const again = await openResults(browser, { state: await kept() });
    await again.page.locator('.detail h2', { hasText: 'heap/free' }).waitFor();
  });

  it('ignores foreign messages, and reports it if it has nothing to show', async () => {
    const { page, send } = await openResults(browser);
    await page.locator('.chart svg').waitFor();
    await send({ type: 'results', model: 'nonsense' });
    await send({ type: 'select', operation: 'heap/free' });
    await page.locator('.detail h2', { hasText: 'heap/free' }).waitFor();
    const empty = await openView(browser, {
      view: 'results',
      answer: () => [{ type: 'results', model: 'nonsense' }],
    });
    await empty.page.getByRole('alert').waitFor();
  });
});

describe('names in a recording', () => {
  it.each(Object.entries(nastyNames))(
    '%s: are text, and leave the page intact',
    async (_, name) => {
      const { page, complaints } = await openResults(browser, { names: name });
      await page.locator('.chart svg').waitFor();
      expect(await page.locator('#view img, #view script, #view b').count()).toBe(0);
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      expect((await page.locator('#view').innerText()).length).toBeLessThan(40_000);
      expect(complaints).toEqual([]);
    },
  );
});

describe('a run in progress', () => {
  it('grows, is stopped, and becomes the results that were kept', async () => {
    const { page, posted, send, complaints } = await openRunning(browser);
    await page.getByRole('heading', { name: /^Measuring on/ }).waitFor();
    await send({ type: 'live', ...rows.live(400) });
    await page.getByText('400 of 1,000 samples').waitFor();
    expect(await page.locator('.live rect.quiet').count()).toBeGreaterThan(0);
    await send({ type: 'live', ...rows.live(900) });
    await page.getByText('900 of 1,000 samples').waitFor();
    await send({ type: 'live', ...rows.live(1000, 'A', true) });
    await send({ type: 'live', ...rows.live(800, 'B') });
    await page.getByRole('heading', { name: 'heap/malloc agent B' }).waitFor();
    await page.getByRole('rowheader', { name: 'heap/malloc agent A' }).waitFor();
    const status = page.locator('[role=status]');
    await expect.poll(() => status.innerText()).toBe('Measuring: heap/malloc, agent B');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(posted.at(-1)).toMatchObject({ type: 'action', action: 'stop' });
    await send(rows.results());
    await page.locator('.detail').waitFor();
    expect(await page.locator('[role=status]').innerText()).toMatch(/run has ended/);
    expect(complaints).toEqual([]);
  });

  it('reports its outcome if nothing was kept', async () => {
    const { page, send } = await openRunning(browser);
    await send(rows.ended('QEMU could not be started.', 'Install qemu-system-arm.'));
    await page.getByRole('alert').getByText('QEMU could not be started.').waitFor();
    await page.getByText('Install qemu-system-arm.').waitFor();
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });
});
