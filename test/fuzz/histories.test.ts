import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { visibleJson } from '../../extension/base';
import { historyCsv, historyText } from '../../extension/cli/commands/history';
import { exampleColumn } from '../../extension/compare/testing';
import { writeRecord } from '../../extension/engine/figures/figures';
import type { Branch } from '../../extension/history/commits';
import { readFigures } from '../../extension/history/figures';
import { buildHistory } from '../../extension/history/history';
import { cleanRevision } from '../../extension/history/testing/repository';
import { historyJson } from '../../extension/tools/documents';
import { expectHarmless, expectNoFormula, fuzz, garbleJson } from './fuzz';

const COMMITS = ['a', 'b', 'c'].map((digit) => digit.repeat(40));
const NASTY = '=1+1\n\u001b[2J\u202e| <b>';

/** A branch whose commits are a stranger's. */
const branch: Branch = {
  name: NASTY,
  from: 0,
  findPosition: (id) => (COMMITS.includes(id) ? COMMITS.indexOf(id) : undefined),
  describe: (ids) =>
    Promise.resolve(
      new Map(ids.map((id) => [id, { id, subject: NASTY, author: NASTY, date: NASTY }])),
    ),
};

const folder = mkdtempSync(join(tmpdir(), 'cyclescope-fuzz-'));
const runsFolder = join(folder, 'runs');
const runs = COMMITS.map((_, at) => join(runsFolder, `20260101T00000${at}Z-emulated-000${at}`));
const index = join(folder, 'history.json');
afterAll(() => rmSync(folder, { recursive: true }));

/** Stores a run of each commit. */
async function storeRuns(): Promise<void> {
  for (const [at, run] of runs.entries()) {
    mkdirSync(run, { recursive: true });
    const operations = [{ name: 'mutex/lock', runs: [Array<number>(20).fill(100 + at)] }];
    const { record } = exampleColumn({ operations, deterministic: true, unit: 'instructions' });
    const revision = cleanRevision(COMMITS[at] ?? '');
    const passes = record.passes.map((pass) => ({ ...pass, image: { ...pass.image, revision } }));
    await writeRecord(run, { ...record, passes });
  }
}

await storeRuns();
await (await readFigures(runsFolder)).keep();
const figures = join(runs[1] ?? '', 'figures.json');
const [soundIndex, soundFigures] = [index, figures].map((file) => readFileSync(file, 'utf8'));
rmSync(index);

/** Checks that the history of what is stored can be shown. */
async function isShown(): Promise<void> {
  const history = await buildHistory(await readFigures(runsFolder), branch, {
    patterns: [],
    target: undefined,
  });
  expect(history.series.length).toBeGreaterThan(0);
  expectHarmless(historyText(history));
  expectHarmless(visibleJson(historyJson(history)));
  const csv = historyCsv(history);
  expectHarmless(csv);
  expectNoFormula(csv);
}

fuzz(
  "figures beside a run are shown, or the run's own",
  garbleJson(parse(soundFigures)),
  (value) => {
    // In place of an index, which costs a case more than all else.
    mkdirSync(index, { recursive: true });
    writeFileSync(figures, JSON.stringify(value));
    return isShown();
  },
);

fuzz('the index of a history is shown, or rebuilt', garbleJson(parse(soundIndex)), (value) => {
  rmSync(index, { force: true, recursive: true });
  writeFileSync(figures, soundFigures ?? '');
  writeFileSync(index, JSON.stringify(value));
  return isShown();
});

function parse(text = ''): object {
  return JSON.parse(text) as object;
}
