import type { TargetErrorCode } from '../../../extension/base/failures';
import type { Otherwise, Way } from './boards';
import type { Deed } from './deeds';
import type { Plan, Scene } from './scene';
import type { Cue } from './stage';

/** The images of these tests: one that works, one with hidden channels, and two that are not agents. */
export type ImageName = 'firmware' | 'stranger' | 'other architecture' | 'no control block';

/** One fault, and how it is reported. */
export interface Row {
  readonly name: string;
  readonly way: Way;
  readonly code: TargetErrorCode;
  readonly message: RegExp;
  /** Absent if there is nothing to try. */
  readonly hint?: RegExp;
  /** Done before the board is opened. */
  readonly before?: Deed;
  /** Done while it is opened, or while it measures. */
  readonly cue?: Cue<Scene>;
  /** Done to an open board, which is asked something afterwards. */
  readonly idle?: Deed;
  readonly otherwise?: (takenPort: number) => Otherwise;
  readonly limits?: Plan['limits'];
  readonly image?: ImageName;
  /** The part that stays untouched: all of the target's memory, or even its debug port. */
  readonly untouched?: 'memory' | 'port';
}

/** A fault of one server's, whichever way that is reached. */
export type FaultRow = Omit<Row, 'way'>;

type At = (deed: Deed) => Cue<Scene>;

/** Has a deed done when a target has come that far. */
export const [starting, deploying, waiting, measuring] = (
  ['starting', 'deploying', 'waiting', 'measuring'] as const
).map((at) => (deed: Deed) => ({ at, deed })) as [At, At, At, At];

/** The report of the same fault with whichever server. */
export const cancelled = {
  code: 'cancelled',
  message: /^Opening board:rig was cancelled$/,
} as const;
export const interrupted = { code: 'cancelled', message: /^Interrupted\.$/ } as const;
export const destroyed = {
  code: 'target-gone',
  hint: /crashed, was reset from outside, or wrote over its own memory/,
} as const;
export const killed = { code: 'start-failed', hint: /Someone ended it/ } as const;
export const wires = { hint: /powered.*lower speed/s } as const;
