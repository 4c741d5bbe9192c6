import type { CMakeCall } from './cmake/calls';
import { executablesOf } from './cmake/executables';
import { sourceOf, type ProjectPlace } from './place';
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
