import type { ImageBuild } from '../../agent';
import type { TargetReport } from '../../engine';
import type { BoardSetup, TargetValue } from '../../targets';
import type { ImagePlace } from '../../toolchain';
import type { ProjectCalls } from './projects-protocol';

/** What the worker serves that looks at this computer's programs; its environment says where. */
export type SystemCalls = ProjectCalls & {
  /** What targets need, and whether it is there. */
  readonly inspect: {
    readonly takes: {
      readonly targets: readonly TargetValue[];
      readonly places: readonly ImagePlace[];
      readonly packageFolder: string;
    };
    readonly gives: readonly TargetReport[];
  };
  /** Brings the kernel of an emulated board, unless it is there. */
  readonly fetchKernel: {
    readonly takes: { readonly target: string };
    readonly gives: {
      readonly name: string;
      readonly folder: string;
      readonly upToDate: boolean;
    };
    readonly tells: { readonly text: string; readonly percent?: number };
  };
  /** The optional parts that an agent can be built with. */
  readonly extras: {
    readonly takes: Readonly<Record<never, never>>;
    readonly gives: readonly {
      readonly name: string;
      readonly about: string;
      readonly licence: { readonly name: string; readonly terms: string } | undefined;
    }[];
  };
  /** Builds a target's images; tells the compiler's messages. */
  readonly buildImages: {
    readonly takes: {
      readonly target: string;
      /** Files and folders of the user's own benchmarks. */
      readonly sources: readonly string[];
      /** Names of optional parts, and of the licences that the user agreed to. */
      readonly extras: readonly string[];
      readonly agreed: readonly string[];
      readonly packageFolder: string;
      readonly cwd: string;
    };
    readonly gives: readonly {
      readonly folder: string;
      readonly build: ImageBuild;
      readonly benches: number;
      readonly upToDate: boolean;
    }[];
    readonly tells: { readonly text: string };
  };
  /** Writes a backup of a board's flash back; gives the bytes that were written. */
  readonly restore: {
    readonly takes: { readonly board: BoardSetup; readonly backup: string };
    readonly gives: { readonly written: number };
    readonly tells:
      | { readonly text: string }
      /** `rate` is in bytes a second; none before there is anything to tell. */
      | { readonly done: number; readonly total: number; readonly rate?: number | undefined };
  };
};
