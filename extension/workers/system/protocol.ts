import type { ImageBuild } from '../../core/agent/manifest';
import type { ImagePlace } from '../../engine/images/find';
import type { TargetReport } from '../../engine/doctor';

/** What the worker serves that looks at this computer's programs; its environment says where. */
export type SystemCalls = {
  /** What targets need, and whether it is there. */
  readonly inspect: {
    readonly takes: {
      readonly targets: readonly string[];
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
  /** Builds a target's images; tells the compiler's messages. */
  readonly buildImages: {
    readonly takes: {
      readonly target: string;
      /** Files and folders of the user's own benchmarks. */
      readonly sources: readonly string[];
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
};
