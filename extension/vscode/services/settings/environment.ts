import { resolve } from 'node:path';
import { searchPath } from '../../../host';
import type { Settings } from './values';

/** The variables in which programs are started and files are found. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of everything that is started for a home: programs are looked for in the folders
 * that are set, and what was fetched lies in the extension's storage.
 */
export function environmentOf(
  { programsFolders, imagesFolder }: Pick<Settings, 'programsFolders' | 'imagesFolder'>,
  places: { readonly cwd: string; readonly storage: string },
  inherited: Environment = process.env,
): Environment {
  const absolute = programsFolders.map((folder) => resolve(places.cwd, folder));
  return {
    ...inherited,
    ...searchPath(inherited, absolute),
    CYCLESCOPE_KERNELS: inherited['CYCLESCOPE_KERNELS'] || kernelsFolder(places.storage),
    ...(imagesFolder !== '' && { CYCLESCOPE_AGENTS: resolve(places.cwd, imagesFolder) }),
  };
}

/** Where the kernels of emulated boards are kept. */
export function kernelsFolder(storage: string): string {
  return resolve(storage, 'linux-imx6ul');
}
