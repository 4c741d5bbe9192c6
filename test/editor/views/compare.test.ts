import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleRunProfile } from '../../../extension/profile/stored/testing';
import { isEverything } from '../../everything';
import { getSharedBrowser } from '../clicks/editors';
import {
  nastyRuns,
  openCompare,
  twoRuns,
  twoSystems,
  makeUndecidedRuns,
  withPaper,
} from './compare-page';
import { axeFindings, openView, themeNames } from './page';
import { nastyNames } from './results-page';

let browser: Browser;
beforeAll(async () => {
  browser = await getSharedBrowser();
});

const operations = (page: Page) => page.locator('button.operation').allInnerTexts();

describe('the comparison view', () => {
  it('is accessible in every theme with everything open', async () => {
    const { page, useTheme, complaints } = await openCompare(browser, { columns: withPaper() });
    await page.locator('.layers svg').waitFor();
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

  it('introduces two systems with a sentence, bars and cautions, in terms of their unit', async () => {
    const { page, complaints } = await openCompare(browser, { columns: twoSystems() });
    const system = page.getByRole('region', { name: 'qemu-zephyr-m3 against qemu-freertos-m7' });
    const claim = /qemu-zephyr-m3 executes 1\.\d+ times the instructions of qemu-freertos-m7\./;
    expect(await system.locator('h2').innerText()).toMatch(claim);
    expect(await system.innerText()).toMatch(
      /Geometric mean of 4 operations, from 0\.\d+ \(heap\/free\) to 2\.\d+ \(heap\/malloc\)/,
    );
    expect(await system.innerText()).toMatch(/may contribute to the ratio: .*flags/);
    const bars = await system
      .locator('.bar-fill')
      .evaluateAll((all) =>
        all.map((bar) => [Number(bar.getAttribute('x')), Number(bar.getAttribute('width'))]),
      );
    // To the right of 1, to its left, and none where both are equal.
    expect(bars).toEqual([
      [0, 1],
      [expect.closeTo(-0.5, 1), expect.closeTo(0.5, 1)],
      [0, 0],
      [0, 0],
    ]);
    expect(await page.locator('.legend-line').innerText()).toContain('means more instructions');
    expect(await page.locator('#view').innerText()).not.toMatch(/regressed|improved|slower/);
    expect(await axeFindings(page, 'all')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows verdicts in words, narrows to changes and sorts by their size', async () => {
    const { page } = await openCompare(browser);
    await page.getByRole('button', { name: 'Changed (2)' }).click();
    expect(await operations(page)).toEqual(['heap/malloc', 'heap/free']);
    const row = (name: string) => page.locator('tr', { hasText: name });
    expect(await row('heap/malloc').innerText()).toMatch(/1\.348\s+exact\s+▲\s*regressed/);
    expect(await row('heap/free').innerText()).toMatch(/improved/);
    await page.getByRole('button', { name: 'All (4)' }).click();
    const head = page.locator('th', { hasText: 'B against A' });
    await head.locator('button').focus();
    await page.keyboard.press('Enter');
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect((await operations(page))[0]).toBe('heap/malloc');
  });

  it('works by keyboard: choose, read a bin of all columns, zoom and back', async () => {
    const { page } = await openCompare(browser);
    await page.locator('button.operation').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.detail h2', { hasText: 'heap/free' }).waitFor();
    const chart = page.locator('[role=slider]');
    await chart.focus();
    await page.keyboard.press('Home');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/instr: A .* %.*, B .* %/);
    const whole = await chart.getAttribute('aria-valuemax');
    await page.keyboard.press('+');
    await expect.poll(() => chart.getAttribute('aria-valuemax')).not.toBe(whole);
    await page.keyboard.press('0');
    await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe(whole);
  });

  it('draws the columns over or below each other, distinguished without colour', async () => {
    const { page } = await openCompare(browser);
    await page.locator('.layers svg').waitFor();
    const lines = page.locator('.layers .layer .line');
    const dashes = await lines.evaluateAll((all) =>
      all.map((line) => getComputedStyle(line).strokeDasharray),
    );
    expect(new Set(dashes).size).toBe(2);
    await page.getByRole('button', { name: 'stacked' }).click();
    expect(await page.locator('.stack-label').allInnerTexts()).toHaveLength(2);
    await page.getByText('The histograms as a table').click();
    expect(await page.locator('.distribution details table tbody tr').count()).toBeGreaterThan(2);
  });

  it('makes another column the baseline, and removes one', async () => {
    const { page, posted } = await openCompare(browser, { columns: withPaper() });
    await page.getByRole('button', { name: /^Make baseline: B/ }).click();
    await page
      .locator('.card', { hasText: '9f9f' })
      .getByText('Baseline', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: /^Remove: D/ }).click();
    await expect.poll(() => page.locator('.card').count()).toBe(3);
    const asked = posted.filter(({ type }) => type === 'columns').map((each) => each['columns']);
    expect(asked).toEqual([
      ['1', '0', '2', '3'],
      ['1', '0', '2'],
    ]);
  });

  it('links to the difference of two profiles if the baseline has one, too', async () => {
    const profile = { profile: exampleRunProfile() };
    const [first, second] = twoRuns();
    const lies = (page: Page) => page.getByRole('button', { name: /^Where the difference lies: / });
    const { page, posted } = await openCompare(browser, {
      columns: [{ ...first!, profile }, { ...second!, profile }, ...withPaper().slice(2)],
    });
    await lies(page).click();
    expect(posted.at(-1)).toMatchObject({ type: 'profile', reference: '1' });
    const other = await openCompare(browser, { columns: [first!, { ...second!, profile }] });
    await other.page.locator('.layers svg').waitFor();
    expect(await lies(other.page).count()).toBe(0);
  });

  it('offers the comparison in turns that would decide what is undecided', async () => {
    const { page, posted } = await openCompare(browser, { columns: makeUndecidedRuns() });
    const offer = page.locator('.notice', { hasText: /In turns, about \d+ repeats a side/ });
    const command = 'cyclescope compare --interleave A.elf B.elf --target board --bench mutex/lock';
    await offer.getByText(command, { exact: true }).waitFor();
    await offer.getByRole('button', { name: 'Compare two agents in turns…' }).click();
    expect(posted.at(-1)).toMatchObject({ type: 'action', action: 'turns' });
    await offer.getByRole('button', { name: 'Copy the command' }).click();
    expect(posted.at(-1)).toMatchObject({ type: 'action', action: 'copyTurns' });
  });

  it('judges by another delta on request', async () => {
    const { page } = await openCompare(browser);
    await page.getByRole('combobox').selectOption('0.1');
    await page.locator('.outcomes', { hasText: '10 %' }).waitFor();
  });

  it('marks published figures, gives the reason instead of a ratio, and lists their slips', async () => {
    const { page } = await openCompare(browser, { columns: withPaper() });
    const card = page.locator('.card', { hasText: 'zephyr-rt1050' });
    expect(await card.innerText()).toMatch(/published: means only[\s\S]*Performance Analysis/);
    const head = page.locator('th.group-head', { hasText: 'zephyr-rt1050' });
    expect(await head.innerText()).toContain('instructions against cycles');
    await page
      .getByRole('region', { name: 'Shape' })
      .getByText('distance', { exact: true })
      .waitFor();
    await page.getByRole('region', { name: 'Ratios within each pair' }).waitFor();
    await page.getByText('600 and 528 MHz').waitFor();
  });

  it.each(Object.entries(nastyNames))('shows malicious names as text: %s', async (_, name) => {
    const { page, complaints } = await openCompare(browser, { columns: nastyRuns(name) });
    await page.locator('.layers svg').waitFor();
    expect(await page.title()).toBe('compare');
    expect(await page.locator('img, b, script:not([type=module], [nonce])').count()).toBe(0);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows its progress, can be cancelled, and explains why there is nothing', async () => {
    const view = await openView(browser, {
      view: 'compare',
      answer: ({ type }) => (type === 'ready' ? [{ type: 'comparing', done: 3, total: 8 }] : []),
    });
    await view.page.getByText('Comparing: 3 of 8').waitFor();
    await view.page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => view.posted.at(-1)).toMatchObject({ action: 'cancel' });
    await view.send({ type: 'failure', message: 'The comparison was cancelled.' });
    await view.page.getByRole('alert').getByRole('button', { name: 'Compare again' }).click();
    await expect.poll(() => view.posted.at(-1)).toMatchObject({ action: 'again' });
  });

  it('keeps what it compares, so that a reload shows the same', async () => {
    const { page, kept } = await openCompare(browser);
    await page.getByRole('button', { name: 'heap/free' }).click();
    await expect
      .poll(kept)
      .toMatchObject({ version: 1, columns: ['0', '1'], selected: 'heap/free' });
    const again = await openCompare(browser, { state: await kept() });
    await again.page.locator('.detail h2', { hasText: 'heap/free' }).waitFor();
  });
});
