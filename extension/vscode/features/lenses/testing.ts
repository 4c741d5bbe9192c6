import type { Bench } from '../../../agent/manifest';
import { compareColumns } from '../../../compare/compare';
import { exampleColumn } from '../../../compare/testing';
import type { SourceBench } from '../../../toolchain/languages/benches';
import { findBenches } from '../../../toolchain/languages/languages';
import { summarise } from '../../../runs/record/summarise';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../../runs/record/testing/example';
import type { FigureRow, Home, ImageBenches, RunEntry } from '../../common/services';
import type { LensData, Reference } from './subject';

/** Fills in a sentence without translating it. */
export const translate = (text: string, ...args: readonly (string | number)[]): string =>
  text.replace(/\{(\d+)\}/g, (_, index: string) => String(args[Number(index)]));

export const home = (id: string): Home => ({
  id,
  title: id,
  kind: 'folder',
  folder: undefined,
  cwd: `/w/${id}`,
  runsFolder: `/w/${id}/.cyclescope/runs`,
});

export const image = 'ab'.repeat(32);

export function runEntry(change: Partial<RunEntry> = {}): RunEntry {
  const { target } = exampleRecord();
  return {
    home: 'board',
    id: 'r1',
    folder: '/w/board/.cyclescope/runs/r1',
    name: undefined,
    version: '1',
    target,
    created: new Date('2026-11-20T22:15:00Z'),
    status: 'complete',
    imported: undefined,
    image,
    operations: 1,
    recordings: {},
    hasProfile: false,
    bytes: 1,
    isBaseline: false,
    ...change,
  };
}

type Change = NonNullable<Parameters<typeof exampleOperation>[3]>;

/** A row of `count` samples around a cost. */
export function figureRow(
  name: string,
  cost: number,
  { count = 1000, run = runEntry(), change = {} as Change } = {},
): FigureRow {
  const operations = [exampleOperation(name, cost, count, change)];
  const [row] = summarise(exampleRecord(examplePass(collectSimulated({ operations }))));
  if (!row) throw new Error('no row');
  return { ...row, run };
}

/** The reference of a row among the operations of two runs of a target. */
export function referenceTo(
  row: FigureRow,
  costs: readonly (readonly number[])[],
  { isExact = true, run = runEntry({ id: 'r0' }) } = {},
): Reference {
  const [before = [], now = []] = costs;
  const columns = [before, now].map((runs) =>
    exampleColumn({
      unit: isExact ? 'instructions' : 'ns',
      deterministic: isExact,
      operations: [
        {
          name: 'dsp/fir',
          runs: runs.map((cost) => Array<number>(100).fill(cost)),
          batches: isExact ? Array<number>(32).fill(100 * (runs[0] ?? NaN)) : [],
        },
      ],
    }),
  );
  const [outcome] = compareColumns(columns).operations[0]?.outcomes ?? [];
  return { row, run, outcome };
}

export const TEXT = 'CYCLESCOPE_BENCH(fir, .about = "one output") { f(); }\n';
export const SOURCE = { uri: 'file:///w/board/dsp.c', path: '/w/board/dsp.c' };

export function parseSourceBench(text = TEXT): SourceBench {
  const [bench] = findBenches(text, 'fir.c');
  if (!bench) throw new Error('no benchmark');
  return bench;
}

const bench: Bench = {
  suite: 'dsp',
  op: 'fir',
  at: 'dsp.c:1',
  about: '',
  iterations: 1000,
  max: 0,
  warmup: 0,
  batches: 40,
  params: [],
};

export const built: ImageBenches = {
  benches: [bench],
  builtAt: new Date(0),
  origin: 'built',
  sha256: image,
  isOutdated: false,
  texts: { 'dsp/fir': parseSourceBench().digest },
};

export function knowledge(change: Partial<LensData> = {}): LensData {
  return {
    home: home('board'),
    target: 'qemu-freertos-m7',
    hasOwnAgent: false,
    isBare: false,
    image: built,
    rows: [],
    getReference: () => undefined,
    findLive: () => undefined,
    ...change,
  };
}
