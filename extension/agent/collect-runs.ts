import { parseInteger } from '../base';
import { newProblems, type Problems } from '../systemview';
import { type Clock, clockProblems, makeClock } from './clock';
import { collectOperation, type OperationCollector } from './collect-operation';
import type { CollectedFlush, CollectedRun } from './collected';
import { decodeEvent } from './event-codec';
import { type AgentEvent, EVENTS_VERSION, type OperationBegin, type RunBegin } from './events';
import { parseFact } from './lines';

/** Progress of the current operation. */
interface Progress {
  readonly run: number;
  readonly operation: string;
  readonly samples: number;
  readonly requested: number;
}

/** Samples of one operation, in order of arrival. */
export interface ArrivedSamples {
  /** Without a copy: valid until the next event. */
  readonly ticks: Uint32Array;
  /** Missing if the agent's description of its clock is implausible. */
  readonly clock: Clock | undefined;
}

/** Assembles Cyclescope's events, in stream order, into runs. */
export interface RunsCollector {
  /** One module event: its number relative to the module's base, and its stream time in ticks. */
  push(number: number, payload: Uint8Array, time: number): void;
  /** Reports damage of the stream at this point: it makes the current operation or run doubtful. */
  reportDamage(problem: string): void;
  progress(): Progress | undefined;
  /** Returns the newest run's samples of an operation, by its `suite/op`. */
  findSamples(operation: string): ArrivedSamples | undefined;
  /** Runs found so far; an unfinished run has no end. */
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
  const reportDamage = (problem: string): void => {
    const run = open();
    if (run === undefined) problems.add(problem);
    else addProblem(run, problem);
  };

  return {
    reportDamage,
    push(number, payload, time) {
      const { value: event, problems: found } = decodeEvent(number, payload);
      found.forEach(reportDamage);
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
    findSamples(operation) {
      const run = drafts.at(-1);
      return run && findDraftSamples(run, operation);
    },
    runs: () => drafts.map(runValue),
    problems: () =>
      orphans === 0
        ? [...problems.list()]
        : [...problems.list(), `${orphans} events belong to no run`],
  };
}

/** A run under construction. */
interface RunDraft {
  readonly begin: RunBegin;
  readonly time: number;
  readonly facts: Map<string, string>;
  readonly operations: Map<number, OperationCollector>;
  readonly flushes: CollectedFlush[];
  readonly problems: Problems;
  current: OperationCollector | undefined;
  end: CollectedRun['end'];
}

/** Creates the run that `begin` announces. */
function draftRun(begin: RunBegin, time: number): RunDraft {
  const problems = newProblems();
  beginProblems(begin).forEach(problems.add);
  return {
    begin,
    time,
    facts: new Map(),
    operations: new Map(),
    flushes: [],
    problems,
    current: undefined,
    end: undefined,
  };
}

/** Adds a problem to the current operation: the damaged data may have contained its values. */
function addProblem(run: RunDraft, problem: string): void {
  if (run.current === undefined) run.problems.add(problem);
  else run.current.addProblem(problem);
}

/** Adds the run's next event. */
function addEvent(run: RunDraft, event: AgentEvent, time: number): void {
  switch (event.kind) {
    case 'runBegin':
      return;
    case 'fact':
      return addFact(run, event.text);
    case 'operationBegin':
      return beginOperation(run, event);
    case 'samples':
      return findOperation(run, event.op)?.addSamples(event);
    case 'traced':
      return findOperation(run, event.op)?.addTraced(event, time);
    case 'flush': {
      const { measuring, block, clockTicks } = event;
      run.flushes.push({ measuring, block, clockTicks, time });
      return;
    }
    case 'operationEnd': {
      const { status, attempted, stored, reason } = event;
      findOperation(run, event.op)?.end({ status, attempted, stored, reason });
      run.current = undefined;
      return;
    }
    case 'runEnd': {
      const { status, attempted, stored, reason, clockTicks } = event;
      run.end = { status, attempted, stored, reason, clockTicks };
      endProblems([...run.operations.values()], stored).forEach(run.problems.add);
    }
  }
}

/** Returns the run in its current state. */
function runValue({ begin, ...run }: RunDraft): CollectedRun {
  return {
    run: begin.run,
    suite: begin.suite,
    hooks: begin.hooks,
    traced: begin.traced,
    clock: toClock(begin),
    clockTicks: begin.clockTicks,
    streamClock: begin.streamClock,
    time: run.time,
    facts: run.facts,
    operations: Array.from(run.operations.values(), (operation) => ({
      ...operation.value(),
      preemptions: operation.preemptions,
    })),
    flushes: run.flushes,
    end: run.end,
    problems: [...run.problems.list()],
  };
}

/** Returns the current samples of one operation. */
function findDraftSamples({ begin, operations }: RunDraft, name: string) {
  const found = [...operations.values()].findLast((operation) => operation.name === name);
  return found && { ticks: found.ticks(), clock: toClock(begin) };
}

function toClock({ clock, unit, clockHz, ratio }: RunBegin) {
  return makeClock(clock, unit, clockHz, ratio);
}

/** The only fact about an operation; it arrives before the operation's end. */
const PREEMPTIONS = 'preemptions';

function addFact(run: RunDraft, text: string): void {
  const fact = parseFact(text);
  for (const [key, value] of fact.value) {
    const count = key === PREEMPTIONS ? parseInteger(value) : undefined;
    if (run.current && count !== undefined) run.current.preemptions = count;
    else run.facts.set(key, value);
  }
  fact.problems.forEach(run.problems.add);
}

function beginOperation(run: RunDraft, event: OperationBegin): void {
  const earlier = run.operations.get(event.op);
  if (earlier !== undefined) {
    earlier.addProblem(`operation ${event.op} began twice`);
    return;
  }
  run.current = collectOperation(event);
  run.operations.set(event.op, run.current);
}

function findOperation(run: RunDraft, op: number): OperationCollector | undefined {
  const found = run.operations.get(op);
  if (found === undefined) addProblem(run, `values of operation ${op}, which never began`);
  return found;
}

function beginProblems({ version, unit, clockHz, ratio }: RunBegin): string[] {
  const problems = clockProblems(unit, clockHz, ratio);
  if (version === EVENTS_VERSION) return problems;
  return [...problems, `events of version ${version}; this reader supports ${EVENTS_VERSION}`];
}

function endProblems(operations: readonly OperationCollector[], stored: number): string[] {
  const decoded = operations.reduce((sum, operation) => sum + operation.decoded, 0);
  return decoded === stored ? [] : [`${decoded} of the run's ${stored} stored values arrived`];
}
