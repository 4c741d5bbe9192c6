import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRandom, drawRuns, exampleColumn } from '../../../extension/compare/testing';
import { formatRunRecord } from '../../../extension/runs/record/record';
import { until } from '../../../scripts/editor/processes.mjs';
import { runCommand } from '../../../scripts/editor/workbench.mjs';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { isEverything } from '../../everything';
import { seriousFindings } from './axe';
import { editorSession, readStoredStates } from './session';

/* Two runs leave an operation undecided at the gate, and their agents are measured again in turns. */

const GATE = 'regressed=5%';
const IDS = ['20261120T221500Z-local-linux-1a2b', '20261120T222500Z-local-linux-9f9f'] as const;
const agent = inRoot('dist', 'agent', 'linux-x86-64', 'headline', 'agent.elf');
const canRun = process.platform === 'linux' && process.arch === 'x64';

const session = editorSession({
  open: (parent) => {
    const folder = demoWorkspace(join(parent, 'firmware'));
    const random = createRandom('undecided');
    // Repeats that spread by 4 % do not show whether the second run is slower by more than the gate allows.
    writeRun(folder, IDS[0], drawRuns(random, { mean: 10_000, between: 0.04 }));
    writeRun(folder, IDS[1], drawRuns(random, { mean: 10_400, between: 0.04 }));
    writeFileSync(join(folder, '.cyclescope', 'baseline'), IDS[0]);
    return { folder };
  },
  settings: { 'cyclescope.gate': GATE, 'cyclescope.repeat': 5 },
});

/** Writes a run of this computer, of one operation. */
function writeRun(folder: string, id: string, runs: readonly (readonly number[])[]): void {
  const { record } = exampleColumn({ operations: [{ name: 'mutex/lock', runs }] });
  const target = { id: 'local-linux', title: 'This computer', deterministic: false };
  const runFolder = join(folder, '.cyclescope', 'runs', id);
  mkdirSync(runFolder, { recursive: true });
  writeFileSync(join(runFolder, 'run.json'), formatRunRecord({ ...record, id, target }));
}

/** The runs that were measured here. */
function readMeasuredRuns() {
  const runs = join(session.folder, 'firmware', '.cyclescope', 'runs');
  return readdirSync(runs)
    .filter((id) => !IDS.some((written) => written === id))
    .map((id) => {
      const text = readFileSync(join(runs, id, 'run.json'), 'utf8');
      return JSON.parse(text) as { readonly looks?: number };
    });
}

const list = () => session.page.locator('.quick-input-widget');

/** Chooses a file in the editor's own file dialog. */
async function chooseFile(title: string, file: string): Promise<void> {
  const heading = list().getByText(title, { exact: true }).first();
  const row = list()
    .locator('.monaco-list-row', { hasText: basename(file) })
    .first();
  const waitForClose = () =>
    heading.waitFor({ state: 'hidden', timeout: AGAIN_MS }).then(isDone, isNot);
  await heading.waitFor();
  await until(`${file} chosen`, async () => {
    if (!(await heading.isVisible())) return true;
    // While it reads the folder that it begins with, it overwrites what is typed.
    await list().locator('input[type="text"]').first().fill(file);
    return (await row.click({ timeout: AGAIN_MS }).then(isDone, isNot)) && waitForClose();
  });
}

const AGAIN_MS = 10_000;
const isDone = () => true;
const isNot = () => false;

describe.skipIf(!isEverything || !canRun)('a comparison in turns', () => {
  test('is offered by a comparison that leaves the gate undecided', async () => {
    const { page, view } = session;
    await runCommand(page, 'Cyclescope: Compare with…');
    const own = list().locator('.monaco-list-row', { hasText: 'local-linux' });
    for (const at of [0, 1]) await own.nth(at).getByRole('checkbox').click();
    await list().getByRole('button', { name: 'OK' }).click();
    await view.getByText('Gate regressed=5%: inconclusive').waitFor();
    await view.getByText(/In turns, about 20 repeats a side would decide it/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // No figure of the details is cut off.
    const figures = view.locator('.detail .scroll').first();
    const isWhole = () => figures.evaluate((each) => each.scrollWidth <= each.clientWidth);
    await expect.poll(isWhole).toBe(true);
    await view.getByRole('button', { name: 'Compare two agents in turns…' }).click();
  });

  test('asks for both agents and for the time, and rejects what is no time', async () => {
    const { page } = session;
    await chooseFile('Use as agent A, the baseline', agent);
    await chooseFile('Compare with agent B', agent);
    await list()
      .getByText(/^Enter the most minutes to measure/)
      .waitFor();
    const minutes = list().locator('input').first();
    await minutes.fill('soon');
    await list().getByText('Enter a whole number of minutes, or leave empty.').waitFor();
    await minutes.fill('1');
    await list()
      .getByText(/^Enter the most minutes to measure/)
      .waitFor();
    await page.keyboard.press('Enter');
  });

  test('measures both, and ends with their comparison at the gate', async () => {
    const { page, view } = session;
    await view.getByText('mutex/lock · two agents in turns').waitFor();
    // Whether one minute decides it depends on the other load.
    await view.getByText(/^Gate regressed=5%: /).waitFor();
    const looks = expect.any(Number) as number;
    expect(readMeasuredRuns()).toEqual([
      expect.objectContaining({ looks }),
      expect.objectContaining({ looks }),
    ]);
    // What the comparison was made for is kept with it.
    await expect.poll(() => readStoredStates(page)).toContain(GATE);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
