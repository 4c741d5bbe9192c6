import { TargetError } from '../../base';
import { nameRate, type SerialSetup } from './address';
import type { PortRefusal } from './rfc2217';

const FIND_HINT =
  'Plug the board in, and name the port that appears: /dev/ttyACM0 or /dev/ttyUSB0 on Linux, /dev/cu.usbmodem… on macOS.';
const OTHERS_HINT = 'Close serial monitors and terminals that have it open.';

/** Why a port could not be opened, by the system's error code. */
export function openFailure({ path }: SerialSetup, code = 'unknown error'): TargetError {
  if (code === 'ENOENT' || code === 'ENXIO' || code === 'ENODEV') {
    return new TargetError('start-failed', `There is no serial port ${path}`, FIND_HINT);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new TargetError(
      'start-failed',
      `There is no permission to open ${path}`,
      'On Linux, join its group and log in again: sudo usermod -aG dialout $USER (uucp on some systems).',
    );
  }
  if (code === 'EBUSY') {
    return new TargetError('busy', `Another program has ${path} open exclusively`, OTHERS_HINT);
  }
  return new TargetError('start-failed', `${path} could not be opened: ${code}`, FIND_HINT);
}

/** A server in the network was not reached, by the system's error code or in words. */
export function notConnected({ path }: SerialSetup, code: string): TargetError {
  if (code === 'ECONNREFUSED') {
    return new TargetError(
      'start-failed',
      `Nothing accepts connections at ${path}`,
      'Start the server that exports the port, such as ser2net, and check its number.',
    );
  }
  return new TargetError(
    'start-failed',
    `${path} could not be reached: ${code}`,
    "Check the host's name, the network and its firewalls.",
  );
}

/** A server accepted the connection, and its port cannot be set up. */
export function serverFailure(
  { path }: SerialSetup,
  why: PortRefusal | ServerFault,
  seconds: number,
): TargetError {
  switch (why.kind) {
    case 'silent':
      return new TargetError(
        'start-failed',
        `${path} did not answer with RFC 2217 within ${seconds} s`,
        'Disconnect other clients of the port. If the server is bare TCP, add ?protocol=raw.',
      );
    case 'closed':
      return new TargetError(
        'start-failed',
        `${path} closed the connection before its port was set up${why.greeting === '' ? '' : `: ${why.greeting}`}`,
        'Disconnect other clients of the port.',
      );
    case 'no-com-port':
      return new TargetError(
        'start-failed',
        `${path} is a telnet server without RFC 2217`,
        'Turn RFC 2217 on: telnet(rfc2217),tcp in ser2net. Or make it bare TCP, and add ?protocol=raw.',
      );
    case 'not-binary':
      return new TargetError(
        'start-failed',
        `${path} refuses to transmit binary data`,
        'Use another server, or make it bare TCP and add ?protocol=raw.',
      );
    case 'setting':
      return new TargetError(
        'start-failed',
        `${path} could not be set to ${why.wanted}: it keeps ${why.kept}`,
        `Change the server's own settings of the port. ${RATE_HINT}`,
      );
  }
}

/** A fault of the server instead of an answer. */
type ServerFault =
  { readonly kind: 'silent' } | { readonly kind: 'closed'; readonly greeting: string };

const RATE_HINT =
  "Use a rate that the adapter has, and set the UART's current-speed in the devicetree to the same.";

/** Explains, from stty's message, why a port could not be set up. */
export function setupFailure({ path, baud }: SerialSetup, output: string): TargetError {
  if (/inappropriate ioctl|not a (tty|typewriter)/i.test(output)) {
    return new TargetError('start-failed', `${path} is not a serial port`, FIND_HINT);
  }
  return new TargetError(
    'start-failed',
    `${path} could not be set to ${baud} baud: ${output.trim().split('\n')[0] ?? ''}`,
    RATE_HINT,
  );
}

/** stty is not there. */
export function makeSttyError(): TargetError {
  return new TargetError(
    'missing-program',
    'stty was not found; it is needed to set up serial ports',
    'Install it: apt-get install coreutils',
  );
}

/** On Windows only native code can open ports, and there is none here. */
export function onWindows(): TargetError {
  return new TargetError(
    'start-failed',
    'Serial ports cannot be opened on Windows',
    'Start an RFC 2217 server for the port, and use serial://localhost:PORT. Or reach the board through its debug probe.',
  );
}

/** No frame came. */
export function noAgent(
  setup: SerialSetup,
  seen: { readonly bytes: number; readonly answers: number },
  seconds: number,
): TargetError {
  const { path, baud } = setup;
  if (seen.answers > 0) {
    return new TargetError(
      'no-agent',
      `${path} echoes what is sent to it, and no agent answers`,
      'Remove the bridge between RX and TX, or the terminal that echoes.',
    );
  }
  if (seen.bytes > 0) {
    return new TargetError(
      'no-agent',
      `${seen.bytes} bytes arrived from ${path}${nameRate(setup)} within ${seconds} s, but none from an agent`,
      baud === undefined
        ? "The server's baud rate may be wrong, the port may be the console's, or the server uses RFC 2217: then remove ?protocol=raw."
        : `The baud rate may be wrong, the port may be the console's, or another program may read the same port. ${OTHERS_HINT}`,
    );
  }
  return new TargetError(
    'no-agent',
    `No agent answered on ${path} within ${seconds} s`,
    'Flash the board with an image that has CONFIG_CYCLESCOPE_LINK_UART=y, and use the UART that cyclescope,uart chooses.',
  );
}

/** The error if the agent was asked to restart and did not come back. */
export function noRestart({ path }: SerialSetup, seconds: number): TargetError {
  return new TargetError(
    'agent-silent',
    `The agent on ${path} did not restart within ${seconds} s`,
    'Reset the board by hand. An image that a debugger put into RAM does not survive a reset.',
  );
}

/** The agent's frames do not follow each other. */
export function makeStepError({ path }: SerialSetup, isFresh: boolean): TargetError {
  return isFresh
    ? new TargetError(
        'target-gone',
        `The board on ${path} was reset in the middle of a run`,
        'It crashed, lost power, or was reset by hand. Try the benchmarks one by one.',
      )
    : new TargetError(
        'target-gone',
        `Part of the agent's output on ${path} was lost`,
        `Another program may read the same port. ${OTHERS_HINT}`,
      );
}

/** The end of the stream does not come. */
export function serialStreamStuck({ path }: SerialSetup, seconds: number): TargetError {
  return new TargetError(
    'target-gone',
    `Nothing arrived over ${path} for ${seconds} s, and the stream is not complete`,
    'The board may have lost power, or may be stuck. Power-cycle it, and measure again.',
  );
}

/** The port was taken away. */
export function portGone({ path, network }: SerialSetup, why: string): TargetError {
  if (network !== undefined) {
    return new TargetError(
      'target-gone',
      `The connection to ${path} ended${why === '' ? '' : `: ${why}`}`,
      'The server was ended, its adapter was unplugged, or another client took the port. Check the server, and measure again.',
    );
  }
  return new TargetError(
    'target-gone',
    `The serial port ${path} is gone${why === '' ? '' : `: ${why}`}`,
    'The board or its adapter was unplugged. Plug it in, and measure again.',
  );
}
