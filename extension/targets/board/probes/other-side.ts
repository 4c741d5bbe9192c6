import { quoted } from '../../../base';
import { type BoardSetup, isExternal, isProbed, type SetupGap } from '../../setup';
import { serverOf } from '../servers';

/** Why no probe is seen in a Linux inside Windows. */
export const WSL: SetupGap = {
  what: 'USB probes are not visible inside WSL',
  remedy:
    'Start the debug server on Windows so that it listens to WSL, and use gdb://HOST:PORT here; ' +
    'HOST is the address behind "default via" of ip route, or localhost with mirrored networking. ' +
    'Or attach the probe to WSL with usbipd.',
};

/** Why no probe is seen in a container. */
export const CONTAINER: SetupGap = {
  what: 'USB probes are not visible inside this container',
  remedy:
    'Start the debug server on the computer that has the probe, and use gdb://HOST:PORT here, ' +
    'such as gdb://host.docker.internal:3333. Or pass /dev/bus/usb to the container.',
};

/**
 * The command that starts a board's server where its probe is, so that it can be reached from here.
 * Programs and files have other paths on that computer: programs are called by name only.
 */
export function otherSideCommand(board: BoardSetup): string | undefined {
  if (!isProbed(board)) return undefined;
  const { server } = board;
  if (server === undefined || isExternal(server)) return undefined;
  return serverOf(server).remoteCommand(server, board).map(quoted).join(' ');
}
