import type { SetupGap } from '../../targets';
import { choosePathModule } from '../detect';
import { COPY } from './sdk';

/**
 * A question about a project that is answered before anything is changed or built in it. `target`
 * is the CMake target that gets the agent, `preset` a preset of CMakePresets.json, `config` a build
 * configuration of the MCUXpresso SDK, such as `flexspi_nor_debug`, and `core` its name of one core
 * of several.
 */
export type ProjectQuestion =
  'version' | 'board' | 'core' | 'toolchain' | 'probe' | 'target' | 'preset' | 'config';

/** One source's answer to one question. */
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
  /** The files that identified it, inside the folder. */
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

/** A change that adds the agent to a project or removes it: shown as a diff, then made atomically. */
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

/** Summarises the change to the copy of the agent's sources in one line. */
interface CopySummary {
  readonly folder: typeof COPY;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** The size of everything that is written there. */
  readonly bytes: number;
}

/** A change in two parts: the files that are worth a diff each, and the copy. */
interface ChangeSummary {
  readonly files: readonly FileChange[];
  readonly copy: CopySummary;
}

/** Distinguishes the copy of the agent's sources from the files that are the user's own. */
export function copySummary({ folder, files }: ProjectChange): ChangeSummary {
  const paths = choosePathModule({ platform: folder.startsWith('/') ? 'linux' : 'win32' });
  const start = paths.join(folder, COPY) + paths.sep;
  const copied = files.filter(({ path }) => path.startsWith(start));
  const own = files.filter(({ path }) => !path.startsWith(start));
  const count = (isMeant: (file: FileChange) => boolean) => copied.filter(isMeant).length;
  return {
    files: own,
    copy: {
      folder: COPY,
      added: count(({ before }) => before === undefined),
      changed: count(({ before, after }) => before !== undefined && after !== undefined),
      removed: count(({ after }) => after === undefined),
      bytes: copied.reduce((sum, { after = '' }) => sum + Buffer.byteLength(after), 0),
    },
  };
}

/** `cyclescope/: 163 files added, 812,345 bytes`; undefined where the copy stays as it is. */
export function copySentence(copy: CopySummary): string | undefined {
  const { folder, added, changed, removed, bytes } = copy;
  const counts = [
    { count: added, done: 'added' },
    { count: changed, done: 'renewed' },
    { count: removed, done: 'removed' },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return undefined;
  const files = counts.map(({ count, done }) => `${count} file${count === 1 ? '' : 's'} ${done}`);
  const size = bytes > 0 ? [`${bytes.toLocaleString('en-US')} bytes`] : [];
  return `${folder}/: ${[...files, ...size].join(', ')}`;
}
