import type { CollectedRun } from '../../core/agent/collected';
import { rateDoubt } from '../../core/measure/clock-rate';
import { type DecoderOptions, moduleEventNumber } from '../../core/systemview';
import { doubted } from './doubted';

/** When, by this computer, each run of a stream began and ended. */
export interface RunTimes {
  readonly onPacket: NonNullable<DecoderOptions['onPacket']>;
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
    judge: (runs) => runs.map((run, index) => judged(run, times[index])),
  };
}

function judged(
  run: CollectedRun,
  time: { begin: number; end?: number } | undefined,
): CollectedRun {
  if (!run.clock || !run.end || time?.end === undefined) return run;
  const seconds = (time.end - time.begin) / 1000;
  const doubt = rateDoubt(run.clock, run.end.clockTicks - run.clockTicks, seconds);
  return doubt === undefined ? run : doubted(run, doubt);
}
