import { clockProblems, makeClock } from '../measure/clock';
import { newProblems, type Problems } from '../systemview/problems';
import { type OperationCollector, collectOperation } from './collect-operation';
import type { CollectedFlush, CollectedRun } from './collected';
import { type AgentEvent, EVENTS_VERSION, type OperationBegin, type RunBegin } from './events';
import { parseFact } from './lines';

/** A run while its events come in. */
export interface RunDraft {
  readonly begin: RunBegin;
  readonly time: number;
  readonly facts: Map<string, string>;
  readonly operations: Map<number, OperationCollector>;
  readonly flushes: CollectedFlush[];
  readonly problems: Problems;
  current: OperationCollector | undefined;
  end: CollectedRun['end'];
}

/** The run that `begin` announces. */
export function draftRun(begin: RunBegin, time: number): RunDraft {
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

/** A problem goes to the operation in progress: what is damaged may have held values of it. */
export function addProblem(run: RunDraft, problem: string): void {
  if (run.current === undefined) run.problems.add(problem);
  else run.current.addProblem(problem);
}

/** Adds the run's next event. */
export function addEvent(run: RunDraft, event: AgentEvent, time: number): void {
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

/** The run as it stands. */
export function runValue({ begin, ...run }: RunDraft): CollectedRun {
  return {
    run: begin.run,
    suite: begin.suite,
    hooks: begin.hooks,
    traced: begin.traced,
    clock: clockOf(begin),
    clockTicks: begin.clockTicks,
    streamClock: begin.streamClock,
    time: run.time,
    facts: run.facts,
    operations: Array.from(run.operations.values(), (operation) => operation.value()),
    flushes: run.flushes,
    end: run.end,
    problems: [...run.problems.list()],
  };
}

/** The samples of one operation as they stand. */
export function arrivedSamples({ begin, operations }: RunDraft, name: string) {
  const found = [...operations.values()].findLast((operation) => operation.name === name);
  return found && { ticks: found.ticks(), clock: clockOf(begin) };
}

function clockOf({ clock, unit, clockHz, ratio }: RunBegin) {
  return makeClock(clock, unit, clockHz, ratio);
}

function addFact(run: RunDraft, text: string): void {
  const fact = parseFact(text);
  for (const [key, value] of fact.value) run.facts.set(key, value);
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
  return [...problems, `events of version ${version}; this reader knows ${EVENTS_VERSION}`];
}

function endProblems(operations: readonly OperationCollector[], stored: number): string[] {
  const decoded = operations.reduce((sum, operation) => sum + operation.decoded, 0);
  return decoded === stored ? [] : [`${decoded} of the run's ${stored} stored values arrived`];
}
