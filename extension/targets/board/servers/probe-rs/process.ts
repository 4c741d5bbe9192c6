import { TargetError } from '../../../../base';
import { LOOPBACK, resolveProgram, type VendorProgram } from '../../../../host';
import type { BoardSetup, ServerSetup } from '../../../setup';
import { nameOfProbe, UDEV_HINT } from '../../failures';
import type { ServerCause, ServerCommand, ServerStart } from '../../server';

/** probe-rs, whose command `gdb` is a GDB server; `chip` is its own name of the chip, such as `STM32F407VGTx`. */
export interface ProbeRsSetup extends ServerSetup {
  readonly kind: 'probe-rs';
  readonly chip?: string | undefined;
  /** The probe's numbers at USB, `0d28:0204`: probe-rs takes no serial number without them. */
  readonly usbId?: string | undefined;
  readonly args: readonly string[];
}

/** probe-rs as its installer and cargo place it. */
export const PROBE_RS_PROGRAM: VendorProgram = {
  names: { linux: 'probe-rs' },
  folders: { linux: ['~/.cargo/bin', '~/.local/bin'], darwin: ['~/.cargo/bin', '~/.local/bin'] },
};

/** The command line of probe-rs. It would wait for an answer where there are several probes. */
export function probeRsCommand(start: ServerStart<ProbeRsSetup>): ServerCommand {
  const { board, setup, ports } = start;
  const { probe, usbId } = board;
  if (probe !== undefined && (setup.usbId ?? usbId) === undefined) {
    throw new TargetError(
      'start-failed',
      `probe-rs does not find the probe ${probe} by its serial number alone`,
      'Name its numbers at USB as well, which `probe-rs list` shows: "usbId": "0d28:0204".',
    );
  }
  return {
    program: resolveProgram(PROBE_RS_PROGRAM, setup.program),
    args: [
      'gdb',
      '--gdb-connection-string',
      `${LOOPBACK}:${ports.gdb}`,
      '--non-interactive',
      ...wireOptions(setup, board),
      ...setup.args,
    ],
  };
}

/** The options that choose chip, probe and speed. */
export function wireOptions(
  { chip, usbId }: ProbeRsSetup,
  board: Pick<BoardSetup, 'probe' | 'usbId' | 'speedKhz'>,
): readonly string[] {
  const selector = [usbId ?? board.usbId ?? [], board.probe ?? []].flat().join(':');
  return [
    ...(chip === undefined ? [] : ['--chip', chip]),
    ...(selector === '' ? [] : ['--probe', selector]),
    ...(board.speedKhz === undefined ? [] : ['--speed', `${board.speedKhz}`]),
  ];
}

/** Messages of probe-rs, from its sources; the more exact first. */
export const PROBE_RS_CAUSES: readonly ServerCause[] = [
  {
    pattern: /No connected probes were found|(?:the )?probe (?:was|could) not (?:be )?found/i,
    code: 'start-failed',
    message: (_, board) => `probe-rs found no debug probe${nameOfProbe(board)}`,
    hint: () =>
      `Check that it is plugged in. \`probe-rs list\` lists the probes that it detects. ${UDEV_HINT}`,
  },
  {
    pattern: /(\d+) probes were found/,
    code: 'start-failed',
    message: ([, count]) => `probe-rs found ${count} probes, and the configuration names none`,
    hint: (_, board) => `Name one in ${board.source}; \`probe-rs list\` lists them.`,
  },
  {
    pattern: /The chip '([^']*)' was not found in the database/,
    code: 'start-failed',
    message: ([, chip]) => `The chip "${chip}" is unknown to probe-rs`,
    hint: () => '`probe-rs chip list` lists the valid names.',
  },
  {
    pattern: /Address already in use/i,
    code: 'start-failed',
    message: () => 'A TCP port for probe-rs was taken in the meantime',
    hint: () => 'Try again.',
    isPortTaken: true,
  },
  {
    pattern: /Access denied|insufficient permissions|Permission denied/i,
    code: 'start-failed',
    message: () => 'probe-rs has no permission to use the debug probe',
    hint: () => UDEV_HINT,
  },
  {
    pattern: /busy|already (?:open|claimed|in use)|exclusive access/i,
    code: 'busy',
    message: (_, board) => `The debug probe${nameOfProbe(board)} is in use by another program`,
    hint: () => 'End the debug session or server that uses it, and try again.',
  },
  {
    pattern: /Connecting to the chip was unsuccessful/,
    code: 'start-failed',
    message: () => 'The debug probe is connected, but the target does not answer',
    hint: () =>
      'Check that the board is powered and connected, and that the chip is the right one. A lower `speed` helps with long wires.',
  },
  {
    pattern: /error: ((?:unexpected argument|invalid value|the following required)[^\n]*)/,
    code: 'start-failed',
    message: ([, what]) => `probe-rs rejected an option of this configuration: ${what}`,
    hint: (_, board) => `Correct the options in ${board.source}.`,
  },
];
