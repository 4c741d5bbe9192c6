import type { ImageBuild } from '../../agent';
import type { InstructionsRequest, SampleRequest, TargetReport } from '../../engine';
import type { Answers, ChangeOutcome, Project, ProjectChange } from '../../projects';
import type { ParameterValues } from '../../runs';
import type { BoardSetup, TargetValue } from '../../targets';
import type { BuiltProject, ImageFolder } from '../../toolchain';

/** Output lines of a build, or the line that begins a step. */
export type BuildUpdate =
  | { readonly kind: 'step'; readonly build: ImageBuild; readonly line: string }
  | { readonly kind: 'lines'; readonly lines: readonly string[] };

/** A commit, or the one that a run was made of. */
export type BisectEnd = { readonly commit: string } | { readonly run: string };

/** Calls that work on the user's projects. */
export type ProjectCalls = {
  /** Reads small files in known places; starts nothing. */
  readonly findProjects: {
    readonly takes: { readonly folders: readonly string[] };
    readonly gives: readonly Project[];
  };
  readonly planAdd: {
    readonly takes: {
      readonly project: Project;
      readonly answers: Answers;
      readonly packageFolder: string;
    };
    readonly gives: ChangeOutcome;
  };
  readonly planRemove: {
    readonly takes: { readonly project: Project };
    readonly gives: ChangeOutcome;
  };
  /** All or nothing; removing the agent also removes its build products. */
  readonly applyChange: {
    readonly takes: { readonly change: ProjectChange; readonly isRemoval: boolean };
    readonly gives: undefined;
  };
  /** Builds the agents with the project's own build. */
  readonly buildProject: {
    readonly takes: {
      readonly project: Project;
      readonly answers: Answers;
      readonly packageFolder: string;
    };
    readonly gives: BuiltProject;
    readonly reports: BuildUpdate;
  };
};

/** Calls of the worker that inspects this computer's programs; its environment configures where. */
export type SystemCalls = ProjectCalls & {
  /** Requirements of targets, and whether they are met. */
  readonly inspect: {
    readonly takes: {
      readonly targets: readonly TargetValue[];
      readonly imageFolders: readonly ImageFolder[];
      readonly packageFolder: string;
    };
    readonly gives: readonly TargetReport[];
  };
  /** Fetches the kernel of an emulated board, unless it is there. */
  readonly fetchKernel: {
    readonly takes: { readonly target: string };
    readonly gives: {
      readonly name: string;
      readonly folder: string;
      readonly upToDate: boolean;
    };
    readonly reports: { readonly text: string; readonly percent?: number };
  };
  /** Optional parts that an agent can be built with. */
  readonly extras: {
    readonly takes: Readonly<Record<never, never>>;
    readonly gives: readonly {
      readonly name: string;
      readonly about: string;
      readonly licence: { readonly name: string; readonly terms: string } | undefined;
    }[];
  };
  /**
   * The executed instructions of a profiled operation as text; disassembled if the image and a
   * disassembler are there.
   */
  readonly instructions: {
    readonly takes: InstructionsRequest;
    readonly gives: string;
  };
  /** The plugin that records executed instructions, if it has been built, and its licence. */
  readonly executionPlugin: {
    readonly takes: { readonly packageFolder: string };
    readonly gives: {
      readonly plugin: string | undefined;
      readonly licence: { readonly name: string; readonly terms: string };
    };
  };
  /** Builds that plugin and returns its path. */
  readonly buildExecutionPlugin: {
    readonly takes: {
      readonly packageFolder: string;
      /** Names of licences that the user accepted. */
      readonly agreed: readonly string[];
    };
    readonly gives: string;
    readonly reports: { readonly text: string };
  };
  /** Finds the commit that changed an operation; returns what was found, in words. */
  readonly bisect: {
    readonly takes: {
      /** In the user's repository. */
      readonly folder: string;
      readonly runsFolder: string;
      readonly good: BisectEnd;
      readonly bad: BisectEnd;
      /** As `suite/op`. */
      readonly bench: string;
      /** The value of each of its parameters. */
      readonly settings: ParameterValues;
      readonly target: TargetValue;
      readonly sources: readonly string[];
      readonly packageFolder: string;
    };
    readonly gives: { readonly text: string };
    readonly reports: { readonly text: string };
  };
  /** Builds a target's images and reports the compiler's messages. */
  readonly buildImages: {
    readonly takes: {
      readonly target: string;
      /** Files and folders of the user's own benchmarks. */
      readonly sources: readonly string[];
      /** Names of optional parts, and of licences that the user accepted. */
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
      /** Sources that were not named: the others need them. */
      readonly found: readonly string[];
    }[];
    readonly reports: { readonly text: string };
  };
  /** Stores a flat profile of the firmware that runs on a board. */
  readonly sample: {
    readonly takes: SampleRequest & { readonly folder: string };
    readonly gives: undefined;
    readonly reports:
      | { readonly text: string }
      | { readonly samples: number }
      /** The board is in use, and waited for. */
      | { readonly isWaiting: true };
  };
  /** Recognises the chip behind a board's probe; returns its name in the table. */
  readonly recogniseChip: {
    readonly takes: { readonly board: BoardSetup; readonly packageFolder: string };
    readonly gives: string | undefined;
    readonly reports: { readonly text: string };
  };
  /** Writes a backup of a board's flash back; returns the number of bytes written. */
  readonly restore: {
    readonly takes: { readonly board: BoardSetup; readonly backup: string };
    readonly gives: { readonly written: number };
    readonly reports:
      | { readonly text: string }
      /** `rate` is in bytes per second; absent until it can be estimated. */
      | { readonly done: number; readonly total: number; readonly rate?: number | undefined };
  };
};
