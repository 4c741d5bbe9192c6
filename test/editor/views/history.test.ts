import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ShownHistory } from '../../../extension/vscode/features/history/protocol';
import { CHART } from '../../../extension/vscode/features/history/page/layout';
import { type PackedPoint, packPoints } from '../../../extension/report/points';
import { isEverything } from '../../everything';
import { getSharedBrowser } from '../clicks/editors';
import { axeFindings, openView, themeNames } from './page';
import { nastyNames } from './results-page';

let browser: Browser;
beforeAll(async () => {
  browser = await getSharedBrowser();
});

type Series = ShownHistory['series'][number];

const commits = Array.from({ length: 8 }, (_, at) => ({
  id: `${at}`.repeat(40),
  subject: `Commit ${at}`,
  author: 'Ada',
  date: `2026-01-0${at + 1}T12:00:00Z`,
}));

const pack = (points: readonly Omit<PackedPoint, 'runs'>[]) => packPoints(points, () => 0);
const step = commits.map((_, commit) => ({
  commit,
  isDirty: false,
  figure: commit < 5 ? 10 : 12,
  margin: undefined,
}));

const series = (operation: string, rest: Partial<Series> = {}): Series => ({
  target: 'emulated',
  operation,
  unit: 'instructions',
  isExact: true,
  points: pack(step),
  changes: [
    {
      at: 5,
      before: 4,
      figures: [10, 12],
      commits: 3,
      facts: [{ name: 'compiler', values: ['gcc 12', 'gcc 13'] }],
      isProfiled: true,
    },
  ],
  ...rest,
});

const flat: Partial<Series> = { changes: [], isExact: false, unit: 'ns' };
const all = [
  series('mutex/lock'),
  series('queue/send', {
    ...flat,
    points: pack([
      { commit: 0, isDirty: false, figure: 100, margin: 3 },
      { commit: 3, isDirty: true, figure: 108, margin: 2 },
    ]),
  }),
  series('mutex/lock', { target: 'board' }),
];

const toChangesMessage = (own: readonly Series[]) => ({
  type: 'changes' as const,
  changes: own.map(({ changes }) => changes),
});

/** Opens a history, answered as the editor does. */
const openHistory = (
  { series: own = all, ...change }: Partial<ShownHistory> = {},
  options: object = {},
  isSearched = true,
) =>
  openView(browser, {
    view: 'history',
    width: 900,
    ...options,
    answer: ({ type }) =>
      type === 'ready'
        ? [
            { type: 'reading', done: 1, total: 8 },
            {
              type: 'history',
              home: 'h',
              title: 'firmware',
              branch: 'main',
              commits,
              series: own.map((each) => ({ ...each, changes: [] })),
              skipped: [{ why: 'no commit: git is not installed', runs: ['a', 'b'] }],
              doubted: [{ why: 'begun before their commits were made', runs: ['c'] }],
              ...change,
            },
            ...(isSearched ? [toChangesMessage(own)] : []),
          ]
        : [],
  });

describe('the history view', () => {
  it('is accessible in every theme', async () => {
    const { page, useTheme, complaints } = await openHistory();
    await page.getByText('2 runs: no commit: git is not installed').waitFor();
    await page.getByText('1 run: begun before their commits were made').waitFor();
    await page.getByRole('slider', { name: 'Commit' }).nth(1).waitFor();
    for (const theme of themeNames) {
      await useTheme(theme);
      const rules = isEverything || theme === themeNames[0] ? 'all' : 'colours';
      expect(await axeFindings(page, rules), theme).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('shows charts while changes are still being searched', async () => {
    const { page, send } = await openHistory({}, {}, false);
    await page.getByText('Commits with runs: 8, changes are being searched').waitFor();
    await page.getByRole('checkbox').check();
    await page.locator('.history-chart svg').first().waitFor();
    expect(await page.locator('.history-chart .change').count()).toBe(0);
    await send(toChangesMessage(all));
    await page.getByText('Commits with runs: 8, changed operations: 2').waitFor();
    await expect.poll(() => page.locator('.history-chart .change').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['mutex/lock']);
  });

  it('opens both sides of a change, their profiles, and the way to the commit', async () => {
    const { page, posted } = await openHistory();
    const change = page.getByRole('listitem').filter({ hasText: '+2.0 instr (20 %)' });
    await change.getByText('Commit 5').waitFor();
    await change.getByText('compiler gcc 12 → gcc 13').waitFor();
    await change.getByText('Commits in between that were not measured: 2').waitFor();
    const buttons = ['Compare both sides', 'Difference of the profiles', 'Find the commit'];
    for (const name of buttons) await change.getByRole('button', { name }).click();
    const shown = posted.flatMap((message) => (message.type === 'change' ? [message] : []));
    expect(shown).toMatchObject(
      ['comparison', 'profiles', 'bisect'].map((show) => ({ series: 0, change: 0, show })),
    );
  });

  it('opens the comparison by a click on the change in the chart', async () => {
    const { page, posted } = await openHistory();
    const chart = page.locator('.history-chart').first();
    await chart.waitFor();
    const { width = 0 } = (await chart.boundingBox()) ?? {};
    const at = CHART.left + ((width - CHART.left - CHART.right) * 5) / 7;
    await chart.click({ position: { x: at, y: 60 } });
    expect(posted.at(-1)).toMatchObject({ type: 'change', change: 0, show: 'comparison' });
    await chart.click({ position: { x: at / 2, y: 60 } });
    expect(posted.filter(({ type }) => type === 'change')).toHaveLength(1);
  });

  it('selects commits with keys, and opens their results', async () => {
    const { page, posted } = await openHistory();
    const slider = page.getByRole('slider', { name: 'Commit' }).first();
    await slider.press('Home');
    await slider.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe(
      '10.0 instr, 1111111111, 2026-01-02, Commit 1',
    );
    await page.getByRole('button', { name: 'Open results' }).first().press('Enter');
    expect(posted.at(-1)).toMatchObject({ type: 'results', series: 0, point: 1 });
  });

  it('draws charts once they are close to the window', async () => {
    const many = Array.from({ length: 20 }, (_, at) => series(`queue/op${at}`));
    const { page } = await openHistory({ series: many });
    const charts = page.locator('.history-chart');
    await charts.first().waitFor();
    expect(await charts.count()).toBeLessThan(many.length / 2);
    const last = page.getByRole('region', { name: 'queue/op19' });
    await last.scrollIntoViewIfNeeded();
    await last.getByRole('button', { name: 'Find the commit' }).waitFor();
  });

  it('shows one target, searched operations, or changed ones alone', async () => {
    const { page, posted, kept } = await openHistory();
    const names = () => page.getByRole('heading', { level: 2 }).allInnerTexts();
    await expect.poll(names).toEqual(['mutex/lock', 'queue/send']);
    await page.getByRole('searchbox').fill('QUEUE');
    await expect.poll(names).toEqual(['queue/send']);
    await page.getByRole('checkbox').check();
    await page.getByText('No operation matches.').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('combobox', { name: 'Target' }).selectOption('board');
    await expect.poll(kept).toMatchObject({ home: 'h', target: 'board' });
    await page.getByRole('button', { name: 'Compare both sides' }).click();
    expect(posted.at(-1)).toMatchObject({ series: 2, change: 0 });
  });

  it('shows why there is nothing, and a failure', async () => {
    const { page, send, posted } = await openHistory({ series: [], commits: [] });
    await page.getByText('No run belongs to a commit of this branch.').waitFor();
    await send({ type: 'failure', message: 'git was not found.', hint: 'Install it.' });
    await page.getByText('git was not found.').waitFor();
    await page.getByRole('button', { name: 'Read again' }).click();
    expect(posted.at(-1)).toMatchObject({ type: 'action', action: 'again' });
  });

  it.each(Object.entries(nastyNames))('fits with names that are %s', async (_, name) => {
    const nasty = commits.map((commit) => ({ ...commit, subject: name, author: name }));
    const own = [series(name, { target: name })];
    const { page, complaints } = await openHistory(
      { title: name, branch: name, commits: nasty, series: own },
      { width: 420 },
    );
    await page.getByRole('button', { name: 'Compare both sides' }).waitFor();
    const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });
});
