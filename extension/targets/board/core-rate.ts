import type { Memory } from '../../rtt';
import { readWord, writeWord } from './deploy';

const SYSTICK_CONTROL = 0xe000e010;
const SYSTICK_RELOAD = 0xe000e014;
const SYSTICK_VALUE = 0xe000e018;
const PERIOD = 2 ** 24;
/** Enabled, without an interrupt, by the core's clock. */
const COUNTS_CORE_CLOCK = 5;

const MEASURED_MS = 2000;
const FIRST_READINGS = 64;

/** A reading of the timer. */
interface TimerReading {
  /** The middle of its request, and how long that took. */
  readonly ms: number;
  readonly latency: number;
  readonly value: number;
}

/** A reading, with what was counted since the first. */
type RateReading = Omit<TimerReading, 'value'> & { readonly counted: number };

/**
 * Measures the rate of a core that runs, in Hz: SysTick is read for two seconds. Undefined if it does not
 * count. The timer is left off.
 */
export async function measureCoreRate(
  memory: Memory,
  now: () => number = () => performance.now(),
): Promise<number | undefined> {
  await writeWord(memory, SYSTICK_RELOAD, PERIOD - 1);
  await writeWord(memory, SYSTICK_VALUE, 0);
  await writeWord(memory, SYSTICK_CONTROL, COUNTS_CORE_CLOCK);
  const raw: TimerReading[] = [];
  const start = now();
  while (raw.length < FIRST_READINGS || now() - start < MEASURED_MS) {
    const before = now();
    const value = (await readWord(memory, SYSTICK_VALUE)) % PERIOD;
    const after = now();
    raw.push({ ms: (before + after) / 2, latency: after - before, value });
  }
  await writeWord(memory, SYSTICK_CONTROL, 0);
  return fitRate(countFrom(raw));
}

/** Adds the periods between readings, from the rate so far: the first readings are within one period. */
export function countFrom(raw: readonly TimerReading[]): readonly RateReading[] {
  const readings: RateReading[] = [];
  let [counted, previous] = [0, raw[0]];
  for (const reading of raw) {
    const { ms, latency, value } = reading;
    const step = ((previous?.value ?? value) - value + PERIOD) % PERIOD;
    const elapsed = ms - (previous?.ms ?? ms);
    const [first] = readings;
    const rate = first && previous && readings.length > 8 ? counted / (previous.ms - first.ms) : 0;
    const periods = Math.max(0, Math.round((rate * elapsed - step) / PERIOD));
    counted += step + periods * PERIOD;
    readings.push({ ms, latency, counted });
    previous = reading;
  }
  return readings;
}

/** Fits a line through the quickest quarter of the readings: their times are the surest. */
export function fitRate(readings: readonly RateReading[]): number | undefined {
  const byLatency = readings.toSorted((a, b) => a.latency - b.latency);
  const best = byLatency.slice(0, Math.max(2, Math.ceil(byLatency.length / 4)));
  const meanOf = (value: (reading: RateReading) => number) =>
    best.reduce((sum, reading) => sum + value(reading), 0) / best.length;
  const [ms, counted] = [meanOf((each) => each.ms), meanOf((each) => each.counted)];
  const spread = best.reduce((sum, each) => sum + (each.ms - ms) ** 2, 0);
  const product = best.reduce((sum, each) => sum + (each.ms - ms) * (each.counted - counted), 0);
  const hz = (product / spread) * 1000;
  // Four digits are what the fit is good for, and equal runs get equal rates.
  return hz >= 1 ? Number(hz.toPrecision(4)) : undefined;
}
