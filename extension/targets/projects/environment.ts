import { pathsOf } from '../detect/scope';
import type { ProjectPlace } from './place';
import type { Project, ProjectFact, ProjectKind } from './project';

/** What Zephyr's builds are told by the environment, and keep. */
const ZEPHYR = ['ZEPHYR_TOOLCHAIN_VARIANT', 'GNUARMEMB_TOOLCHAIN_PATH', 'ZEPHYR_SDK_INSTALL_DIR'];

/** What a new build has to be told as earlier ones were; what the user's own environment says, counts. */
export function buildEnvironment(
  place: ProjectPlace,
  kind: ProjectKind,
  facts: readonly ProjectFact[],
): Readonly<Record<string, string>> {
  const told = (name: string, value: string | undefined) =>
    value === undefined || place.world.env[name] ? [] : [[name, value] as const];
  if (kind === 'zephyr') {
    return Object.fromEntries([
      ...told('ZEPHYR_BASE', cached(place, 'ZEPHYR_BASE')),
      ...ZEPHYR.flatMap((name) => told(name, cached(place, name))),
    ]);
  }
  const { isAbsolute } = pathsOf(place.world);
  const toolchain = facts.find(
    ({ question, value }) => question === 'toolchain' && isAbsolute(value) && !isFile(value),
  );
  if (kind !== 'mcuxpresso') return {};
  return Object.fromEntries(told('ARMGCC_DIR', toolchain?.value));
}

/** A toolchain file of CMake's, or the compiler itself. */
const isFile = (path: string) => /\.cmake$|[-/\\]gcc\.exe$|-gcc$/.test(path);

/** How an earlier build called west: `python3;-m;west`. */
export function westOf(place: ProjectPlace): readonly string[] | undefined {
  const words = cached(place, 'WEST')?.split(';') ?? [];
  return pathsOf(place.world).isAbsolute(words[0] ?? '') ? words : undefined;
}

/** What the command line of an earlier Zephyr build added to the application. */
export function zephyrExtras(place: ProjectPlace): Pick<Project, 'shield' | 'snippets'> {
  const snippets = cached(place, 'CACHED_SNIPPET')?.split(/[;\s]+/) ?? [];
  return {
    shield: cached(place, 'CACHED_SHIELD'),
    snippets: snippets.filter((name) => name !== 'cyclescope'),
  };
}

function cached({ builds }: ProjectPlace, name: string): string | undefined {
  return builds.map(({ entry }) => entry(name)).find((value) => value !== undefined);
}
