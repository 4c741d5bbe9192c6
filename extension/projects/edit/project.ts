import type { SetupGap } from '../../targets';

/**
 * What is asked of a project before anything is changed or built in it. `target` is the CMake target
 * that gets the agent, `preset` a preset of CMakePresets.json, `config` a build configuration of the
 * MCUXpresso SDK, such as `flexspi_nor_debug`, and `core` its name of one core of several.
 */
export type ProjectQuestion =
  'version' | 'board' | 'core' | 'toolchain' | 'probe' | 'target' | 'preset' | 'config';

/** One place's answer to one question. */
export interface ProjectFact {
  readonly question: ProjectQuestion;
  readonly value: string;
  /** The file with the answer, inside the folder: `build/zephyr/runners.yaml`. */
  readonly source: string;
}

/** The user's answers where the files differ or have none. */
export type Answers = Readonly<Partial<Record<ProjectQuestion, string>>>;

/** A project that was recognised in a folder, with all facts from its files. */
export interface Project {
  /** One of those in `kinds/`. */
  readonly kind: string;
  /** The folder of its CMakeLists.txt; an absolute path. */
  readonly folder: string;
  /** For people: `Zephyr application "blinky"`. */
  readonly title: string;
  /** The files by which it was recognised, inside the folder. */
  readonly sources: readonly string[];
  /** In the order of detection, the best first; includes all answers that differ. */
  readonly facts: readonly ProjectFact[];
  /** Obstacles to adding or building the agent. */
  readonly gaps: readonly SetupGap[];
  /** The agent is in it already. */
  readonly hasAgent: boolean;
  /** The workspace of west around it, where commands of west are started; a whole path. */
  readonly westTop?: string | undefined;
  /** The call of west in an earlier build: a program and its first arguments. */
  readonly west?: readonly string[] | undefined;
  /** Environment of earlier builds that later ones need too. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** The shield and the snippets of the project's own Zephyr build. */
  readonly shield?: string | undefined;
  readonly snippets?: readonly string[] | undefined;
}

/** One file before and after the change; undefined if it does not exist. */
export interface FileChange {
  /** A whole path. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Adding the agent to a project, or taking it back: shown as a diff, then made as a whole or not at all. */
export interface ProjectChange {
  readonly title: string;
  /** All files are inside this folder; an absolute path. */
  readonly folder: string;
  readonly files: readonly FileChange[];
  /** Remarks for the user that go into no file. */
  readonly remarks: readonly string[];
}

/** A change, or why there can be none. */
export type ChangeOutcome = { readonly change: ProjectChange } | { readonly gap: SetupGap };

/** One program that a build starts, without a shell. */
export interface BuildStep {
  /** For people, as they would type it. */
  readonly line: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** The steps of a build, or why it cannot begin. */
export type BuildPlan = { readonly steps: readonly BuildStep[] } | { readonly gap: SetupGap };
