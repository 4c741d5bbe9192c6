import { shortUnit } from '../../agent';
import {
  type Distribution,
  findExtent,
  type Figure,
  figure,
  insufficient,
  PERCENTILES,
  splitHistogram,
  type SplitSamples,
  suitableScale,
} from '../../measure';
import { inNanoseconds, type OperationRow, type SampleFigures } from '../../runs';
import type { SummaryRow } from '../summary-row';
import { throughputSentence } from '../wording';
import type { ResultRow } from './model';

/** The number of bars in a table cell. */
const SHAPE_COLUMNS = 36;

/** A measured row as the view shows it; a withheld row has no averages. */
export function buildMeasuredRow(
  row: OperationRow,
  name: string,
  samples: SplitSamples,
): ResultRow {
  const { build, suite, op, at, params, clock, standing, reasons, notes } = row;
  const { ticksInside, repeats, identical, tickDensity, readingCost } = row;
  const { attempted, stored, decoded } = row;
  const sampled = row.meanFrom === 'samples';
  return {
    key: `${build} ${name}`,
    build,
    operation: `${suite}/${op}`,
    name,
    at,
    params: { ...params },
    shard: row.shard,
    standing,
    unit: shortUnit(clock.unit),
    reasons: [...reasons],
    notes: [...notes],
    repeats,
    identical,
    samples: row.samples,
    ticksInside,
    tickDensity,
    readingCost,
    mean: row.mean,
    meanFrom: row.meanFrom,
    meanTime: clock.unit === 'cycles' ? inNanoseconds(row.mean, row) : undefined,
    trimmedMean: sampled ? toMeanFigure(row.all, 'trimmedMean') : undefined,
    deviation: sampled ? row.all.statistics?.deviation : undefined,
    min: row.all.statistics?.min,
    max: row.all.statistics?.max,
    percentiles: { ...row.all.percentiles },
    quiet: summariseQuiet(row.quiet, sampled),
    batches: summariseBatches(row),
    throughput: throughputSentence(row),
    counted: row.counted && {
      ...row.counted,
      mean: figure(row.counted.mean, row.counted.margin),
    },
    cold: [...row.cold],
    values: { attempted, stored, decoded },
    shape: computeShape(samples),
  };
}

/** Another tool's row, with the figures that the tool reported. */
export function buildImportedRow(row: SummaryRow): ResultRow {
  const { name, unit, standing, reasons, samples, mean, trimmedMean, deviation, min, max } = row;
  const isBad = standing !== 'ok';
  const notReported = insufficient(isBad ? standing : 'the tool does not report it');
  const percentiles = PERCENTILES.map((each) => {
    const value = row.percentiles[each];
    return [each, value === undefined ? notReported : figure(value)] as const;
  });
  return {
    key: `imported ${name}`,
    build: 'imported',
    operation: name,
    name,
    at: '',
    params: {},
    standing,
    unit: shortUnit(unit),
    reasons: isBad ? [...reasons] : [],
    notes: isBad ? [] : [...reasons],
    repeats: 1,
    samples,
    trimmedMean: trimmedMean === undefined ? undefined : figure(trimmedMean),
    deviation,
    min,
    max,
    mean: mean === undefined ? notReported : figure(mean),
    percentiles: Object.fromEntries(percentiles),
    cold: row.cold === undefined ? [] : [row.cold],
    shape: computeShape({ quiet: row.distribution, ticked: [] }),
  };
}

/** A row's samples, split by whether they contain a kernel tick. */
export function splitSamples({ distribution, ticked }: OperationRow): SplitSamples {
  if (ticked.length === 0) return { quiet: distribution, ticked };
  const quiet: Distribution[number][] = [];
  let next = 0;
  for (const pair of distribution) {
    const inside = ticked[next];
    if (inside?.[0] !== pair[0]) {
      quiet.push(pair);
      continue;
    }
    next += 1;
    if (pair[1] > inside[1]) quiet.push([pair[0], pair[1] - inside[1]]);
  }
  return { quiet, ticked };
}

function toMeanFigure(
  { statistics, margins }: SampleFigures,
  which: 'mean' | 'trimmedMean',
): Figure | undefined {
  const mean = statistics?.[which];
  return mean === undefined ? undefined : figure(mean, margins[which]);
}

function summariseQuiet(figures: SampleFigures, sampled: boolean): ResultRow['quiet'] {
  const { statistics, percentiles } = figures;
  return {
    count: statistics?.count ?? 0,
    mean: sampled ? toMeanFigure(figures, 'mean') : undefined,
    min: statistics?.min,
    max: statistics?.max,
    percentiles: { ...percentiles },
  };
}

function summariseBatches({ batches }: OperationRow): ResultRow['batches'] {
  if (batches === undefined) return undefined;
  const { count, mean, min, max, all } = batches;
  return { count, min, max, mean, deviation: all?.deviation };
}

function computeShape(samples: SplitSamples): ResultRow['shape'] {
  const range = findExtent(samples);
  if (range === undefined) return { scale: 'linear', edges: [], counts: [], ticked: [] };
  const scale = suitableScale(range.low, range.high);
  const { edges, counts, ticked } = splitHistogram(samples, range, scale, SHAPE_COLUMNS);
  return { scale, edges: [...edges], counts: [...counts], ticked: [...ticked] };
}
