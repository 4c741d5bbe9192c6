import type { BoardSetup } from './setup';
import type { Target } from './target';

/** A way to reach targets: a folder with one of these in its `kind.ts`, and a line in `kinds.ts`. */
export interface TargetKind {
  /** Targets that are known without an address or a setup. */
  readonly targets?: readonly Target[];
  readonly address?: AddressKind;
  /** Provides its part of a board's target; undefined if another kind reaches the board. */
  reach?(setup: BoardSetup, places: TargetPlaces): Reached | undefined;
}

/** Addresses that are ids of targets: no list can hold those. */
export interface AddressKind {
  /** Its scheme: `ssh://`. */
  readonly scheme: string;
  /** Its form, for messages. */
  readonly form: string;
  readonly about: string;
  /** What is at an address, for which ssh's configuration may be named; undefined where it is none. */
  find(address: string, sshConfig: string | undefined): Addressed | undefined;
}

type Addressed = { readonly target: Target } | { readonly board: BoardSetup };

/** A kind's part of a board's target; the rest comes from the setup. */
export type Reached = Pick<
  Target,
  'deterministic' | 'recordsExecution' | 'requirements' | 'check' | 'open'
>;

/** The folder of the locks; tests choose their own. */
interface TargetPlaces {
  readonly lockFolder?: string | undefined;
}
