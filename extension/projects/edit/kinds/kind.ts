import type { ImageBuild } from '../../../agent';
import type { SetupGap } from '../../../targets';
import type { CMakeCall } from '../cmake';
import type { ProjectFolder } from '../project-folder';
import type { BuildPlan, Project, ProjectFact, ProjectQuestion } from '../project';

/** The file that puts the agent into a build with Kconfig, when it is named there. */
export const CONF = 'cyclescope.conf';

type FactSource = (project: ProjectFolder) => readonly ProjectFact[];

/** A build of a project that shall be made. */
export interface Plan {
  readonly project: Project;
  readonly build: ImageBuild;
  readonly answer: (question: ProjectQuestion) => string | undefined;
  readonly platform: NodeJS.Platform;
}

/** The way in which the marked block in a CMakeLists.txt adds the agent. */
type Entry =
  | {
      /** As a module of the build, which Kconfig switches on. */
      readonly kind: 'module';
      /** The variable that lists modules. */
      readonly list: string;
      /** Recognises the call that must find the block before it. */
      readonly isBefore: (call: CMakeCall) => boolean;
    }
  | {
      /** By a call of cyclescope_add_to at the end. */
      readonly kind: 'call';
      readonly os: 'freertos' | 'linux';
    };

/** Facts that earlier builds and the environment add to a project. */
type Details = Partial<Pick<Project, 'westTop' | 'west' | 'environment' | 'shield' | 'snippets'>>;

/** A kind of project that the agent can be added to, with everything that differs between kinds. */
export interface ProjectKind {
  readonly kind: string;
  /** Shown through the editor's translations where it is not part of a sentence. */
  readonly title: string;
  /** Files that it reads in the project's folder, besides the CMakeLists.txt. */
  readonly files: readonly string[];
  /** A workspace with one of these files starts the extension. */
  readonly marks: readonly string[];
  /** The files by which a folder is recognised; undefined where it holds no such project. */
  readonly recognise: (project: ProjectFolder) => readonly string[] | undefined;
  /** Answer the questions about it, the most specific first. */
  readonly facts: readonly FactSource[];
  /** Asked where none of those answers which board it is built for. */
  readonly possibleBoards?: FactSource;
  /** Inputs that a build requires. */
  readonly needed: readonly ProjectQuestion[];
  /** Obstacles to adding or building the agent. */
  readonly gap?: (project: ProjectFolder, facts: readonly ProjectFact[]) => SetupGap | undefined;
  readonly details?: (project: ProjectFolder, facts: readonly ProjectFact[]) => Details;
  readonly entry: Entry;
  readonly stepsToBuild: (plan: Plan) => BuildPlan;
  /** The built-in targets that may replace its board. */
  readonly builtInTargets: RegExp;
  /** Its programs run only on this computer. */
  readonly runsHere?: boolean;
  /** It brings SEGGER's recorder, or needs none. */
  readonly hasRecorder?: boolean;
  /** The remedy for an emulator if no board is found; continues a sentence. */
  readonly emulatorHint?: string;
}
