import { cancellationError, EngineError } from '../../base';
import {
  type Column,
  compareColumns,
  DELTA,
  type Gate,
  countLooks,
  MOST_REPEATS,
  repeatsText,
  type TurnLimits,
  listUndecided,
} from '../../compare';
import { formatPercent, plural } from '../../measure';
import { hasLastingDoubts, RECORD_SCHEMA, type RunPass, type RunRecord } from '../../runs';
import { keepConnections, type Target } from '../../targets';
import { runBenchmarks } from './run';
import {
  getDefaultRepeats,
  type RunContext,
  type RunOutcome,
  type RunSpec,
  type Turns,
} from './spec';

/** Divides the time between two runs, and decides when they have measured enough. */
export interface InterleavePlan extends TurnLimits {
  /** No round begins that would probably end later than so many minutes after the first one began. */
  readonly minutes?: number | undefined;
  /** The smallest relative change that must be decided. */
  readonly delta: number;
  /** The operations that the repeats of both sides leave undecided. */
  readonly undecided: (first: RunPass, second: RunPass) => readonly OpenOperation[];
}

/** An operation that needs more repeats. */
interface OpenOperation {
  /** As `suite/op`. */
  readonly name: string;
  /** The repeats per side that would decide it; undefined without an estimate. */
  readonly repeats: number | undefined;
}

/** The comparison that two sides are measured for, and the number of repeats. */
export interface TurnsQuestion {
  /** By default as many repeats as a run of the target has. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly minutes?: number | undefined;
  readonly delta?: number | undefined;
  readonly gate?: Gate | undefined;
}

/** Plans repeats of everything on a target until it is decided or the limit is reached. */
export function planTurns(target: Target, question: TurnsQuestion): InterleavePlan {
  const { least = getDefaultRepeats(target), minutes, delta, gate } = question;
  // Further repeats of a target that repeats exactly would show nothing new.
  const wanted = target.deterministic ? least : (question.most ?? MOST_REPEATS);
  const most = Math.max(least, wanted);
  const looks = countLooks({ least, most });
  const toColumn = (pass: RunPass): Column => ({ kind: 'run', record: makeRecord(pass, target) });
  return {
    least,
    most,
    minutes,
    delta: gate?.delta ?? delta ?? DELTA.sampled,
    undecided: (one, other) => {
      const comparison = compareColumns([toColumn(one), toColumn(other)], { delta, looks });
      return listUndecided(comparison, gate).flatMap(({ operation: { suite, op }, repeats }) => {
        const isLost = [one, other].some((pass) => hasLastingDoubts(pass, suite, op));
        return isLost ? [] : [{ name: `${suite}/${op}`, repeats }];
      });
    },
  };
}

/**
 * Announces what follows a number of repeats: `After 5 repeats 12 operations are undecided at 5 %: about
 * 40 repeats a side would decide half of them, about 160 all. They are measured up to 640 times.`
 */
export function lookText(
  repeats: number,
  open: readonly OpenOperation[],
  { delta, most }: Pick<InterleavePlan, 'delta' | 'most'>,
): string {
  if (open.length === 0) return openText(repeats, open, delta);
  const they = open.length === 1 ? 'It is' : 'They are';
  const all = Math.max(...open.map((each) => each.repeats ?? 0));
  return (
    `${openText(repeats, open, delta)} ${they} measured up to ${most} times` +
    (all > most ? ', which is too few for all of them.' : '.')
  );
}

function openText(repeats: number, open: readonly OpenOperation[], delta: number): string {
  const measured = `After ${plural(repeats, 'repeat')}`;
  if (open.length === 0) return `${measured} nothing is undecided at ${formatPercent(delta)}.`;
  const are = open.length === 1 ? 'is' : 'are';
  const needed = repeatsText(open.map((each) => each.repeats));
  return `${measured} ${plural(open.length, 'operation')} ${are} undecided at ${formatPercent(delta)}: ${needed}.`;
}

/** The record of a run in progress, as far as a comparison needs it. */
function makeRecord(pass: RunPass, { id, title, deterministic }: Target): RunRecord {
  return {
    schema: RECORD_SCHEMA,
    id,
    created: '',
    tool: '',
    target: { id, title, deterministic },
    status: 'incomplete',
    command: '',
    repeat: 1,
    durationSeconds: 0,
    passes: [pass],
    notes: [],
    problems: [],
  };
}

/** A run that takes turns with another. */
interface Side {
  readonly spec: RunSpec;
  readonly context: RunContext;
}

/**
 * Measures two runs whose repeats alternate, A B B A A B, so that whatever drifts on the machine
 * meets both alike. After `least` repeats only undecided operations are measured again.
 */
export async function runInterleaved(
  sides: readonly [Side, Side],
  plan: InterleavePlan,
): Promise<readonly [RunOutcome, RunOutcome]> {
  const turns = takeTurns(plan, sides[0].context.onMessage);
  const run = (side: 0 | 1) => {
    const { spec, context } = sides[side];
    return runBenchmarks(spec, { ...context, turns: turns[side] }).finally(turns[side].leave);
  };
  // Both must have ended before one's failure is reported: no run may continue after a message.
  const [first, second] = await keepConnections(() => Promise.allSettled([run(0), run(1)]));
  if (first.status === 'fulfilled' && second.status === 'fulfilled') {
    return [first.value, second.value];
  }
  const reasons = [first, second].flatMap((each): unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  // The side that failed ended the other one, which then reports that it was interrupted.
  const failure = reasons.find((reason) => getCode(reason) !== 'cancelled') ?? reasons[0];
  throw failure instanceof Error ? failure : cancellationError();
}

/** As patterns: what the spec itself asks for. */
const EVERYTHING: readonly string[] = [];

const getCode = (reason: unknown) => (reason instanceof EngineError ? reason.code : undefined);

/** Turns of one side, which leaves when its run has ended, however it did. */
type OwnTurns = Turns & { readonly leave: () => void };

/** Lets two sides take turns, the order of each round being that of the one before reversed. */
export function takeTurns(
  plan: InterleavePlan,
  onMessage: RunContext['onMessage'],
  now = () => performance.now(),
): readonly [OwnTurns, OwnTurns] {
  const hasTime = newTimeLimit(plan.minutes, now);
  const ended = [newCounter(), newCounter()] as const;
  const measured: [Measured | undefined, Measured | undefined] = [undefined, undefined];
  const rounds: (readonly string[] | undefined)[] = [];
  let hasLeft = false;

  const choose = (repeat: number): readonly string[] | undefined => {
    const [first, second] = measured;
    if (repeat < plan.most && !hasTime()) {
      const open = first && second ? plan.undecided(first(), second()) : [];
      const limit = `The limit of ${plural(plan.minutes ?? 0, 'minute')} allows no further repeat.`;
      onMessage(`${limit} ${openText(repeat, open, plan.delta)}`);
      return undefined;
    }
    if (repeat < plan.least) return EVERYTHING;
    if (repeat >= plan.most) return undefined;
    if (!isDoubled(repeat, plan.least) || !first || !second) return rounds[repeat - 1];
    const open = plan.undecided(first(), second());
    onMessage(lookText(repeat, open, plan));
    return open.length === 0 ? undefined : open.map(({ name }) => name);
  };
  const of = (side: 0 | 1): OwnTurns => {
    const [own, other] = side === 0 ? ended : [ended[1], ended[0]];
    return {
      looks: countLooks(plan),
      next: async (repeat, pass) => {
        measured[side] = pass;
        own.reach(repeat);
        // A round begins with the side that ended the last one.
        const isFirst = repeat % 2 === side;
        await other.reached(isFirst ? repeat : repeat + 1);
        if (hasLeft) return undefined;
        if (isFirst) rounds[repeat] = choose(repeat);
        return rounds[repeat];
      },
      leave: () => {
        hasLeft = true;
        own.reach(Infinity);
      },
    };
  };
  return [of(0), of(1)];
}

type Measured = Parameters<Turns['next']>[1];

/** Checks before each round that there is time for one as long as the last; the first always begins. */
function newTimeLimit(minutes = Infinity, now: () => number): () => boolean {
  let first: number | undefined;
  let last: number | undefined;
  return () => {
    const at = now();
    first ??= at;
    const end = at + (at - (last ?? at));
    last = at;
    return end - first <= minutes * 60_000;
  };
}

/** True after `least` repeats, twice as many, four times as many. */
function isDoubled(repeat: number, least: number): boolean {
  return repeat >= least && Number.isInteger(Math.log2(repeat / least));
}

/** Counts completed repeats, and lets others wait for one. */
function newCounter() {
  let count = 0;
  let waiting: { readonly wanted: number; readonly go: () => void }[] = [];
  return {
    reach: (reached: number) => {
      count = reached;
      waiting.filter(({ wanted }) => wanted <= count).forEach(({ go }) => go());
      waiting = waiting.filter(({ wanted }) => wanted > count);
    },
    reached: (wanted: number) =>
      new Promise<void>((go) => {
        if (wanted <= count) go();
        else waiting.push({ wanted, go });
      }),
  };
}
