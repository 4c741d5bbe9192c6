import { join } from 'node:path';
import type { Project } from '../../targets/projects/project';
import { C_SOURCES, requireCSources } from '../build/c-sources';
import { recipeOf } from '../build/recipe';
import { EngineError } from '../error';

/** The variable by which the agent's own CMake files are told where SEGGER's recorder is. */
const VARIABLE = 'CYCLESCOPE_SEGGER_DIR';

/** An agent with the same recorder, which says where in the fetched sources it lies. */
const WITH_RECORDER = 'qemu-freertos-m7';
const RECORDER = new RegExp(`^${C_SOURCES}/(systemview-target-[^/]+)/`);

/** What a build of a project is given, and what it tells. */
export interface RecorderRequest {
  readonly project: Pick<Project, 'kind'>;
  readonly packageFolder: string;
  readonly onLine: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tells the build of a project where SEGGER's recorder lies, fetching it where it is not here yet. Zephyr
 * brings its own and Linux needs none; where it cannot be fetched, the project may still have its own.
 */
export async function recorderEnvironment(
  { project, packageFolder, onLine, signal }: RecorderRequest,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Readonly<Record<string, string>>> {
  const recipe = recipeOf(WITH_RECORDER);
  const needsNone = project.kind === 'zephyr' || project.kind === 'cmake-linux';
  if (needsNone || environment[VARIABLE] !== undefined || !recipe) return {};
  const crate = recipe.systemIncludes.map((path) => RECORDER.exec(path)?.[1]).find(Boolean);
  try {
    const folder = await requireCSources(recipe, { packageFolder, onMessage: onLine, signal });
    return crate === undefined ? {} : { [VARIABLE]: join(folder, crate, 'lib') };
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === 'cancelled') throw error;
    [error.message, error.hint ?? ''].filter((line) => line !== '').forEach(onLine);
    return {};
  }
}
