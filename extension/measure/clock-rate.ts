import { type Clock, shortUnit } from '../agent';

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
