import type { Recording } from '../../core/systemview';
import type { RunPass } from '../../core/runs/record';

/** What a run record tells of a pass's stream. */
export function streamTotals({ streams }: Recording): RunPass['stream'] {
  const tallies = streams.flatMap((stream) => stream.tallies);
  const sum = (value: (tally: (typeof tallies)[number]) => number) =>
    tallies.reduce((total, tally) => total + value(tally), 0);
  return {
    bytes: sum((tally) => tally.bytes),
    events: sum((tally) => tally.events),
    overflows: sum((tally) => tally.overflows),
    lostPackets: sum((tally) => tally.lost),
  };
}
