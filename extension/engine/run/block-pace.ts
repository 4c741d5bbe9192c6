import type { RunBegin } from '../../core/agent/events';
import type { BlockLength, BlockWait } from './block-length';
import type { TicksGuess } from './block-ticks';

/** Turns a target's ticks into this computer's milliseconds. */
export interface Pace {
  /** The target's clock keeps time. */
  readonly isExact: boolean;
  /** How long a block takes of which no more than its ticks is known. */
  guess(guess: TicksGuess): BlockLength;
  /** How a block of so many ticks was waited for says something that the ticks do not. */
  tells(ticks: number, wait: BlockWait): boolean;
  /** What so many ticks were seen to take. */
  learn(ticks: number, wait: BlockWait): void;
  /** What the target's clock allows so many ticks to have taken at most. */
  most(ticks: number): number;
}

/** Covers a block of some dozens of executions, and how long commands and looks are on their way. */
const SHORT_MS = 4;
/** The agent finds its ring empty at a tick, waits for the next one, and for a part of another. */
const TICKS_BEFORE = 3;
/** What is guessed from a single, first execution may be far too long; anything may be too long. */
const LONGEST_MS = { nothing: 250, 'one execution': 250, 'a block': 2000 } as const;
/** So many blocks are waited for by a guess before it is checked, where no clock tells time. */
const BELIEVED = 4;
/** An emulated clock's pace depends on what else this computer does. */
const UNSTEADY = 1.25;
/** A computer that was busy once makes a clock seem that much slower and no more. */
const SLOWER = 1.1;

const limited = (milliseconds: number, { from }: TicksGuess) =>
  Math.min(milliseconds, LONGEST_MS[from]);

/** A clock's pace, of which nothing has been seen yet; `tickHz` is that of the target's kernel. */
export function newPace(clock: Pick<RunBegin, 'clockHz' | 'unit'>, tickHz: number): Pace {
  return clock.unit === 'instructions'
    ? emulatedPace(clock.clockHz)
    : exactPace(clock.clockHz, SHORT_MS + (TICKS_BEFORE * 1000) / tickHz);
}

function exactPace(clockHz: number, before: number): Pace {
  const most = (ticks: number) => (ticks * 1000) / clockHz;
  return {
    isExact: true,
    guess: (guess) => ({
      milliseconds: limited(before + most(guess.ticks), guess),
      believed: BELIEVED,
    }),
    tells: (_, wait) => wait.wasLookedInto,
    learn: () => undefined,
    most,
  };
}

/** Time in which an emulated core has nothing to do passes at once. */
function emulatedPace(clockHz: number): Pace {
  // As long as nothing is known it is taken for one that keeps time.
  let perTick = 1000 / clockHz;
  let isSeen = false;
  // A short block tells more of how long a look takes.
  const tells = (ticks: number) => ticks * 1000 >= 2 * SHORT_MS * clockHz;
  return {
    isExact: false,
    guess: (guess) => {
      const likely = guess.ticks * perTick;
      const milliseconds = limited(SHORT_MS + likely * (isSeen ? UNSTEADY : 1), guess);
      return { milliseconds, believed: isSeen || likely < SHORT_MS ? BELIEVED : 0 };
    },
    tells,
    learn: (ticks, wait) => {
      if (!tells(ticks)) return;
      const { milliseconds, wasLookedInto } = wait;
      const seen = milliseconds / ticks;
      if (!wasLookedInto) perTick = Math.min(perTick, seen);
      else perTick = isSeen ? Math.min(perTick * SLOWER, seen) : seen;
      isSeen ||= wasLookedInto;
    },
    most: () => Infinity,
  };
}
