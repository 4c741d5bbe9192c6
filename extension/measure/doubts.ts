import { type Clock, shortUnit } from '../agent';

// Values are sent as 31 bits of ticks; for longer ones the agent writes the largest value.
const LONGEST = 0x7fff_ffff;

/** Reasons why raw values cannot be true: a stopped timer, or one that may have wrapped. */
export function rawDoubts(ticks: Uint32Array): string[] {
  if (ticks.length === 0) return [];
  let moved = false;
  let wraps = 0;
  for (const value of ticks) {
    if (value > 0) moved = true;
    if (value >= LONGEST) wraps += 1;
  }
  const doubts = moved ? [] : ['the clock did not move in any sample'];
  if (wraps > 0) doubts.push(`${wraps} samples are longer than half the counter's range`);
  return doubts;
}

const TOLERANCE = 0.01;
/** Bytes arrive some milliseconds late, which would look like a wrong rate in a shorter run. */
export const RATE_SECONDS = 5;

/**
 * Checks a cycle counter's claimed rate against this computer's clock. A counter that stops in
 * sleep, or a board that runs at another speed than it reports, would make every time wrong.
 */
export function rateDoubt(clock: Clock, ticks: number, hostSeconds: number): string | undefined {
  if (clock.unit !== 'cycles' || hostSeconds < RATE_SECONDS) return undefined;
  const rate = ticks / hostSeconds;
  if (Math.abs(rate / clock.hz - 1) <= TOLERANCE) return undefined;
  const [claimed, seen] = [clock.hz, rate].map((hz) => `${(hz / 1e6).toFixed(1)} MHz`);
  return `the clock ${clock.name} claims ${claimed} and counts ${shortUnit(clock.unit)} at ${seen}`;
}
