import { describe, expect, test } from 'vitest';
import type { SimulatedOperation } from '../../agent/testing/simulate';
import { toDistribution } from '../../measure/distribution';
import type { RunRecord } from '../../runs/record/record';
import { decidingFigure } from '../../runs/record/row';
import { isWithheld } from '../../runs/record/standing';
import { summarise } from '../../runs/record/summarise';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../runs/record/testing/example';
import { runColumn } from '../columns';
import { comparisonJson } from '../compare-json';
import { compareReported } from '../compared';
import { buildComparison } from '../comparison/build';
import { jsonOperation } from '../json-operation';
import { buildResults } from '../results/build';
import { terminalTable } from '../table';
import { exampleImport, exampleRun } from '../testing';
import { comparisonFormats, reportFormats } from './formats';

// Averages that resemble no other number of a report, and that lie between two samples.
const SAMPLES: readonly (readonly [value: number, count: number])[] = [
  [1_003_011, 400],
  [3_222_217, 300],
  [5_333_351, 240],
  [8_444_473, 50],
  [9_009_043, 10],
];
const BATCH_MEAN = 4_555_583;
const BASELINE = 1000;

const costs = SAMPLES.flatMap(([value, count]) => new Array<number>(count).fill(value));
const operation = (change: Partial<SimulatedOperation>): SimulatedOperation =>
  exampleOperation('heap/malloc', 0, 0, {
    costs,
    cold: 700,
    ticked: [],
    emptySamples: [0, 0, 0],
    batches: new Array<number>(32).fill(100 * BATCH_MEAN),
    emptyBatches: [0],
    ...change,
  });

const makeRecord = (change: Partial<SimulatedOperation>, hex = '1a2b'): RunRecord => {
  const record = exampleRecord(examplePass(collectSimulated({ operations: [operation(change)] })));
  return { ...record, id: record.id.replace('1a2b', hex) };
};

/** The averages of a sound operation with these samples, but for rounding. */
const { all } = summarise(makeRecord({ batches: [] }))[0]!;
const AVERAGES = [
  all.statistics?.mean,
  all.statistics?.trimmedMean,
  all.statistics?.deviation,
  // The median is a sample; it is found by its path in what was written.
  BATCH_MEAN,
].flatMap((value) => (value === undefined ? [] : [value, value / BASELINE]));

/** All outputs about a run, and about its comparison with a sound one. */
function writeOutputs(record: RunRecord): Readonly<Record<string, unknown>> {
  const columns = [runColumn(record)];
  const compared = compareReported([
    runColumn(exampleRun({ 'heap/malloc': BASELINE }, 'beef')),
    runColumn(record),
  ]);
  return {
    ...Object.fromEntries(
      reportFormats.map(({ id, writeReport }) => {
        const { text, beside } = writeReport({ columns, name: 'r' });
        return [id, [parseOutput(text), ...beside.map((file) => file.text)]];
      }),
    ),
    ...Object.fromEntries(
      comparisonFormats.map(({ id, writeComparison }) => [
        `comparison as ${id}`,
        writeComparison(compared),
      ]),
    ),
    'comparison as JSON': comparisonJson(compared),
    'the JSON of run': summarise(record).map(jsonOperation),
    'the table': terminalTable(record),
    'the results view': buildResults(record).model,
    'the comparison view': buildComparison(compared),
    'rows for lenses and tests': summarise(record),
    'figures for histories and bisections': summarise(record).flatMap((row) =>
      [true, false].map((isExact) => ({ ...decidingFigure(row, isExact), standing: row.standing })),
    ),
  };
}

function parseOutput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** All numbers in an output, also those written in text; not the raw samples. */
function collectNumbers(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return numbersInText(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'distribution' || key === 'ticked' ? [] : collectNumbers(part),
  );
}

function numbersInText(text: string): number[] {
  const grouped = text.match(/\d{1,3}(?:,\d{3})+(?:\.\d+)?/g) ?? [];
  const plain = text.match(/\d+(?:\.\d+)?/g) ?? [];
  return [...grouped, ...plain].map((each) => Number(each.replaceAll(',', '')));
}

/** Averages that an output contains, rounded as it likes. */
function findAverages(output: unknown): number[] {
  return collectNumbers(output).filter((found) =>
    AVERAGES.some((average) => Math.abs(found / average - 1) < 2e-4),
  );
}

const AVERAGE_KEY = /mean|deviation|stddev|median|figure$|^p\d|perByte|megabytes/i;

/** The paths of averages below an operation that is withheld. */
function averageKeys(value: unknown, withheld = false, place = ''): string[] {
  if (typeof value === 'number' && withheld) {
    const key = place.split('.').findLast((part) => part !== 'value') ?? '';
    return AVERAGE_KEY.test(key) ? [place] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const { standing, doubts } = value as { standing?: never; doubts?: readonly string[] };
  const isBad = standing === undefined ? (doubts?.length ?? 0) > 0 : isWithheld(standing);
  return Object.entries(value).flatMap(([key, part]) =>
    averageKeys(part, withheld || isBad, `${place}.${key}`),
  );
}

const names = Object.keys(writeOutputs(makeRecord({})));

describe.each<[string, Partial<SimulatedOperation>]>([
  ['lossy', { unsent: 3 }],
  ['contradicting its batches', { batches: new Array<number>(32).fill(90 * BATCH_MEAN) }],
  ['failed', { status: 'failed', reason: 'no memory' }],
  ['refused', { status: 'refused', reason: 'no memory' }],
])('an operation that is %s', (_, change) => {
  const outputs = writeOutputs(makeRecord(change));

  test.each(names)('has no average in %s', (name) => {
    expect(findAverages(outputs[name])).toEqual([]);
    expect(averageKeys(outputs[name])).toEqual([]);
  });
});

describe.each(['sched', 'latency-measure'])('an import of %s in doubt', (format) => {
  const outputs = writeOutputs(exampleImport(format));
  test.each(names)('has no average in %s', (name) => {
    expect(averageKeys(outputs[name])).toEqual([]);
  });
});

test('means of a sound operation are in every output', () => {
  const sound = writeOutputs(makeRecord({ batches: [] }));
  const without = names.filter((name) => findAverages(sound[name]).length === 0);
  expect(without).toEqual([]);
  expect(toDistribution(Float64Array.from(costs))).toEqual(SAMPLES);
});
