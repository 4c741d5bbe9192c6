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
/** The kernel of an image that runs on any chip makes a tick each millisecond, if its core has the rate that it was given. */
const TICKS_PER_SECOND = 1000;
/** Milliseconds for which the ticks are watched: at the end of a run, and briefly before each reset within it. */
export const RATE_CHECK = { atEnd: 500, beforeReset: 100 };
const TICK_COUNTS = 2 ** 32;

/** A reading of the timer. */
interface TimerReading {
  /** The middle of its request, and how long that took. */
  readonly ms: number;
  readonly latency: number;
  readonly value: number;
}

/** A reading, with what was counted since the first. */
type RateReading = Omit<TimerReading, 'value'> & { readonly counted: number };

/** A measured rate in Hz. */
export interface CoreRate {
  readonly hz: number;
  /** Half of its 95 % interval, as a part of it. */
  readonly error: number;
}

/**
 * Measures the rate of a core that runs: SysTick is read for two seconds. Undefined if it does not
 * count. The timer is left off.
 */
export async function measureCoreRate(
  memory: Memory,
  now: () => number = () => performance.now(),
): Promise<CoreRate | undefined> {
  await writeWord(memory, SYSTICK_RELOAD, PERIOD - 1);
  await writeWord(memory, SYSTICK_VALUE, 0);
  await writeWord(memory, SYSTICK_CONTROL, COUNTS_CORE_CLOCK);
  const raw = await readRepeatedly(MEASURED_MS, now, async () => {
    return (await readWord(memory, SYSTICK_VALUE)) % PERIOD;
  });
  await writeWord(memory, SYSTICK_CONTROL, 0);
  return fitRate(countFrom(raw));
}

/** Reads again and again for a while, and keeps when each value was read. */
async function readRepeatedly(
  milliseconds: number,
  now: () => number,
  read: () => Promise<number>,
): Promise<readonly TimerReading[]> {
  const raw: TimerReading[] = [];
  const start = now();
  while (raw.length < FIRST_READINGS || now() - start < milliseconds) {
    const before = now();
    const value = await read();
    const after = now();
    raw.push({ ms: (before + after) / 2, latency: after - before, value });
  }
  return raw;
}

const TOLERANCE = 0.01;

/**
 * Watches the rate that an agent's kernel was given against the ticks that it makes: a clock that has changed makes
 * every time wrong, also if a reset undoes that later. So what one look has found is the result of all further ones.
 */
export function watchRate(
  memory: Memory,
  coreHz: number | undefined,
  now: () => number = () => performance.now(),
) {
  let doubt: string | undefined;
  return async (ticks: number | undefined, milliseconds: number): Promise<string | undefined> => {
    if (coreHz === undefined || ticks === undefined) return undefined;
    const read = () => readWord(memory, ticks);
    doubt ??= findOtherRate(await readRepeatedly(milliseconds, now, read), coreHz);
    return doubt;
  };
}

/** Compares a rate with readings of a count of ticks. Slow answers and a short look leave more room. */
function findOtherRate(raw: readonly TimerReading[], coreHz: number): string | undefined {
  const [first] = raw;
  const readings = raw.map(({ ms, latency, value }) => ({
    ms,
    latency,
    counted: (value - (first?.value ?? 0) + TICK_COUNTS) % TICK_COUNTS,
  }));
  const best = quickest(readings);
  const [from, to] = [Math.min, Math.max].map((end) => end(...best.map(({ ms }) => ms)));
  const late = Math.max(...best.map(({ latency }) => latency));
  const allowed = TOLERANCE + (late + 1) / ((to ?? 0) - (from ?? 0));
  const rate = ((fitRate(readings)?.hz ?? 0) * coreHz) / TICKS_PER_SECOND;
  if (Math.abs(rate / coreHz - 1) <= allowed) return undefined;
  const [taken, seen] = [coreHz, rate].map((hz) => `${(hz / 1e6).toFixed(1)} MHz`);
  return `the core's rate is taken as ${taken}, and after measuring it was ${seen}`;
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

/** The quickest quarter of some readings. */
function quickest(readings: readonly RateReading[]): readonly RateReading[] {
  const byLatency = readings.toSorted((a, b) => a.latency - b.latency);
  return byLatency.slice(0, Math.max(2, Math.ceil(byLatency.length / 4)));
}

/** Four digits are what the fit is good for, and equal runs get equal rates. */
const DIGITS = 4;
const ROUNDING = 0.5 * 10 ** (1 - DIGITS);

/** Fits a line through the quickest quarter of the readings: their times are the surest. */
export function fitRate(readings: readonly RateReading[]): CoreRate | undefined {
  const best = quickest(readings);
  const sum = (value: (reading: RateReading) => number) =>
    best.reduce((total, reading) => total + value(reading), 0);
  const [ms, counted] = [sum((each) => each.ms), sum((each) => each.counted)].map(
    (total) => total / best.length,
  ) as [number, number];
  const spread = sum((each) => (each.ms - ms) ** 2);
  const slope = sum((each) => (each.ms - ms) * (each.counted - counted)) / spread;
  if (!(slope >= 1e-3)) return undefined;
  const off = sum((each) => (each.counted - counted - slope * (each.ms - ms)) ** 2);
  const deviation = Math.sqrt(off / Math.max(1, best.length - 2) / spread);
  const hz = Number((slope * 1000).toPrecision(DIGITS));
  return { hz, error: ROUNDING + (2 * deviation) / slope };
}
