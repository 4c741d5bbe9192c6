import type { CollectedRun } from '../../agent';
import { rateDoubt } from '../../measure';
import { type DecoderOptions, moduleEventNumber } from '../../systemview';
import { markDoubtful } from '../decode';

/** Begin and end of each run of a stream, by this computer's clock. */
export interface RunTimes {
  readonly onPacket: NonNullable<DecoderOptions['onPacket']>;
  /** Counts the runs that have started. */
  countStarts(): number;
  /** The runs, with a doubt at every operation whose clock does not keep the rate that it claims. */
  judge(runs: readonly CollectedRun[]): readonly CollectedRun[];
}

const RUN_BEGIN = 0;
const RUN_END = 7;

/** Watches the begins and ends of runs as they arrive. */
export function watchRunTimes(now: () => number = () => performance.now()): RunTimes {
  const times: { begin: number; end?: number }[] = [];
  return {
    onPacket: (packet, knowledge) => {
      const number = moduleEventNumber(knowledge, 'cyclescope', packet.id);
      if (number === RUN_BEGIN) times.push({ begin: now() });
      const last = times.at(-1);
      if (number === RUN_END && last) last.end = now();
    },
    countStarts: () => times.length,
    judge: (runs) => runs.map((run, index) => checkRate(run, times[index])),
  };
}

function checkRate(
  run: CollectedRun,
  time: { begin: number; end?: number } | undefined,
): CollectedRun {
  if (!run.clock || !run.end || time?.end === undefined) return run;
  const seconds = (time.end - time.begin) / 1000;
  const doubt = rateDoubt(run.clock, run.end.clockTicks - run.clockTicks, seconds);
  return doubt === undefined ? run : markDoubtful(run, doubt);
}
