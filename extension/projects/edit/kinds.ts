import { pathsOf } from '../detect';
import { type CMakeCall, type CMakeVariables, expand, readCalls, variablesOf } from './cmake';
import { type ProjectPlace, sourceOf } from './place';
import type { Project, ProjectKind } from './project';

/** What a project is, and by which files it was told. */
export interface Kind {
  readonly kind: ProjectKind;
  readonly sources: readonly string[];
  readonly isZipLayout?: boolean;
}

/** Whether its build takes modules, which Kconfig switches on; others have nothing but CMake. */
export function takesModules({ kind, isZipLayout = false }: Pick<Project, 'kind' | 'isZipLayout'>) {
  return kind === 'zephyr' || (kind === 'mcuxpresso' && !isZipLayout);
}

const says = (calls: readonly CMakeCall[], name: string, first: RegExp) =>
  calls.some((call) => call.name === name && first.test(call.args[0]?.text ?? ''));

const LISTS = 'CMakeLists.txt';

/** The kind of project that a CMakeLists.txt is for; undefined where it is for none of them. */
export function kindOf(place: ProjectPlace): Kind | undefined {
  const { calls } = place.reading;
  if (isZephyr(calls)) return { kind: 'zephyr', sources: present(place, ['prj.conf', 'west.yml']) };
  if (isWestMcux(calls)) {
    return { kind: 'mcuxpresso', sources: present(place, ['prj.conf', 'example.yml']) };
  }
  if (!says(calls, 'project', /./) || executablesOf(place).length === 0) return undefined;
  const freertos = freertosSources(place);
  if (isZipMcux(place)) {
    const sources = [...new Set([LISTS, ...freertos])];
    return { kind: 'mcuxpresso', sources, isZipLayout: true };
  }
  if (freertos.length > 0) {
    return { kind: 'cmake-freertos', sources: [...new Set([LISTS, ...freertos])] };
  }
  return isForAnotherSystem(place) ? undefined : { kind: 'cmake-linux', sources: [LISTS] };
}

function isZephyr(calls: readonly CMakeCall[]): boolean {
  return says(calls, 'find_package', /^Zephyr$/) || says(calls, 'include', /boilerplate\.cmake$/);
}

function isWestMcux(calls: readonly CMakeCall[]): boolean {
  return (
    says(calls, 'include', /\/cmake\/extension\/mcux\.cmake$/) ||
    says(calls, 'find_package', /^McuxSDK$/i)
  );
}

/** Projects of the older SDK name themselves in a variable of it, or are kept by NXP's extension. */
function isZipMcux({ reading, near }: ProjectPlace): boolean {
  return (
    says(
      reading.calls,
      'set',
      /^(?:MCUX_SDK_PROJECT_NAME|MCUXPRESSO_CMAKE_FORMAT_MAJOR_VERSION)$/,
    ) ||
    near('.vscode/mcuxpresso-tools.json') !== undefined ||
    near('../.vscode/mcuxpresso-tools.json') !== undefined
  );
}

/** The files that tell of FreeRTOS. */
export function freertosSources(place: ProjectPlace): readonly string[] {
  const { near, reading, folder } = place;
  const { calls } = reading;
  const told = calls.some(({ args }) => args.some(({ text }) => /freertos/i.test(text)));
  const configured = /freertos/i.test(near('config.cmake') ?? '');
  const inside = folder.files
    .map((file) => sourceOf(place, file.path))
    .filter((source) => /^(?!\.\.\/)(?:.*\/)?FreeRTOSConfig\.h$/.test(source));
  return [...(told ? [LISTS] : []), ...(configured ? ['config.cmake'] : []), ...inside];
}

/** Another processor, or none of an operating system at all. */
function isForAnotherSystem({ reading, near, builds }: ProjectPlace): boolean {
  const presets = `${near('CMakePresets.json') ?? ''}${near('CMakeUserPresets.json') ?? ''}`;
  return (
    reading.calls.some(
      ({ name, args }) =>
        name === 'set' &&
        ((args[0]?.text === 'CMAKE_SYSTEM_NAME' && args[1]?.text !== 'Linux') ||
          (args[0]?.text === 'CMAKE_TOOLCHAIN_FILE' &&
            /arm-none|generic/i.test(args[1]?.text ?? ''))),
    ) ||
    /arm-none-eabi|"CMAKE_SYSTEM_NAME"\s*:\s*"Generic"/.test(presets) ||
    builds.some(({ entry }) => /arm-none-eabi/.test(entry('CMAKE_C_COMPILER') ?? ''))
  );
}

function present({ near }: ProjectPlace, names: readonly string[]): readonly string[] {
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
export function executablesOf(place: ProjectPlace): readonly Executable[] {
  const { calls } = place.reading;
  const variables = variablesOf(calls);
  const own = executablesIn(calls, variables, 'CMakeLists.txt', true);
  const added = addedFolders(place).flatMap((folder) => {
    const text = place.near(`${folder}/CMakeLists.txt`);
    if (text === undefined) return [];
    const inner = readCalls(text).calls;
    const known = new Map([...variables, ...variablesOf(inner)]);
    return executablesIn(inner, known, `${folder}/CMakeLists.txt`, false);
  });
  return [...own, ...added];
}

function executablesIn(
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
    const known = expand(first.text, variables) ?? written;
    return known === undefined ? [] : [{ name: known, source: `${file}:${line}` }];
  });
}

/** The folders of `add_subdirectory`, with slashes and inside the project. */
export function addedFolders(place: ProjectPlace): readonly string[] {
  const { calls } = place.reading;
  const variables = new Map(variablesOf(calls));
  for (const here of ['CMAKE_CURRENT_SOURCE_DIR', 'CMAKE_CURRENT_LIST_DIR', 'CMAKE_SOURCE_DIR']) {
    variables.set(here, place.path);
  }
  return calls.flatMap(({ name, args }) => {
    const folder = name === 'add_subdirectory' ? expand(args[0]?.text ?? '', variables) : undefined;
    return folder === undefined || folder === ''
      ? []
      : [sourceOf(place, pathsOf(place.world).resolve(place.path, folder))];
  });
}

/** The file that puts the agent into a build, when it is named there. */
export const CONF = 'cyclescope.conf';

const TEXT = `# Puts the agent of Cyclescope into a build that names this file; other builds stay as they are.
CONFIG_CYCLESCOPE=y
`;

/** The text of that file; undefined for projects without Kconfig. */
export function confOf(project: Pick<Project, 'kind' | 'isZipLayout'>): string | undefined {
  return takesModules(project) ? TEXT : undefined;
}

/** Whether a text of Kconfig's puts the agent in. */
export function asksForAgent(text: string): boolean {
  return /^\s*CONFIG_CYCLESCOPE=y\s*$/m.test(text);
}
