import type { ServerSetup } from './setup';

/** What a setup says about the device, by which parts that need preparation are told. */
export function deviceOf(setup: ServerSetup): string | undefined {
  switch (setup.kind) {
    case 'jlink':
    case 'linkserver':
      return setup.device;
    case 'pyocd':
      return setup.target;
    case 'openocd':
      return setup.configFiles.join(' ');
    case 'stlink':
    case 'external':
      return undefined;
  }
}
