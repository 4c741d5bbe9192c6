import type { Gap, Series } from './collected';
import { createF64Column, createU32Column, createU8Column } from './column';
import type { SampleKind, TracedSample } from './events';

/** One sentence for all gaps of a kind: a ring that is too small leaves thousands. */
export function orderProblems(kind: SampleKind, { gaps, disordered }: SeriesCollector): string[] {
  const problems: string[] = [];
  const missing = gaps.reduce((sum, { count }) => sum + count, 0);
  const [first] = gaps;
  if (first !== undefined) {
    const where = gaps.length === 1 ? `from index ${first.first} on` : `in ${gaps.length} places`;
    problems.push(`${missing} of kind ${kind} are missing ${where}`);
  }
  if (disordered > 0) problems.push(`${disordered} packets of kind ${kind} came out of order`);
  return problems;
}

/** Gathers the values of one kind. */
export interface SeriesCollector {
  readonly length: number;
  readonly gaps: readonly Gap[];
  /** Packets that began before the end of an earlier one. */
  readonly disordered: number;
  /** Called with the index of the values that follow, to see what is missing before them. */
  expect(first: number): void;
  push(ticks: number, ticked: number): void;
  /** Values as they travel: `ticks * 2 + (1 if a kernel tick fell inside)`. */
  append(values: Uint32Array): void;
  values(): Series;
  /** The ticks alone, without a copy. */
  ticks(): Uint32Array;
}

/** A collector that has received nothing. */
export function collectSeries(): SeriesCollector {
  const ticks = createU32Column();
  const ticked = createU8Column();
  const gaps: Gap[] = [];
  let next = 0;
  let disordered = 0;
  return {
    gaps,
    get length() {
      return ticks.length;
    },
    get disordered() {
      return disordered;
    },
    expect(first) {
      if (first > next) gaps.push({ first: next, count: first - next });
      if (first < next) disordered += 1;
      next = first;
    },
    push(value, flag) {
      ticks.push(value);
      ticked.push(flag);
      next += 1;
    },
    append(values) {
      const intoTicks = ticks.extend(values.length);
      const intoTicked = ticked.extend(values.length);
      for (let i = 0; i < values.length; i += 1) {
        const value = values[i] ?? 0;
        intoTicks[i] = value >>> 1;
        intoTicked[i] = value & 1;
      }
      next += values.length;
    },
    values: () => ({ ticks: ticks.values(), ticked: ticked.values(), gaps: [...gaps] }),
    ticks: ticks.values,
  };
}

/** A collector for the places of traced samples. */
export function collectWindows() {
  const index = createU32Column();
  const start = createU32Column();
  const stop = createU32Column();
  const flags = createU8Column();
  const times = createF64Column();
  return {
    push(event: TracedSample, time: number): void {
      index.push(event.index);
      start.push(event.start);
      stop.push(event.stop);
      flags.push(Number(event.tickInside) + 2 * Number(event.cold));
      times.push(time);
    },
    values: () => ({
      index: index.values(),
      start: start.values(),
      stop: stop.values(),
      flags: flags.values(),
      time: times.values(),
    }),
  };
}
