import type { Clock } from '../agent';
import { type Activities, getActivityKind } from '../systemview';
import type { RecordCost } from './record-cost';

/** Relates a run's clock readings to the stream, and gives its recorder's cost. */
export interface ExplainBy {
  readonly clock: Clock | undefined;
  readonly facts: ReadonlyMap<string, string>;
  readonly isExact: boolean;
}

/** The accuracy of each part if recording and handlers were measured; tested on emulated boards. */
const SHARE = 5;
const INSTRUCTIONS = 5;

/** The most instructions that Linux's recorder executes around a time stamp; tested on the emulated board. */
const LINUX_BEFORE = 550;
const LINUX_AFTER = 900;

/** The amount of each activity, in one stretch or in several. */
interface Explained {
  readonly amounts: ReadonlyMap<number, number>;
  readonly stretches: number;
}

/** States the accuracy of the parts, or why it is unknown. */
export function describeTolerance(
  activities: Activities,
  run: ExplainBy | undefined,
  cost: RecordCost | undefined,
  { amounts, stretches }: Explained,
): string {
  const missing = findMissingCost(activities, run, cost, amounts);
  if (!cost && isEmulatedLinux(run)) {
    return (
      'The parts add up to the whole, and contain what Linux executes to record: up to ' +
      `${LINUX_BEFORE} instructions before and ${LINUX_AFTER} after each switch, and each beginning and end of an interrupt.`
    );
  }
  if (missing !== undefined) return `The accuracy of the parts is unknown: ${missing}.`;
  return `The parts add up to the whole; each is right to ${SHARE} % or ${INSTRUCTIONS * Math.max(1, stretches)} instructions.`;
}

function isEmulatedLinux(run: ExplainBy | undefined): boolean {
  return run?.clock?.unit === 'instructions' && run.facts.has('kernel_trace');
}

function findMissingCost(
  activities: Activities,
  run: ExplainBy | undefined,
  cost: RecordCost | undefined,
  amounts: Explained['amounts'],
): string | undefined {
  if (!cost) return 'the cost of recording was not measured; it is included in the other amounts';
  if (!cost.switching) {
    return 'kernel switching and handler entry and exit were not measured; their cost is included in the interrupted code';
  }
  const isMeasured = (activity: number) => cost.handler(activities.ids[activity] ?? -1);
  const isOther = (activity: number) =>
    activity >= 0 && getActivityKind(activities, activity) === 'interrupt' && !isMeasured(activity);
  if ([...amounts.keys()].some(isOther)) {
    return "handler entry and exit of other interrupts are included in the interrupted code, because the agent measured only its own handler and the kernel's";
  }
  // Only an emulator executes the same for each event.
  return run?.clock?.unit === 'instructions'
    ? undefined
    : 'recording and handlers were measured once, and take another time whenever caches and memory are in another state';
}
