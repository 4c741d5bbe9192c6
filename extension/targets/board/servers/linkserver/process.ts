import { resolveProgram, type VendorProgram } from '../../../../host';
import type { ServerSetup } from '../../../setup';
import { nameOfDevice, nameOfProbe, UDEV_HINT } from '../../failures';
import type { ServerCause, ServerCommand, ServerStart } from '../../server';

/** NXP's LinkServer; `device` is `DEVICE` or `DEVICE:BOARD`. */
export interface LinkServerSetup extends ServerSetup {
  readonly kind: 'linkserver';
  readonly device: string;
  readonly args: readonly string[];
}

/** NXP's LinkServer as its installers place it. */
export const LINKSERVER_PROGRAM: VendorProgram = {
  names: { linux: 'LinkServer' },
  folders: {
    linux: ['/usr/local/LinkServer', '/usr/local/LinkServer_*'],
    darwin: ['/Applications/LinkServer_*'],
    win32: ['C:\\nxp\\LinkServer_*', 'C:\\NXP\\LinkServer_*'],
  },
};

/**
 * LinkServer's command line, by its documentation. It does not attach: only when it starts a
 * session of its own does it run the device's connect script, without which the RAM of an i.MX RT is
 * not in a known state. It has no option for the speed of the wire.
 */
export function linkServerCommand(start: ServerStart<LinkServerSetup>): ServerCommand {
  const { board, setup, ports } = start;
  return {
    program: resolveProgram(LINKSERVER_PROGRAM, setup.program),
    args: [
      'gdbserver',
      '--probe',
      board.probe ?? '#1',
      '--gdb-port',
      `${ports.gdb}`,
      '--semihost-port',
      `${ports.telnet}`,
      ...setup.args,
      setup.device,
    ],
  };
}

/** Messages of LinkServer, as far as they are known; otherwise its last lines are shown. */
export const LINKSERVER_CAUSES: readonly ServerCause[] = [
  {
    pattern: /no (?:connected |supported |matching )?(?:debug )?probes?\b|probe[^\n]*not found/i,
    code: 'start-failed',
    message: (_, board) => `LinkServer found no debug probe${nameOfProbe(board)}`,
    hint: () =>
      `Check that it is plugged in. \`LinkServer probes\` lists the probes that it detects. ${UDEV_HINT}`,
  },
  {
    pattern:
      /(?:no (?:exact )?match|unknown device|device[^\n]*(?:not found|not supported))[^\n]*/i,
    code: 'start-failed',
    message: (_, board) => `The device${nameOfDevice(board)} is unknown to LinkServer`,
    hint: (_, board) =>
      `Correct it in ${board.source}: DEVICE or DEVICE:BOARD, as \`LinkServer devices\` lists them.`,
  },
  {
    pattern: /probe[^\n]*in use|already in use by/i,
    code: 'busy',
    message: (_, board) => `The debug probe${nameOfProbe(board)} is in use by another program`,
    hint: () => 'End the debug session or server that uses it, and try again.',
  },
  {
    pattern: /address already in use|port[^\n]*(?:in use|unavailable)/i,
    code: 'start-failed',
    message: () => 'A TCP port for LinkServer was taken in the meantime',
    hint: () => 'Try again.',
    isPortTaken: true,
  },
  {
    pattern: /Wire ACK|Cannot find MEM-AP|Wire not connected|Could not connect to core/i,
    code: 'start-failed',
    message: () => 'The debug probe is connected, but the target does not answer',
    hint: () =>
      'Check that the board is powered and connected, and that the device is the right one.',
  },
];
