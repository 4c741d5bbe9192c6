import { folder, world } from '../../detect/testing/world';
import type { World, WorldFile } from '../../detect/world';
import { findProjects } from '../find';
import type { Project } from '../project';

/** A file outside of the project's folder that its own point to. */
export const file = (path: string, text: string): WorldFile => ({ path, text });

/** The projects of a folder `/w/app` with those files. */
export function makeProjects(
  files: Readonly<Record<string, unknown>>,
  around: readonly WorldFile[] = [],
  more: Partial<World> = {},
): readonly Project[] {
  return findProjects(world([{ ...folder('app', files), around }], more));
}

/** The only project there. */
export function makeProject(...given: Parameters<typeof makeProjects>): Project {
  const [project, ...others] = makeProjects(...given);
  if (project === undefined || others.length > 0) throw new Error(`${others.length + 1} projects`);
  return project;
}

/** The answers of a project's files to one question: `value (source)`. */
export function describeAnswers({ facts }: Project, question: string): readonly string[] {
  return facts
    .filter((fact) => fact.question === question)
    .map(({ value, source }) => `${value} (${source})`);
}

export const ZEPHYR_LISTS =
  'find_package(Zephyr REQUIRED HINTS $ENV{ZEPHYR_BASE})\nproject(blinky)\n';
export const MCUX_LISTS =
  'include(${SdkRootDirPath}/cmake/extension/mcux.cmake)\nproject(sensor)\n';
