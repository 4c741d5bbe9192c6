import type { RunBegin } from '../../core/agent/events';
import type { BlockWait } from './block-length';
import type { TicksGuess } from './block-ticks';

/** Turns a target's ticks into this computer's milliseconds. */
export interface Pace {
  /** How long a block takes of which no more than its ticks is known. */
  guess(guess: TicksGuess): number;
  /** How a block of so many ticks was waited for. */
  learn(guess: TicksGuess, wait: BlockWait): void;
  /**
   * The longest that a block can have taken by the target's clock; undefined where that clock says
   * nothing about time, so that a block's length is always guessed.
   */
  most(clockTicks: number): number | undefined;
}

/** Covers a block of some dozens of executions, and how long commands and looks are on their way. */
const SHORT_MS = 4;
/** The agent finds its ring empty at a tick, waits for the next one, and for a part of another. */
const TICKS_BEFORE = 3;
/** What is guessed from a single, first execution may be far too long; anything may be too long. */
const LONGEST_MS = { nothing: 250, 'one execution': 1000, 'a block': 2000 } as const;
/** An emulator does more, unless this computer has much else to do. */
const EMULATED_PER_MS = 25_000;
/** An emulator may not get a processor at once. */
const EMULATED_SHORT_MS = 12;
/** A computer that was busy will be so for a while, and then is not any more. */
const [BUSIER, CALMER] = [1.5, 0.85];
/** Waiting longer for every block would cost more than a look at one. */
const BUSIEST_MS = 60;

const limited = (milliseconds: number, { from }: TicksGuess) =>
  Math.min(milliseconds, LONGEST_MS[from]);

/** A clock's pace; `tickHz` is that of the target's kernel. */
export function newPace(clock: Pick<RunBegin, 'clockHz' | 'unit' | 'ratio'>, tickHz: number): Pace {
  return clock.unit === 'instructions'
    ? emulatedPace(clock.ratio)
    : exactPace(clock.clockHz, tickHz);
}

function exactPace(clockHz: number, tickHz: number): Pace {
  const before = SHORT_MS + (TICKS_BEFORE * 1000) / tickHz;
  const most = (ticks: number) => (ticks * 1000) / clockHz;
  return {
    guess: (guess) => limited(before + most(guess.ticks), guess),
    learn: () => undefined,
    most,
  };
}

/**
 * Time in which an emulated core has nothing to do passes at once, and its pace otherwise changes
 * with whatever else this computer does. So it is taken for a slow one: waiting costs no figure.
 */
function emulatedPace([numerator, denominator]: RunBegin['ratio']): Pace {
  const perTick = numerator / denominator / EMULATED_PER_MS;
  let busy = 0;
  const usual = ({ ticks }: TicksGuess) => EMULATED_SHORT_MS + ticks * perTick;
  return {
    guess: (guess) => limited(usual(guess) + busy, guess),
    learn: (guess, { milliseconds, wasLookedInto }) => {
      busy *= CALMER;
      if (!wasLookedInto) return;
      busy = Math.min(BUSIEST_MS, Math.max(busy, BUSIER * (milliseconds - usual(guess))));
    },
    most: () => undefined,
  };
}
