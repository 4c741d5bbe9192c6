import { nameOfProbe, UDEV_HINT } from '../../sentences';
import type { ServerCause } from '../../server';

/** What SEGGER's server says, by its documentation and what users posted; the more exact ones first. */
export const JLINK_CAUSES: readonly ServerCause[] = [
  {
    pattern: /Failed to get index for device name '([^']*)'|unknown device[^\n"']*["']?([\w-]*)/i,
    code: 'start-failed',
    message: (_, board) => `J-Link does not know the device${deviceOf(board)}: it does not start`,
    hint: (_, board) =>
      `Correct the device's name in ${board.source}; J-Link's own list of devices has the names it takes.`,
  },
  {
    pattern: /(?:Failed to open|Can(?:no|')t open) listener port (\d+)/i,
    code: 'start-failed',
    message: ([, port]) =>
      `TCP port ${port}, which J-Link was to use, has been taken in the meantime`,
    hint: () => 'Try again.',
    isPortTaken: true,
  },
  {
    pattern:
      /Connecting to J-Link failed|Could not connect to J-Link|No emulators? (?:connected|found)/i,
    code: 'start-failed',
    message: (_, board) => `No J-Link${nameOfProbe(board)} was found`,
    hint: () => `Is it plugged in, and does no other program use it? ${UDEV_HINT}`,
  },
  {
    pattern: /Target voltage:? *(?:too low|0\.\d+ ?V)/i,
    code: 'start-failed',
    message: () => 'J-Link sees no supply voltage on the target',
    hint: () => 'Power the board, and check that VTref of the debug connector is wired.',
  },
  {
    pattern:
      /Could not connect to target|Can ?not connect to target|Cannot connect to (?:the )?(?:CPU|core)/i,
    code: 'start-failed',
    message: () => 'J-Link is there, but the target does not answer',
    hint: () =>
      'Is the board powered and connected? Is the device the right one? A lower `speed` helps with long wires.',
  },
  {
    pattern:
      /[^\n]*(?:terms of use|license (?:agreement|has expired)|(?:is|may be) (?:a clone|defective))[^\n]*/i,
    code: 'start-failed',
    message: ([said]) => `J-Link wants to be answered first: ${said}`,
    hint: () => 'Start J-Link Commander once by hand and answer what it asks.',
    isFinal: true,
  },
  {
    pattern: /(?:Unknown|Invalid) (?:command line )?(?:option|parameter|argument)[^\n]*/i,
    code: 'start-failed',
    message: ([said]) => `J-Link does not take an option of this configuration: ${said}`,
    hint: (_, board) => `Correct the options in ${board.source}.`,
  },
];

function deviceOf({ server }: Parameters<ServerCause['message']>[1]): string {
  return server?.kind === 'jlink' ? ` "${server.device}"` : '';
}
