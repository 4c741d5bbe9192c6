import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where our configurations for devices that OpenOCD lacks lie: beside the bundle's folder, or in a clone. */
export const OWN_SCRIPTS = ownScripts(__dirname);

function ownScripts(here: string): string {
  const inPackage = join(here, '..', 'media', 'openocd');
  return existsSync(inPackage) ? inPackage : join(here, '..', '..', '..', 'media', 'openocd');
}
