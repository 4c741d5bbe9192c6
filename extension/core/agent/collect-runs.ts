import type { Clock } from '../measure/clock';
import { newProblems } from '../systemview/problems';
import {
  addEvent,
  addProblem,
  arrivedSamples,
  draftRun,
  type RunDraft,
  runValue,
} from './collect-run';
import type { CollectedRun } from './collected';
import { decodeEvent } from './decode-event';

/** How far the operation in progress has come. */
export interface Progress {
  readonly run: number;
  readonly operation: string;
  readonly samples: number;
  readonly requested: number;
}

/** Samples of one operation, in the order in which they arrived. */
export interface ArrivedSamples {
  /** Without a copy: valid until the next event. */
  readonly ticks: Uint32Array;
  /** Nothing when the agent described its clock absurdly. */
  readonly clock: Clock | undefined;
}

/** Accumulates Cyclescope's events, in the order of the stream, into runs. */
export interface RunsCollector {
  /** One module event: its number relative to the module's base, and its stream time in ticks. */
  push(number: number, payload: Uint8Array, time: number): void;
  /** A damage of the stream at this place: whatever is in progress is in doubt. */
  damaged(problem: string): void;
  progress(): Progress | undefined;
  /** What the newest run has of an operation, by its `suite/op`. */
  arrived(operation: string): ArrivedSamples | undefined;
  /** What was found so far; an unfinished run has no end. */
  runs(): readonly CollectedRun[];
  /** Problems that belong to no run. */
  problems(): readonly string[];
}

/** Collects the benchmark runs of one recording. */
export function collectRuns(): RunsCollector {
  const drafts: RunDraft[] = [];
  const problems = newProblems();
  let orphans = 0;

  const open = (): RunDraft | undefined => {
    const last = drafts.at(-1);
    return last?.end === undefined ? last : undefined;
  };
  const damaged = (problem: string): void => {
    const run = open();
    if (run === undefined) problems.add(problem);
    else addProblem(run, problem);
  };

  return {
    damaged,
    push(number, payload, time) {
      const { value: event, problems: found } = decodeEvent(number, payload);
      found.forEach(damaged);
      if (event === undefined) return;
      const run = open();
      if (event.kind === 'runBegin') drafts.push(draftRun(event, time));
      else if (run !== undefined) addEvent(run, event, time);
      else if (event.kind !== 'fact' && event.kind !== 'flush') orphans += 1;
    },
    progress() {
      const run = open();
      if (run?.current === undefined) return undefined;
      const { name, samples, n } = run.current;
      return { run: run.begin.run, operation: name, samples, requested: n };
    },
    arrived(operation) {
      const run = drafts.at(-1);
      return run && arrivedSamples(run, operation);
    },
    runs: () => drafts.map(runValue),
    problems: () =>
      orphans === 0
        ? [...problems.list()]
        : [...problems.list(), `${orphans} events belong to no run`],
  };
}
