import type { CollectedRun } from '../../agent';
import { buildPass, type RunPass } from '../../runs';

const noStream = { bytes: 0, events: 0, overflows: 0, lostPackets: 0 };

/** A benchmark run as far as a recording alone describes it, as a pass of a run record. */
function passOf(runs: readonly CollectedRun[], build: RunPass['build']): RunPass {
  const facts = new Map(runs.flatMap((run) => [...run.facts]));
  const hooks = runs.some((run) => run.hooks) ? 1 : 0;
  return buildPass({
    build,
    recording: '',
    image: {
      sha256: '',
      compiler: facts.get('compiler') ?? '',
      flags: facts.get('flags') ?? '',
      hooks,
    },
    facts,
    runs: runs.map((run) => ({ run, repeat: 0 })),
    stream: noStream,
  });
}

function buildOf(run: CollectedRun): RunPass['build'] {
  return run.hooks || run.traced ? 'traced' : 'headline';
}

/** The benchmark runs of a recording as passes, for tables and reports. */
export function passesOf(runs: readonly CollectedRun[]): readonly RunPass[] {
  return (['headline', 'traced'] as const).flatMap((build) => {
    const own = runs.filter((run) => buildOf(run) === build);
    return own.length === 0 ? [] : [passOf(own, build)];
  });
}

/** One benchmark run as `decode --json` prints it, with exact distributions. */
export function runSummary(run: CollectedRun): object {
  const { clocks, operations, problems } = passOf([run], buildOf(run));
  const { status, attempted, stored, reason } = run.end ?? { status: 'incomplete' };
  return {
    run: run.run,
    suite: run.suite,
    hooks: run.hooks,
    traced: run.traced,
    status,
    attempted,
    stored,
    reason: reason === '' ? undefined : reason,
    clock: clocks[0] ?? null,
    facts: Object.fromEntries(run.facts),
    operations,
    problems,
  };
}
