import type { ImageBuild } from '../../agent';
import type { Answers, ChangeOutcome, Project, ProjectChange } from '../../projects';
import type { BuiltProject } from '../../toolchain';

/** Output lines of a build, or the line that begins a step. */
export type BuildUpdate =
  | { readonly kind: 'step'; readonly build: ImageBuild; readonly line: string }
  | { readonly kind: 'lines'; readonly lines: readonly string[] };

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
