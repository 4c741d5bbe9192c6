import { resolve } from 'node:path';
import { searchPath } from '../../../host';
import type { Settings } from './values';

/** The environment for starting programs and finding files. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of everything started for a home: programs are searched in the configured
 * folders, and downloads are in the extension's storage.
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

/** The folder of the emulated boards' kernels. */
export function kernelsFolder(storage: string): string {
  return resolve(storage, 'linux-imx6ul');
}
