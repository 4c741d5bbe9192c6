import { choosePathModule } from '../../detect';
import {
  type CMakeCall,
  type CMakeVariables,
  expandVariables,
  readCalls,
  collectVariables,
} from '../cmake';
import { type ProjectFolder, toProjectPath } from '../project-folder';

export const LISTS = 'CMakeLists.txt';

/** Checks a call's name and its first argument. */
export const hasCall = (call: CMakeCall, name: string, first: RegExp) =>
  call.name === name && first.test(call.args[0]?.text ?? '');

/** A CMakeLists.txt that declares a project and builds programs. */
export const isProgram = (project: ProjectFolder) =>
  project.reading.calls.some((call) => hasCall(call, 'project', /./)) &&
  listExecutables(project).length > 0;

/** Files by which FreeRTOS is found in a project. */
export const FREERTOS_FILES = ['config.cmake', 'FreeRTOSConfig.h'];

/** Files that identify FreeRTOS. */
export function freertosSources(project: ProjectFolder): readonly string[] {
  const { near, reading, folder } = project;
  const { calls } = reading;
  const named = calls.some(({ args }) => args.some(({ text }) => /freertos/i.test(text)));
  const configured = /freertos/i.test(near('config.cmake') ?? '');
  const inside = folder.files
    .map((file) => toProjectPath(project, file.path))
    .filter((source) => /^(?!\.\.\/)(?:.*\/)?FreeRTOSConfig\.h$/.test(source));
  return [...(named ? [LISTS] : []), ...(configured ? ['config.cmake'] : []), ...inside];
}

/** The files of a project that are there, its CMakeLists.txt first. */
export function listPresent({ near }: ProjectFolder, names: readonly string[]): readonly string[] {
  return [LISTS, ...names.filter((name) => near(name) !== undefined)];
}

/** A program that a project builds. */
export interface Executable {
  /** Its name as a call of the project's own CMakeLists.txt may write it. */
  readonly name: string;
  /** `CMakeLists.txt:12`. */
  readonly source: string;
}

const NONE = /^(?:ALIAS|IMPORTED)$/;

/** The programs of a project's CMakeLists.txt and of the folders that it adds. */
export function listExecutables(project: ProjectFolder): readonly Executable[] {
  const { calls } = project.reading;
  const variables = collectVariables(calls);
  const own = collectExecutables(calls, variables, 'CMakeLists.txt', true);
  const added = listSubdirectories(project).flatMap((folder) => {
    const text = project.near(`${folder}/CMakeLists.txt`);
    if (text === undefined) return [];
    const inner = readCalls(text).calls;
    const known = new Map([...variables, ...collectVariables(inner)]);
    return collectExecutables(inner, known, `${folder}/CMakeLists.txt`, false);
  });
  return [...own, ...added];
}

function collectExecutables(
  calls: readonly CMakeCall[],
  variables: CMakeVariables,
  file: string,
  isOwn: boolean,
): readonly Executable[] {
  return calls.flatMap(({ name, args, line, depth }): readonly Executable[] => {
    const [first, second] = args;
    if (name !== 'add_executable' || first === undefined) return [];
    if (second !== undefined && NONE.test(second.text)) return [];
    // A variable that another file sets still has its value at the end of this one.
    const written = isOwn && depth === 0 ? first.text : undefined;
    const known = expandVariables(first.text, variables) ?? written;
    return known === undefined ? [] : [{ name: known, source: `${file}:${line}` }];
  });
}

/** The folders of `add_subdirectory`, with slashes and inside the project. */
export function listSubdirectories(project: ProjectFolder): readonly string[] {
  const { calls } = project.reading;
  const variables = new Map(collectVariables(calls));
  for (const here of ['CMAKE_CURRENT_SOURCE_DIR', 'CMAKE_CURRENT_LIST_DIR', 'CMAKE_SOURCE_DIR']) {
    variables.set(here, project.path);
  }
  return calls.flatMap(({ name, args }) => {
    const folder =
      name === 'add_subdirectory' ? expandVariables(args[0]?.text ?? '', variables) : undefined;
    return folder === undefined || folder === ''
      ? []
      : [toProjectPath(project, choosePathModule(project.world).resolve(project.path, folder))];
  });
}
