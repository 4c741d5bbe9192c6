import type { CollectedRun } from '../agent/collected';
import type { ImageBuild } from '../agent/manifest';
import type { OperationReply } from '../agent/run-lines';
import type { Clock } from '../measure/clock';
import { operationRecord } from './operation';
import type { ClockRecord, OperationRecord, RunPass } from './record';

/** A run found in the recording, with what the engine knows of it. */
export interface PassRun {
  readonly run: CollectedRun;
  /** Which repetition it belongs to, from 0. */
  readonly repeat: number;
  /** The `op` lines of its control answer, where it was heard. */
  readonly replies?: readonly OperationReply[] | undefined;
}

export interface PassInput {
  readonly build: ImageBuild;
  /** The recording's file name beside the record. */
  readonly recording: string;
  readonly image: RunPass['image'];
  /** Everything that `hello` told. */
  readonly facts: ReadonlyMap<string, string>;
  readonly runs: readonly PassRun[];
  readonly stream: RunPass['stream'];
  readonly problems?: readonly string[] | undefined;
}

/** The record of one pass from the runs that were collected out of its recording. */
export function buildPass(input: PassInput): RunPass {
  const { build, recording, image, facts, runs, stream } = input;
  const clocks: ClockRecord[] = [];
  return {
    build,
    recording,
    image,
    facts: Object.fromEntries(facts),
    clocks,
    operations: runs.flatMap((each) => runOperations(each, input, clocks)),
    stream,
    problems: [
      ...(input.problems ?? []),
      ...streamProblems(stream),
      ...runs.flatMap(({ run }) => runProblems(run)),
    ],
  };
}

function runOperations(
  { run, repeat, replies = [] }: PassRun,
  { build, image }: PassInput,
  clocks: ClockRecord[],
): OperationRecord[] {
  const { clock } = run;
  if (clock === undefined) return [];
  const hooked = image.hooks === 1 || run.hooks;
  const refusal =
    build === 'headline' && hooked
      ? 'the image has trace hooks linked in, which slow every kernel call'
      : undefined;
  const clockIndex = indexOfClock(clocks, clock);
  const counter = run.facts.get('counter');
  return run.operations.map((operation) => {
    const name = `${operation.suite}/${operation.name}`;
    const reply = replies.find((candidate) => candidate.name === name);
    return operationRecord(operation, { repeat, clock, clockIndex, counter, reply, refusal });
  });
}

function indexOfClock(clocks: ClockRecord[], { name, hz, unit, ratio: [num, den] }: Clock): number {
  const found = clocks.findIndex(
    (known) =>
      known.name === name &&
      known.hz === hz &&
      known.unit === unit &&
      known.ratio[0] === num &&
      known.ratio[1] === den,
  );
  return found >= 0 ? found : clocks.push({ name, hz, unit, ratio: [num, den] }) - 1;
}

function runProblems({ run, suite, end, clock, problems }: CollectedRun): string[] {
  const all = [...problems];
  if (clock === undefined) all.push('left out, because its clock is unusable');
  if (end === undefined) all.push('the recording ends before the run does');
  if (end?.status === 'failed' || end?.status === 'refused') {
    all.push(`${end.status}: ${end.reason || 'no reason given'}`);
  }
  return all.map((problem) => `Run ${run} (${suite}): ${problem}.`);
}

function streamProblems({ overflows, lostPackets }: RunPass['stream']): string[] {
  if (overflows === 0 && lostPackets === 0) return [];
  return [`The stream overflowed ${overflows} times and lost ${lostPackets} packets.`];
}
