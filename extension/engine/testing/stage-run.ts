import { join } from 'node:path';
import type { Bench } from '../../agent/manifest';
import type { RunProgress, RunRequest } from '../run/request';
import { runBenchmarks } from '../run/run';
import { fakeAgent, type Faults } from './fake-agent';
import { fakeTarget } from './fake-target';

/** What is wrong with the agent, and what is asked of it besides the usual. */
export interface Scene {
  readonly faults?: Faults;
  readonly request?: Partial<RunRequest>;
}

/** Runs benchmarks of a scripted agent, whose images lie in a folder; `seen` is its progress. */
export function stageRun(
  folder: string,
  benches: readonly Bench[],
  { faults = {}, request = {} }: Scene,
) {
  const { target, links } = fakeTarget((build) => {
    const hooks = build === 'traced' ? '1' : '0';
    return fakeAgent(benches, { ...faults, facts: { hooks, ...faults.facts } });
  });
  const seen: RunProgress[] = [];
  const run = runBenchmarks({
    target,
    places: [{ folder, origin: 'environment' }],
    runsFolder: join(folder, 'runs'),
    isChosenFolder: true,
    patterns: [],
    settings: {},
    repeat: 1,
    trace: false,
    silenceMs: 5000,
    tool: 'cyclescope test',
    command: 'cyclescope run',
    signal: new AbortController().signal,
    onMessage: () => undefined,
    onProgress: (progress) => seen.push(progress),
    ...request,
  });
  return { run, links, seen };
}
