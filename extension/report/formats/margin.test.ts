import { describe, expect, test } from 'vitest';
import {
  formatMean,
  formatNumber,
  formatTime,
  getFigureMargin,
  PERCENTILES,
  getFigureValue,
} from '../../measure';
import { type RunPass, type RunRecord, summarise } from '../../runs';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../runs/record/testing/example';
import { runColumn } from '../columns';
import { comparisonJson } from '../compare-json';
import { compareReported } from '../compared';
import { jsonOperation } from '../json-operation';
import { buildResults } from '../results/build';
import { terminalTable } from '../table';
import { bmf } from './bmf';
import { csv } from './csv';
import { gha } from './gha';
import { json } from './json';
import { comparisonFormats } from './formats';
import { boardCard, markdown } from './markdown';

// Values that no other number of a report resembles, each repeat with samples of its own.
const REPEATS = [2_345_678, 2_377_123, 2_401_337];
const record = exampleRecord(
  examplePass(
    REPEATS.map((cost) => {
      const operation = exampleOperation('heap/malloc', cost, 300, {
        costs: Array.from({ length: 300 }, (_, i) => cost + 13 * ((i * 7) % 101)),
        ticked: [],
        batches: Array.from({ length: 32 }, (_, i) => 100 * (cost + 500 + i) + 300),
      });
      return collectSimulated({ operations: [operation] })[0]!;
    }),
  ),
);
const [row] = summarise(record);
const input = { columns: [runColumn(record)], name: 'r' };

/** Every average of the operation as it is written. */
const averages = [
  ['mean', formatMean(getFigureValue(row!.mean)!)],
  ['batch mean', formatMean(getFigureValue(row!.batches!.mean)!)],
  ['trimmed mean', formatMean(row!.all.statistics!.trimmedMean!)],
  ...PERCENTILES.flatMap((name) => {
    const value = getFigureValue(row!.all.percentiles[name]);
    return value === undefined ? [] : [[name, formatNumber(value)] as const];
  }),
] as const;

describe.each<[name: string, text: string, without: readonly string[]]>([
  ['the table', terminalTable(record), ['trimmed mean']],
  ['Markdown', markdown.writeReport(input).text, []],
  ['the board card', boardCard.writeReport(input).text, ['trimmed mean']],
  // Its mean is a number, and `range` is its margin.
  ['github-action-benchmark', gha.writeReport(input).text, ['mean', 'batch mean', 'trimmed mean']],
])('%s', (_, text, without) => {
  test('has a margin for every mean and percentile, and the number of repeats', () => {
    const shown = averages.filter(([, average]) => text.includes(average));
    const expected = averages.map(([name]) => name).filter((name) => !without.includes(name));
    expect(shown.map(([name]) => name)).toEqual(expected);
    const bare = shown.filter(([, average]) => new RegExp(`${average}(?!±)`).test(text));
    expect(bare).toEqual([]);
    expect(text).toMatch(/\b3 repeats|repeats 3\b/);
  });
});

test('the range of github-action-benchmark is the margin of its mean', () => {
  const [entry] = JSON.parse(gha.writeReport(input).text) as { range?: string }[];
  expect(entry?.range).toBe(`± ${formatMean(getFigureMargin(row!.mean)!)}`);
});

test('the histogram of a report has a margin for both percentiles, and the number of repeats', () => {
  const [svg] = markdown.writeReport(input).beside;
  expect(svg?.text).toMatch(/>p50 [\d,]+±[\d,]+</);
  expect(svg?.text).toMatch(/>p99 [\d,]+±[\d,]+</);
  expect(svg?.text).toMatch(/, 3 repeats</);
});

const EVERY = ['mean', 'batchMean', 'trimmedMean', 'p50', 'p90', 'p99'];

test.each<[string, unknown]>([
  ['JSON', (JSON.parse(json.writeReport(input).text) as { runs: unknown[] }).runs[0]],
  ['the JSON of run', { operations: [jsonOperation(row!)] }],
])('%s has the margins and the number of repeats', (_, run) => {
  const numbers = Object.fromEntries(EVERY.map((name) => [name, expect.any(Number) as number]));
  expect(run).toMatchObject({ operations: [{ repeats: 3, margins: numbers }] });
});

const compared = compareReported([runColumn(record), runColumn({ ...record, id: 'again' })]);

describe.each(comparisonFormats)('a comparison as $id', ({ writeComparison }) => {
  const text = writeComparison(compared);

  test('has the number of repeats of each side, and a margin for every mean and median', () => {
    expect(text.match(/\bmeasured\b[ |]+3\b/g)).toHaveLength(2);
    const shown = averages.filter(([, average]) => text.includes(average));
    expect(shown.filter(([, average]) => new RegExp(`${average}(?!±)`).test(text))).toEqual([]);
  });
});

test('a comparison as JSON has the margins and the number of repeats', () => {
  const margin = expect.any(Number) as number;
  const cell = { repeats: 3, margins: { mean: margin, median: margin } };
  expect(comparisonJson(compared)).toMatchObject({ operations: [{ cells: [cell, cell] }] });
});

test('the Bencher Metric Format has the ends of the interval, and the repeats as a measure', () => {
  const [value, margin] = [getFigureValue(row!.mean)!, getFigureMargin(row!.mean)!];
  expect(JSON.parse(bmf.writeReport(input).text)).toEqual({
    'heap/malloc': {
      instructions: { value, lower_value: value - margin, upper_value: value + margin },
      repeats: { value: 3 },
    },
  });
});

test('CSV has them as columns', () => {
  const [titles = '', values = ''] = csv.writeReport(input).text.split('\n');
  const cells = new Map(titles.split(',').map((title, at) => [title, values.split(',')[at]]));
  const names = ['mean', 'batch_mean', 'trimmed_mean', 'p50', 'p90', 'p99'];
  expect(names.filter((name) => !Number(cells.get(`${name}_margin`)))).toEqual([]);
  expect(cells.get('repeats')).toBe('3');
});

/** The same run by a clock in cycles, whose rate was measured to half a per cent, or not. */
function inCycles(error?: string): RunRecord {
  const passes = record.passes.map((pass): RunPass => ({
    ...pass,
    facts: { ...pass.facts, ...(error !== undefined && { core_hz_error: error }) },
    clocks: pass.clocks.map(
      (clock) => ({ ...clock, hz: 100_000_000, ratio: [1, 1], unit: 'cycles' }) as const,
    ),
    operations: pass.operations.map((each) => ({ ...each, params: { bytes: 1024 } })),
  }));
  return { ...record, passes };
}

describe('a measured rate that is sure to half a per cent', () => {
  const [measured, without] = [inCycles('0.5 %'), inCycles()];
  const [own, other] = [measured, without].map((each) => summarise(each)[0]!);
  const [mean, margin] = [getFigureValue(own!.mean)!, getFigureMargin(own!.mean)!];

  test('changes nothing in cycles', () => {
    expect({ ...own, rateError: undefined }).toEqual(other);
    const [table, plain] = [measured, without].map((each) =>
      terminalTable(each)
        .replaceAll(/±[\d.]+ MB\/s/g, ' MB/s')
        .replace(
          ' The rate of the core was measured to ±0.5 %, which is part of the ± of times.',
          '',
        ),
    );
    expect(table).toBe(plain);
    expect(bmf.writeReport({ columns: [runColumn(measured)], name: 'r' }).text).toBe(
      bmf.writeReport({ columns: [runColumn(without)], name: 'r' }).text,
    );
  });

  test('is part of the margins of times, as JSON has them', () => {
    expect(jsonOperation(own!)).toMatchObject({
      meanTime: {
        unit: 'ns',
        value: expect.closeTo(mean * 10),
        margin: expect.closeTo((margin + mean * 0.005) * 10),
      },
      throughput: {
        margins: {
          megabytesPerSecond: expect.closeTo((1 / 1024 / (mean * 1e-8)) * (margin / mean + 0.005)),
        },
      },
    });
    expect(jsonOperation(other!)).toMatchObject({ meanTime: { margin: margin * 10 } });
  });

  test('widens the time in Markdown and in the results view', () => {
    const time = formatTime(mean * 10, (margin + mean * 0.005) * 10);
    expect(time).toMatch(/±/);
    expect(time).not.toBe(formatTime(mean * 10, margin * 10));
    const text = markdown.writeReport({ columns: [runColumn(measured)], name: 'r' }).text;
    expect(text).toContain(time);
    expect(buildResults(measured).model.rows[0]?.meanTime).toEqual({
      value: expect.closeTo(mean * 10),
      margin: expect.closeTo((margin + mean * 0.005) * 10),
    });
  });
});

test('the results view has them in its model', () => {
  const { rows } = buildResults(record).model;
  const { mean, trimmedMean, batches, quiet, percentiles, repeats } = rows[0]!;
  const shown = [mean, trimmedMean, batches?.mean, quiet?.mean, percentiles['p50']];
  const margin = expect.any(Number) as number;
  expect(shown).toEqual(shown.map(() => expect.objectContaining({ margin }) as object));
  expect(repeats).toBe(3);
});
