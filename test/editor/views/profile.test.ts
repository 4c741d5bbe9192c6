import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinProfiles, newProfile, type RunProfile } from '../../../extension/profile';
import {
  exampleRunProfile,
  exampleSampledProfile,
} from '../../../extension/profile/stored/testing';
import {
  toOneSample,
  buildExecution,
  buildFlame,
  buildFlameDifference,
} from '../../../extension/report';
import { isEverything } from '../../everything';
import { getSharedBrowser } from '../clicks/editors';
import { axeFindings, openView, themeNames } from './page';
import { nastyNames } from './results-page';

let browser: Browser;
beforeAll(async () => {
  browser = await getSharedBrowser();
});

/** Opens a profile, answered as the editor does. */
function openProfile({ code, operations } = exampleRunProfile(), options: object = {}) {
  const profiles = operations.map((each) => newProfile(each.name, code, each));
  const flames = profiles.map((profile) => buildFlame(profile));
  const whole = toOneSample(buildFlame(joinProfiles('', code, profiles)), profiles.length);
  const chooseModel = (operation: unknown, path: unknown) =>
    path === undefined
      ? (flames[Number(operation)] ?? whole)
      : buildExecution(profiles[Number(operation)]!, Number(path));
  const listed = operations.map(({ name, sampled }, at) => {
    const { samples = 0, nodes = [] } = flames[at] ?? {};
    return { name, samples, instructions: nodes[0]?.total ?? 0, sampled };
  });
  const shown = {
    home: 'h',
    id: '1',
    title: 'today',
    target: 'FreeRTOS',
    isFirmware: false,
    problems: [],
  };
  return openView(browser, {
    view: 'profile',
    width: 1200,
    ...options,
    answer: ({ type, operation, path }) => {
      if (type === 'ready') return [{ type: 'profile', ...shown, operations: listed }];
      return type === 'flame'
        ? [{ type, operation, path, model: chooseModel(operation, path) }]
        : [];
    },
  });
}

/** Opens the difference of the two operations of a profile. */
function openDifference() {
  const { code, operations } = exampleRunProfile();
  const [before, after] = operations.map((each) => newProfile(each.name, code, each));
  const model = buildFlameDifference(before!, after!);
  const against = { home: 'h', id: '0' };
  const shown = {
    home: 'h',
    id: '1',
    against,
    title: 'b against a',
    target: 'FreeRTOS',
    isFirmware: false,
  };
  const listed = [{ name: 'mutex/lock', samples: 4, instructions: 50, before: 17 }];
  return openView(browser, {
    view: 'profile',
    width: 1200,
    answer: ({ type, operation }) => {
      if (type === 'ready')
        return [{ type: 'profile', ...shown, problems: [], operations: listed }];
      return type === 'flame' ? [{ type, operation, model }] : [];
    },
  });
}

const frame = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: false });

/** The rows of the table: function, self, total, calls. They come after the sum, with another message. */
async function rows(page: Page): Promise<readonly string[]> {
  const all = page.locator('.functions tbody tr');
  await all.first().waitFor();
  const texts: string[] = [];
  for (const row of await all.all())
    texts.push((await row.locator('th, td.number').allInnerTexts()).join(' '));
  return texts;
}

/** The spaces between all texts of the headings, from left to right: titles and the arrow. */
const measureGaps = (headings: Locator) =>
  headings.evaluate((head) => {
    const boxes: DOMRect[] = [];
    const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      boxes.push(range.getBoundingClientRect());
    }
    const shown = boxes.filter(({ width }) => width > 0).sort((a, b) => a.left - b.left);
    return shown.slice(1).map(({ left }, at) => left - (shown[at]?.right ?? 0));
  });

describe('the profile view', () => {
  it('is accessible in every theme, with frames found', async () => {
    const { page, useTheme, complaints } = await openProfile();
    await page.getByRole('searchbox').fill('copy');
    await page.locator('.frame.found').first().waitFor();
    for (const theme of themeNames) {
      await useTheme(theme);
      const rules = isEverything || theme === themeNames[0] ? 'all' : 'colours';
      expect(await axeFindings(page, rules), theme).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('shows what each function costs in an operation, in sum the raw sample', async () => {
    const { page, posted } = await openProfile();
    await page.getByText('17 instructions per operation, 4 samples').waitFor();
    const found = await rows(page);
    const selves = found.map((row) => Number(/ (\d+) \d+ ?\d*$/.exec(row)?.[1]));
    expect(selves.reduce((sum, self) => sum + self, 0)).toBe(17);
    expect(found).toContain('take 5 9 1');
    await page.locator('tr', { hasText: 'take' }).getByRole('button', { name: 'a.c:2' }).click();
    expect(posted.at(-1)).toMatchObject({ type: 'source', at: '/src/a.c:2' });
    await page.getByRole('combobox', { name: /^Operation/ }).selectOption('mutex/lock_again');
    await page.getByText('12.5 instructions per operation').waitFor();
    expect(posted.filter(({ type }) => type === 'flame')).toHaveLength(2);
  });

  it('shows the shares of a sampled operation, and what was left out', async () => {
    const { page, complaints } = await openProfile(exampleSampledProfile());
    await page
      .getByText("sampled: 4 samples in 3 s, 2 per second, from perf's event cycles")
      .waitFor();
    await page.getByText('Left out: 16.67 % of all samples read the clock').waitFor();
    expect(await rows(page)).toContainEqual(
      expect.stringMatching(/^futex_wait 50 % 50 % 4\.66 % to 95\.34 %/),
    );
    await frame(page, 'take').hover();
    await page.getByText('75 % of the time including callees · 0 % itself · 3 samples').waitFor();
    const layers = page.locator('.details tr', { hasText: 'futexes' });
    expect((await layers.innerText()).split(/\s+/)).toEqual(['futexes', '50', '%']);
    // Its samples have neither instructions nor an order.
    expect(await page.getByRole('button', { name: 'Instructions' }).count()).toBe(0);
    expect(await page.getByRole('combobox', { name: /^Order/ }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows the whole run, with its operations as the outermost frames', async () => {
    const { page, posted, kept, complaints } = await openProfile();
    await page
      .getByRole('combobox', { name: /^Operation/ })
      .selectOption('all operations, once each');
    await page.getByText('29.5 instructions, 2 operations').waitFor();
    await frame(page, 'mutex/lock_again').click();
    expect(await frame(page, 'enter_critical').count()).toBe(0);
    expect((await rows(page)).filter((row) => row.startsWith('mutex'))).toEqual([]);
    expect(await page.getByRole('button', { name: 'Instructions' }).count()).toBe(0);
    expect(posted.findLast(({ type }) => type === 'operation')?.['operation']).toBeUndefined();
    await expect.poll(kept).toMatchObject({ operation: '' });
    await page.locator('button.operation', { hasText: 'take' }).click();
    const [callers] = await page.locator('.details tbody').allInnerTexts();
    expect(callers).toMatch(/mutex\/lock\s+9\s+1\s+mutex\/lock_again\s+6\.8\s+0\.8/);
    expect(complaints).toEqual([]);
  });

  it('shows a sample in time order', async () => {
    const { page, complaints } = await openProfile();
    await page.getByRole('combobox', { name: /^Operation/ }).selectOption('mutex/lock_again');
    await page
      .getByRole('combobox', { name: /^Order/ })
      .selectOption('in time order: 17 instructions, 1 of 4 samples');
    await frame(page, 'give').waitFor();
    const positions = async () => {
      const found = await page
        .locator('.frame[aria-level="2"]')
        .evaluateAll((all) =>
          all.map((each) => [each.getBoundingClientRect().left, each.getAttribute('aria-label')]),
        );
      const sorted = found.sort(([a], [b]) => Number(a) - Number(b));
      return sorted.map(([, label]) => String(label).replace(/,.*(from .*),.*/, ' $1'));
    };
    expect(await positions()).toEqual([
      'clock and loop from instruction 1 on',
      'give from instruction 2 on',
      'clock and loop from instruction 11 on',
      'copy from instruction 13 on',
      'clock and loop from instruction 17 on',
    ]);
    await page.getByRole('combobox', { name: /^Order/ }).selectOption('by cost, all samples');
    await frame(page, 'take').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows who calls a chosen function and what it calls, and goes from one to the other', async () => {
    const { page, useTheme } = await openProfile();
    await page.locator('button.operation', { hasText: 'enter_critical' }).click();
    const relatives = page.locator('table:has(caption)').last();
    expect(await relatives.locator('caption').innerText()).toBe('enter_critical');
    expect(await relatives.innerText()).toMatch(
      /callers\s+total\s+calls\s+take\s+4\s+1\s+callees\s+total\s+calls\s+raise_priority\s+2/,
    );
    await useTheme('light');
    expect(await axeFindings(page, 'all')).toEqual([]);
    await relatives.getByRole('button', { name: 'take' }).click();
    await expect.poll(() => relatives.locator('caption').innerText()).toBe('take');
    await page.getByText('Found: 52.94 % of the instructions').waitFor();
    await relatives.getByRole('button', { name: 'enter_critical' }).waitFor();
  });

  it('shows the layers of a system, and of both in a difference', async () => {
    const { code, ...rest } = exampleRunProfile();
    const files = ['/src/FreeRTOS/tasks.c'];
    const functions = code.functions.map((own) => ({
      ...own,
      name: `xTask_${own.name}`.replace('_t', 'T'),
    }));
    const { page, complaints } = await openProfile({
      ...rest,
      code: { ...code, files, functions },
    });
    const layers = page.locator('table', { hasText: 'layer' });
    await layers.getByRole('row', { name: /^clock and loop 4 23\.53 %$/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('hands what is shown to other tools', async () => {
    const { page, posted } = await openProfile();
    await page.getByRole('combobox', { name: /^Operation/ }).selectOption('mutex/lock_again');
    await page.getByRole('button', { name: 'Export…' }).click();
    expect(posted.at(-1)).toMatchObject({ type: 'action', action: 'export', operation: 1 });
    await page.getByRole('combobox', { name: /^Operation/ }).selectOption('');
    await page.getByRole('button', { name: "Open in the editor's table" }).click();
    expect(posted.at(-1)).toMatchObject({ action: 'table' });
    expect(posted.at(-1)?.['operation']).toBeUndefined();
  });

  it('shows the difference of two profiles: what adds, what saves, and what vanished', async () => {
    const { page, useTheme, kept, complaints } = await openDifference();
    await page.getByText('12.5 instructions per operation, before 17 (−4.5)').waitFor();
    expect(await page.locator('h1').innerText()).toBe('Difference of two profiles');
    const vanished = frame(page, 'enter_critical');
    expect(await vanished.getAttribute('class')).toContain('less');
    expect(await vanished.innerText()).toBe('enter_critical −4.0');
    expect(await vanished.getAttribute('aria-label')).toContain('before: 4, 2 itself, 1 calls');
    expect(await frame(page, 'give').getAttribute('class')).toContain('more');
    const [first = ''] = await rows(page);
    expect(first).toMatch(/^enter_critical −2\.0 −4\.0 −1\.0$/);
    for (const theme of themeNames) {
      await useTheme(theme);
      expect(await axeFindings(page, 'colours'), theme).toEqual([]);
    }
    await expect.poll(kept).toMatchObject({ against: { home: 'h', id: '0' } });
    expect(complaints).toEqual([]);
  });

  it('zooms by click and by keys, and back', async () => {
    const { page } = await openProfile();
    await frame(page, 'enter_critical').click();
    expect(await frame(page, 'copy').count()).toBe(0);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await frame(page, 'copy').waitFor();
    const graph = page.getByRole('tree');
    await graph.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const getChosenLabel = () => page.locator('.frame.current').getAttribute('aria-label');
    const first = await getChosenLabel();
    expect(first).toMatch(/^take, 9 instructions including callees, 5 itself, 1 calls/);
    await page.keyboard.press('ArrowRight');
    expect(await getChosenLabel()).not.toBe(first);
    await page.keyboard.press('Enter');
    expect(await frame(page, 'take').count()).toBe(0);
    await page.keyboard.press('Escape');
    await frame(page, 'take').waitFor();
  });

  it('searches, shows the share found, and marks what is chosen in the table', async () => {
    const { page } = await openProfile();
    await page.getByRole('searchbox').fill('COPY');
    await page.getByText('Found: 23.53 % of the instructions').waitFor();
    expect(await page.locator('.frame.found').count()).toBe(1);
    await page.locator('button.operation', { hasText: 'take' }).click();
    await page.getByText('Found: 52.94 % of the instructions').waitFor();
    await page.locator('button.operation', { hasText: 'take' }).click();
    await expect.poll(() => page.locator('.found[role=status]').innerText()).toBe('');
  });

  it('sorts its table by any column, with an arrow that touches no heading', async () => {
    const { page } = await openProfile();
    const head = page.locator('th', { hasText: 'total' });
    await head.getByRole('button').click();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect((await rows(page))[0]).toMatch(/^take 5 9/);
    const headings = page.locator('.functions thead');
    // Between five titles and an arrow.
    expect(await measureGaps(headings)).toHaveLength(5);
    await page.locator('th', { hasText: 'function' }).getByRole('button').click();
    const names = await page.locator('button.operation').allInnerTexts();
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    for (const width of [1200, 420]) {
      await page.setViewportSize({ width, height: 900 });
      for (const button of await headings.getByRole('button').all()) {
        await button.click();
        expect(Math.min(...(await measureGaps(headings))), `${width}`).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it.each(Object.entries(nastyNames))('shows malicious names as text: %s', async (_, name) => {
    const { code, ...rest } = exampleRunProfile(name);
    const functions = code.functions.map((each) => ({ ...each, name: `${each.name}${name}` }));
    const nasty: RunProfile = { ...rest, code: { ...code, functions, files: [name] } };
    const { page, complaints } = await openProfile(nasty, { width: 420 });
    await page.getByRole('tree').waitFor();
    expect(await page.locator('img, b, script:not([type=module], [nonce])').count()).toBe(0);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows why there is nothing, and keeps the operation over a reload', async () => {
    const { page, kept, send } = await openProfile();
    await page.getByRole('combobox', { name: /^Operation/ }).selectOption('mutex/lock_again');
    const state = { version: 1, home: 'h', id: '1', operation: 'mutex/lock_again' };
    await expect.poll(kept).toEqual(state);
    const again = await openProfile(undefined, { state });
    await again.page.getByText('12.5 instructions per operation').waitFor();
    await send({ type: 'failure', message: 'The profile is damaged.' });
    await page.getByRole('alert').getByRole('button', { name: 'Show the log' }).waitFor();
  });
});
