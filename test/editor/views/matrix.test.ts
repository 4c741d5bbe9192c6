import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ShownCell, ShownMatrix } from '../../../extension/vscode/features/matrix/protocol';
import { isEverything } from '../../everything';
import { getSharedBrowser } from '../clicks/editors';
import { axeFindings, openView, themeNames } from './page';
import { nastyNames } from './results-page';

let browser: Browser;
beforeAll(async () => {
  browser = await getSharedBrowser();
});

const target = (id: string) => ({ id, title: `The ${id}`, created: '2026-11-20T12:00:00.000Z' });
const cell = (value: number, rest: Partial<ShownCell> = {}): ShownCell => ({
  figure: { value },
  repeats: 1,
  unit: 'instr',
  standing: 'ok',
  reasons: [],
  ...rest,
});

const content: Omit<ShownMatrix, 'version'> = {
  type: 'matrix',
  home: 'h',
  title: 'firmware',
  targets: [target('emulated'), target('board')],
  operations: [
    {
      name: 'heap/malloc',
      cells: [
        cell(166, { verdict: 'regressed', change: '+1.2 %, regressed' }),
        cell(830, {
          figure: { value: 830, margin: 2.5 },
          repeats: 5,
          unit: 'ns',
          verdict: 'unchanged',
          change: '=',
        }),
      ],
    },
    {
      name: 'mutex/lock',
      cells: [
        null,
        {
          repeats: 5,
          unit: 'ns',
          standing: 'inconclusive',
          reasons: ['3 packets were lost'],
          verdict: 'inconclusive',
        },
      ],
    },
  ],
};

/** Opens the view, answered as the editor does. */
const openMatrix = (change: Partial<ShownMatrix> = {}, options: object = {}) =>
  openView(browser, {
    view: 'matrix',
    width: 900,
    ...options,
    answer: ({ type }) => (type === 'ready' ? [{ ...content, ...change }] : []),
  });

describe('operations by target', () => {
  it('are accessible in every theme', async () => {
    const { page, useTheme, complaints } = await openMatrix();
    await page.locator('table.matrix').waitFor();
    for (const theme of themeNames) {
      await useTheme(theme);
      const rules = isEverything || theme === themeNames[0] ? 'all' : 'colours';
      expect(await axeFindings(page, rules), theme).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('have a figure and a verdict for each target, or the reason why not', async () => {
    const { page } = await openMatrix();
    const row = (name: string) => page.locator('tbody tr', { hasText: name });
    expect(await row('heap/malloc').innerText()).toMatch(
      /166 instr\s+▲\s*\+1\.2 %, regressed\s+830±2\.5 ns\s+=\s*unchanged/,
    );
    expect(await row('mutex/lock').innerText()).toMatch(/not measured\s+—?.*inconclusive/s);
    const repeated = page.getByRole('button', {
      name: /^Results: heap\/malloc, board, 830±2\.5 ns/,
    });
    expect(await repeated.getAttribute('title')).toBe('5 repeats');
    const doubtful = page.getByRole('button', { name: /^Results: mutex\/lock, board/ });
    expect(await doubtful.getAttribute('title')).toBe('3 packets were lost');
  });

  it('open results and comparisons, by their indices before a filter', async () => {
    const { page, posted } = await openMatrix();
    await page.getByLabel('Search').fill('lock');
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: /^Results: mutex\/lock, board/ }).click();
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Only changes').check();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: /^Comparison: heap\/malloc, emulated/ }).click();
    const cells = () => posted.filter(({ type }) => type === 'cell');
    await expect.poll(cells).toMatchObject([
      { operation: 1, target: 1, show: 'results' },
      { operation: 0, target: 0, show: 'comparison' },
    ]);
  });

  it('fit with names from outside, shown as text', async () => {
    const names = Object.values(nastyNames);
    const operations = names.map((name) => ({ name, cells: [cell(1, { change: name }), null] }));
    const { page, complaints } = await openMatrix({ title: names[0] ?? '', operations });
    await expect.poll(() => page.locator('tbody tr').count()).toBe(names.length);
    expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
    expect(complaints).toEqual([]);
  });
});
