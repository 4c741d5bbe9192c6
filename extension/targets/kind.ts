import type { Fields } from '../base';
import type { BoardMember, BoardSetup, ServerSetup, SetupGap } from './setup';
import type { Target } from './target';

/** A way to reach targets: a folder with one of these in its `kind.ts`, and a line in `kinds.ts`. */
export interface TargetKind {
  /** For docs/boards.md and docs/support.md. */
  readonly support: KindSupport;
  /** Targets that are known without an address or a setup. */
  readonly targets?: readonly Target[];
  readonly address?: AddressKind;
  /** Servers that the setting `cyclescope.boards` may name for a board that this kind reaches. */
  readonly servers?: readonly BoardServer[];
  /** Provides its part of a board's target; undefined if another kind reaches the board. */
  reach?(setup: BoardSetup, resources: TargetResources): Reached | undefined;
}

/** Describes a kind for the tables of the documentation. */
interface KindSupport {
  /** Names its targets: "Linux machines over SSH". */
  readonly title: string;
  /** The unit of its figures. */
  readonly counts: string;
  /** On which systems it was tried. */
  readonly tried: Readonly<Record<'linux' | 'macos' | 'windows', string>>;
}

/** A debug server, or what replaces it, in the setting `cyclescope.boards`. */
export interface BoardServer {
  readonly kind: string;
  readonly title: string;
  /** Its members, besides those that every board has. */
  readonly members: Readonly<Record<string, BoardMember>>;
  readonly fromMembers: (board: Fields) => ServerSetup;
  /** Checks the values of its members. */
  readonly listGaps?: (board: Fields) => readonly SetupGap[];
}

/** Addresses that are ids of targets: no list can hold those. */
export interface AddressKind {
  /** Its scheme: `ssh://`. */
  readonly scheme: string;
  /** Its form, for messages. */
  readonly form: string;
  /** Its pattern in the settings' schema: loose, as parts of it may be variables. */
  readonly pattern: string;
  readonly about: string;
  /**
   * Returns the target at an address, for which ssh's configuration may be named; undefined for any
   * other text.
   */
  find(address: string, sshConfig: string | undefined): Addressed | undefined;
}

type Addressed = { readonly target: Target } | { readonly board: BoardSetup };

/** A kind's part of a board's target; the rest comes from the setup. */
export type Reached = Pick<
  Target,
  | 'deterministic'
  | 'isRemote'
  | 'writesFlash'
  | 'recordsExecution'
  | 'requirements'
  | 'check'
  | 'open'
  | 'samplePcs'
> & {
  /** Asks a board what it is, and completes its setup: `images` and what they need. */
  readonly identifyBoard?: ((signal: AbortSignal) => Promise<BoardSetup>) | undefined;
};

/** The folder of the locks, of which tests choose their own, and how the target is held. */
interface TargetResources {
  readonly lockFolder?: string | undefined;
  /** Somebody else gives the target for one link: no connection outlasts that. */
  readonly isLent?: boolean | undefined;
}
