import type { ImageBuild } from '../../agent';
import type { Answers, ChangeOutcome, Project, ProjectChange } from '../../projects';
import type { BuiltProject } from '../../toolchain';

/** The parts of a line that a build prints, or that it begins a step with. */
export type BuildTelling =
  | { readonly kind: 'step'; readonly build: ImageBuild; readonly line: string }
  | { readonly kind: 'lines'; readonly lines: readonly string[] };

/** What is done with the user's own projects. */
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
  /** As a whole or not at all; what was built goes, where the agent does. */
  readonly applyChange: {
    readonly takes: { readonly change: ProjectChange; readonly isRemoval: boolean };
    readonly gives: undefined;
  };
  /** Builds the agents by the project's own way. */
  readonly buildProject: {
    readonly takes: {
      readonly project: Project;
      readonly answers: Answers;
      readonly packageFolder: string;
    };
    readonly gives: BuiltProject;
    readonly tells: BuildTelling;
  };
};
