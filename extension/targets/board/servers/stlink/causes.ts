import { nameOfProbe, UDEV_HINT } from '../../sentences';
import type { ServerCause } from '../../server';

/** What ST's server says, by what users posted; the more exact ones first. */
export const STLINK_CAUSES: readonly ServerCause[] = [
  {
    pattern: /Could not verify ST device/i,
    code: 'start-failed',
    message: () => "ST's server takes the device for a copy: it could not verify that ST made it",
    hint: () => 'Is it an STM32, powered and connected? OpenOCD does not ask for that.',
  },
  {
    pattern:
      /(?:No ST-?LINK (?:device )?(?:detected|found)|ST-?LINK device (?:not found|initialization failed))/i,
    code: 'start-failed',
    message: (_, board) => `ST's server found no ST-LINK${nameOfProbe(board)}`,
    hint: () => `Is it plugged in? ${UDEV_HINT}`,
  },
  {
    pattern: /ST-?LINK[^\n]*(?:already )?in use|used by another/i,
    code: 'busy',
    message: (_, board) => `The ST-LINK${nameOfProbe(board)} is in use by another program`,
    hint: () => 'End the debug session or server that uses it, and try again.',
  },
  {
    pattern:
      /(?:bind|listen)[^\n]*(?:failed|error)|Failed to (?:bind|listen|open port)|address already in use/i,
    code: 'start-failed',
    message: () => "A TCP port that ST's server was to use has been taken in the meantime",
    hint: () => 'Try again.',
    isPortTaken: true,
  },
  {
    pattern: /Reason: *(?:ST-LINK: *|\(\d+\) *)*([^\n]*?)\.? *(?:\n|$)/,
    code: 'start-failed',
    message: ([, reason]) => `ST's server could not start with the ST-LINK: ${reason}`,
    hint: () => 'Is the board powered and connected? A lower `speed` helps with long wires.',
  },
  {
    pattern: /PARSE ERROR:[^\n]*|Couldn't find match for argument[^\n]*/,
    code: 'start-failed',
    message: ([said]) => `ST's server does not take an option of this configuration: ${said}`,
    hint: (_, board) => `Correct the options in ${board.source}.`,
  },
];
