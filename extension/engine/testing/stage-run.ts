import { join } from 'node:path';
import type { Bench } from '../../agent/manifest';
import type { Target } from '../../targets/target';
import { runBenchmarks } from '../run/run';
import type { RunContext, RunProgress, RunSpec } from '../run/spec';
import { fakeAgent, type Faults } from './fake-agent';
import { fakeTarget } from './fake-target';

/** Faults of the agent, and changes to the usual spec. */
export interface Scene extends Partial<RunContext> {
  readonly faults?: Faults;
  readonly target?: Target;
  readonly spec?: Partial<RunSpec>;
}

/** A spec with everything that a run needs; its images and its runs are in a folder. */
export function exampleSpec(folder: string): RunSpec {
  return {
    target: 'fake',
    imageFolders: [{ folder, origin: 'environment' }],
    runsFolder: join(folder, 'runs'),
    isChosenFolder: true,
    patterns: [],
    trace: false,
    settings: {},
    tool: 'cyclescope test',
  };
}

/** Runs benchmarks of a scripted agent, whose images are in a folder; `seen` is its progress. */
export function stageRun(
  folder: string,
  benches: readonly Bench[],
  { faults = {}, spec, target, ...context }: Scene,
) {
  const fake = fakeTarget((build) => {
    const hooks = build === 'traced' ? '1' : '0';
    return fakeAgent(benches, { ...faults, facts: { hooks, ...faults.facts } });
  });
  const seen: RunProgress[] = [];
  const run = runBenchmarks(
    { ...exampleSpec(folder), silenceSeconds: 5, ...spec },
    {
      resolveTarget: () => target ?? fake.target,
      signal: new AbortController().signal,
      onMessage: () => undefined,
      onProgress: (progress) => seen.push(progress),
      ...context,
    },
  );
  return { run, links: fake.links, seen };
}
