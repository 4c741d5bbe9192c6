import { dirname, isAbsolute, join, resolve } from 'node:path';
import { cacheEntries, iniValue } from './assignments';
import { namesIn, readSmall } from './files';
import type { WorldFile } from './world';

/** How far above a folder its workspace of west may begin. */
const MAX_ABOVE = 6;
/** The trees that the builds of one folder may use. */
const MAX_TREES = 8;

const ignore = () => undefined;

/**
 * What the files of a folder point to: the configuration of the west workspace around it, and which
 * version the trees of Zephyr and of the MCUXpresso SDK have that its builds use.
 */
export async function filesAround(
  folder: string,
  files: readonly WorldFile[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly WorldFile[]> {
  const west = await westConfig(folder);
  const zephyr = [
    ...cached(files, 'ZEPHYR_BASE'),
    ...(west === undefined ? [] : [westZephyr(west)]),
    ...texts(env['ZEPHYR_BASE']),
  ];
  const mcux = [
    ...cached(files, 'SdkRootDirPath'),
    ...(west === undefined ? [] : [join(topOf(west), 'mcuxsdk')]),
    ...texts(env['SdkRootDirPath']),
  ];
  const versions = await Promise.all([
    ...distinct(zephyr).map((base) => readSmall(join(base, 'VERSION'), ignore)),
    ...distinct(mcux).map((base) => readSmall(join(base, 'MCUX_VERSION'), ignore)),
    ...distinct(mcux).map(sdkManifest),
  ]);
  return [west, ...versions].filter((file) => file !== undefined);
}

async function westConfig(folder: string): Promise<WorldFile | undefined> {
  let at = folder;
  for (let above = 0; above <= MAX_ABOVE; above++) {
    const found = await readSmall(join(at, '.west', 'config'), ignore);
    if (found !== undefined) return found;
    if (dirname(at) === at) return undefined;
    at = dirname(at);
  }
  return undefined;
}

/** The folder that holds `.west`. */
const topOf = ({ path }: WorldFile) => dirname(dirname(path));

function westZephyr(west: WorldFile): string {
  return resolve(topOf(west), iniValue(west.text, 'zephyr', 'base') ?? 'zephyr');
}

function cached(files: readonly WorldFile[], name: string): readonly string[] {
  return files
    .filter(({ path }) => /[\\/]CMakeCache\.txt$/.test(path))
    .flatMap(({ text }) => texts(cacheEntries(text)(name)));
}

const texts = (value: string | undefined) => (value ? [value] : []);

function distinct(folders: readonly string[]): readonly string[] {
  return [...new Set(folders.filter((folder) => isAbsolute(folder)))].slice(0, MAX_TREES);
}

/** The older SDK names itself and its version in a manifest of its own. */
async function sdkManifest(sdk: string): Promise<WorldFile | undefined> {
  for (const folder of [sdk, join(sdk, 'manifests')]) {
    const name = [...(await namesIn(folder))].sort().find((one) => MANIFEST.test(one));
    if (name !== undefined) return readSmall(join(folder, name), ignore);
  }
  return undefined;
}

const MANIFEST = /_manifest_v\d+_\d+\.xml$/;
