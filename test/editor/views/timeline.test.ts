import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isEverything } from '../../everything';
import { getSharedBrowser } from '../clicks/editors';
import { fakeRecording, type FakeRecording } from './fake-recording';
import { axeFindings, type BareView, openView, type Posted, themeNames } from './page';

const nastyNames = [
  '<img src=x onerror=alert(1)>',
  '\u001b[31mred\u001b[0m',
  '\u202egnp.exe',
  'x'.repeat(65_536),
];

let browser: Browser;
beforeAll(async () => {
  browser = await getSharedBrowser();
});

async function openTimeline(recording: Partial<FakeRecording> = {}, state?: unknown) {
  const fake = fakeRecording({ tasks: 6, events: 200_000, names: nastyNames, ...recording });
  const view = await openView(browser, { view: 'timeline', answer: fake.answer, state });
  await view.page.locator('.lane-name').first().waitFor();
  return { ...view, fake };
}

const readState = async (view: BareView) =>
  (await view.kept()) as { view: { start: number; stop: number }; hidden: number[] };

const windows = (posted: readonly Posted[]) => posted.filter(({ type }) => type === 'window');

function withResolvers() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

describe('the time line', () => {
  it('is accessible in every theme, and with every sheet', async () => {
    const view = await openTimeline();
    const { page, fake } = view;
    await view.send({ type: 'show', sample: fake.sample });
    await page.locator('.sample-bar').waitFor();
    for (const theme of themeNames) {
      await view.useTheme(theme);
      // Colours differ from theme to theme, names and roles do not.
      const isThorough = isEverything || theme === 'dark';
      const tabs = await page.getByRole('tab', isThorough ? {} : { name: 'Details' }).all();
      for (const tab of tabs) {
        await tab.click();
        const rules = isThorough ? 'all' : 'colours';
        expect(await axeFindings(page, rules), `${theme}, ${await tab.innerText()}`).toEqual([]);
      }
    }
    expect(view.complaints).toEqual([]);
  });

  it('shows names as text, whatever they contain', async () => {
    const { page, complaints } = await openTimeline();
    const lanes = page.locator('.lane-name .name');
    await expect.poll(() => lanes.allInnerTexts()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('img').count()).toBe(0);
    const shown = await lanes.allInnerTexts();
    expect(shown.join('')).not.toMatch(/[\u001b\u202e]/);
    expect(Math.max(...shown.map((name) => name.length))).toBeLessThan(200);
    const box = await page.locator('.lane-names').boundingBox();
    expect(box?.width).toBeLessThan(260);
    expect(complaints).toEqual([]);
  });

  it('is moved by keyboard, and keeps its place', async () => {
    const view = await openTimeline();
    const { page } = view;
    await page.locator('.sheet').focus();
    for (const key of ['+', '+', '+', 'ArrowRight', 'ArrowDown', 'h'])
      await page.keyboard.press(key);
    await expect.poll(async () => (await readState(view)).hidden).toHaveLength(1);
    const state = await readState(view);
    expect(state.view.stop - state.view.start).toBeCloseTo(10_000_000 / 1.5 ** 3, -1);
    const again = await openTimeline({}, state);
    expect((await readState(again)).view).toEqual(state.view);
  });

  it('goes to a time, to the next event and to a search result', async () => {
    const { page } = await openTimeline();
    await page.locator('.lane-name', { hasText: 'SysTick' }).click();
    await page.locator('.sheet').focus();
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('.event.selected').innerText()).toMatch(/Event \d+/);
    await page.locator('.sheet').focus();
    await page.keyboard.press('g');
    await page.keyboard.type('1,000,000');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('1,000,000 instr', { exact: true }).waitFor();
    await page.locator('.sheet').focus();
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('search');
    await page.keyboard.type('Event');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.event.selected').innerText()).toMatch(/Event 64010/);
  });

  it('explains why a sample was slow, marks its lanes, links to the next ones, and still does when shown again', async () => {
    const view = await openTimeline();
    const { page, fake } = view;
    await view.send({ type: 'show', sample: fake.sample });
    await page.getByText(fake.sample.sentence, { exact: true }).waitFor();
    await expect.poll(() => page.locator('.lane-name .badge').allInnerTexts()).toContain('132');
    const rows = page.locator('#sheet table tbody tr');
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/the operation itself\s+68 instr/),
      expect.stringMatching(/interrupt SysTick\s+132 instr/),
      expect.stringMatching(/task net\s+1,604 instr/),
      expect.stringMatching(/recording of the events\s+126 instr/),
      expect.stringMatching(/Total\s+1,930 instr/),
    ]);
    const { start, stop } = (await readState(view)).view;
    expect(start).toBeLessThan(fake.sample.start);
    expect(stop).toBeGreaterThan(fake.sample.stop);
    await page.getByRole('button', { name: 'Next slow sample' }).click();
    await page.getByText('Sample 17 of heap/malloc').first().waitFor();
    const state = await readState(view);

    const again = await openTimeline({}, state);
    await again.page.getByRole('heading', { name: '2 of the 3 slowest' }).waitFor();
    expect((await readState(again)).view).toEqual(state.view);
  });

  it('has one window request in progress, cancels it for newer ones and then requests the newest', async () => {
    const fake = fakeRecording({ tasks: 6, events: 200_000 });
    let gate = Promise.resolve();
    const answer = async (message: Posted) => {
      if (message.type === 'window') await gate;
      return fake.answer(message);
    };
    const view = await openView(browser, { view: 'timeline', answer });
    const { page, posted } = view;
    const isDrawn = () => page.locator('.lane-name .figure', { hasText: '%' }).count();
    await expect.poll(isDrawn).toBeGreaterThan(0);
    await expect.poll(() => windows(posted).length).toBeGreaterThan(1);
    await page.locator('.sheet').focus();
    await page.keyboard.press('f');

    const { promise, resolve: open } = withResolvers();
    gate = promise;
    const before = posted.length;
    for (let press = 0; press < 12; press++) await page.keyboard.press('+');
    const since = (type: string) => posted.slice(before).filter((each) => each.type === type);
    await expect.poll(() => since('cancel').length).toBe(1);
    expect(since('window')).toHaveLength(1);
    expect(since('cancel')[0]?.['id']).toBe(since('window')[0]?.['id']);
    open();
    await expect.poll(() => since('window').length).toBe(2);
    const { start, stop } = (await readState(view)).view;
    const newest = since('window').at(-1);
    expect(newest?.['start']).toBeLessThanOrEqual(start);
    expect(newest?.['stop']).toBeGreaterThanOrEqual(stop);
    expect(Number(newest?.['stop']) - Number(newest?.['start'])).toBeLessThan(3 * (stop - start));
  });

  it('requests part of a recording that is too large', async () => {
    const fake = fakeRecording({ tasks: 1, events: 1000 });
    const loaded = { ...fake.info.loaded, isWhole: false, counted: 5000 };
    const answer = (message: Posted) =>
      message.type === 'ready'
        ? [{ type: 'opened', info: { ...fake.info, loaded }, opening: 1, isExample: false }]
        : fake.answer(message);
    const { page, posted } = await openView(browser, { view: 'timeline', answer });
    await page.getByText('Events 1 to 1,000 of at least 5,000 are shown.').waitFor();
    await page.getByLabel('Show from').selectOption('0.5');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => posted.at(-1)).toMatchObject({ type: 'range', range: { share: 0.5 } });
  });

  it('reports a recording that cannot be read', async () => {
    const answer = ({ type }: Posted) =>
      type === 'ready' ? [{ type: 'failed', message: 'It is <b>empty</b>.', hint: 'Try.' }] : [];
    const { page } = await openView(browser, { view: 'timeline', answer });
    await page.getByRole('alert').getByText('It is <b>empty</b>.').waitFor();
  });
});
