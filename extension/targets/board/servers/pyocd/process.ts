import { resolveProgram, type VendorProgram } from '../../../../host';
import type { ServerSetup } from '../../../setup';
import { LOCKED_HINT, nameOfProbe, NO_ACCESS, UDEV_HINT } from '../../failures';
import type { ServerCause, ServerCommand, ServerStart } from '../../server';

/** pyOCD; `target` is its own name of the device, such as `mimxrt1050_quadspi`. */
export interface PyOcdSetup extends ServerSetup {
  readonly kind: 'pyocd';
  readonly target?: string | undefined;
  /** The user's own `pyocd.yaml`, script or pack options. */
  readonly args: readonly string[];
}

/** pyOCD as pip and pipx install it. */
export const PYOCD_PROGRAM: VendorProgram = {
  names: { linux: 'pyocd' },
  folders: { linux: ['~/.local/bin'], darwin: ['~/.local/bin'] },
};

/**
 * pyOCD's command line. It takes no RTT section: its own service looks every millisecond, also while the
 * agent measures. Two defaults are not ours: it would erase a locked device on connecting, and its cache
 * of memory asks for the core's state before every read.
 */
export function pyOcdCommand(start: ServerStart<PyOcdSetup>): ServerCommand {
  const { gdb, telnet } = start.ports;
  const ports = ['--port', `${gdb}`, '--telnet-port', `${telnet}`];
  return pyOcd('gdbserver', ports, start);
}

/** The command line of a part of pyOCD. */
export function pyOcd(
  part: string,
  own: readonly string[],
  { board: { probe, speedKhz }, setup, folder }: ServerStart<PyOcdSetup>,
): ServerCommand {
  return {
    program: resolveProgram(PYOCD_PROGRAM, setup.program),
    args: [
      part,
      ...own,
      '--connect',
      'attach',
      '--no-wait',
      '-O',
      'auto_unlock=false',
      '-O',
      'cache.enable_memory=false',
      // It runs what it finds in the folder it works in; a configuration with its own folder sets it later.
      '--project',
      folder,
      ...(probe === undefined ? [] : ['--uid', probe]),
      ...(setup.target === undefined ? [] : ['--target', setup.target]),
      ...(speedKhz === undefined ? [] : ['--frequency', `${speedKhz}k`]),
      ...setup.args,
    ],
  };
}

/** Messages of pyOCD 0.46, and their causes; the more exact first. */
export const PYOCD_CAUSES: readonly ServerCause[] = [
  {
    pattern: /No (?:available debug probes|connected debug probe)/,
    code: 'start-failed',
    message: (_, board) => `pyOCD found no debug probe${nameOfProbe(board)}`,
    hint: () =>
      `Check that it is plugged in. \`pyocd list\` lists the probes that it detects. ${UDEV_HINT}`,
  },
  {
    pattern: /Target type (\S+) not recognized/,
    code: 'start-failed',
    message: ([, target]) => `The target "${target}" is unknown to pyOCD`,
    hint: ([, target]) =>
      `Install its pack: pyocd pack install ${target}. \`pyocd list --targets\` lists the valid names.`,
  },
  {
    pattern: /IDC\.DEV_ID (\S+) did not match expected\S* (\S+)/,
    code: 'start-failed',
    message: ([, found, wanted]) =>
      `The device is not the configured one: its id is ${found}, not ${wanted}`,
    hint: (_, board) => `Correct the target's name in ${board.source}.`,
  },
  {
    pattern: /(?<!Address )already (?:open|in use)|Unable to open device|exclusive access/i,
    code: 'busy',
    message: (_, board) => `The debug probe${nameOfProbe(board)} is in use by another program`,
    hint: () => 'End the debug session or server that uses it, and try again.',
  },
  {
    pattern: /insufficient permissions|Access denied|Permission denied/i,
    code: 'start-failed',
    message: () => 'pyOCD has no permission to use the debug probe',
    hint: () => UDEV_HINT,
  },
  {
    pattern: /Address already in use/,
    code: 'start-failed',
    message: () => 'A TCP port for pyOCD was taken in the meantime',
    hint: () => 'Try again.',
    isPortTaken: true,
  },
  {
    pattern: /Broken pipe|Connection reset by peer|No such device/,
    code: 'target-gone',
    message: (_, board) => `The debug probe${nameOfProbe(board)} no longer answers pyOCD`,
    hint: () => 'It may have been unplugged. Plug it in again, and try again.',
  },
  {
    pattern: /Skipping CoreSight discovery for \S+ because it is disabled/,
    code: 'start-failed',
    message: () => NO_ACCESS,
    hint: () => LOCKED_HINT,
  },
  {
    pattern:
      /No ACK|Unexpected ACK|(?:WAIT|FAULT) ACK|No cores were discovered|\d [CE] (?:error received from server for command|Memory transfer fault)/,
    code: 'start-failed',
    message: () => 'The debug probe is connected, but the target does not answer',
    hint: () =>
      'Check that the board is powered and connected. A lower `speed` helps with long wires.',
  },
  {
    pattern: /Connection refused/,
    code: 'start-failed',
    message: (_, board) => `The remote debug probe${nameOfProbe(board)} does not answer`,
    hint: () => 'Check that its server is running there and that this is its port.',
  },
  {
    pattern: /error: (unrecognized arguments.*|argument .*)/,
    code: 'start-failed',
    message: ([, what]) => `pyOCD rejected an option of this configuration: ${what}`,
    hint: (_, board) => `Correct the options in ${board.source}; pyOCD 0.36 or newer is needed.`,
  },
];
