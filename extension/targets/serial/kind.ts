import { programRequirement } from '../../host';
import { refuseGaps } from '../board';
import type { TargetKind } from '../kind';
import { isAtSerialPort, SERIAL_ADDRESS, SERIAL_SCHEME, serialBoard } from './address';
import { onWindows } from './failures';
import { openSerial, STTY } from './open';

/** stty is part of every POSIX system but the smallest. */
const remedyOfPorts = () =>
  process.platform === 'win32' ? (onWindows().hint ?? '') : 'apt-get install coreutils';

/** Boards that hold their agent already, behind a serial port. */
export const serial: TargetKind = {
  support: {
    title: 'boards at a serial port',
    counts: 'whatever its clock counts',
    tried: {
      linux: 'tried with a pseudo-terminal of QEMU, and over RFC 2217; adapters not',
      macos: 'not tried',
      windows: 'not tried; over RFC 2217 or TCP only',
    },
  },
  address: {
    scheme: SERIAL_SCHEME,
    form: SERIAL_ADDRESS,
    pattern: '^serial://.+$',
    about:
      'a board without a probe, flashed with an agent that communicates over a UART, here or at a server in the network',
    find: (address) => {
      const board = serialBoard(address);
      return board && { board };
    },
  },
  reach: (setup, { lockFolder }) => {
    const { server } = setup;
    if (!isAtSerialPort(server)) return undefined;
    return {
      deterministic: false,
      isRemote: true,
      requirements: () =>
        Promise.resolve(
          server.network === undefined
            ? [programRequirement(STTY, undefined, remedyOfPorts())]
            : [],
        ),
      open: async (_, options) => {
        refuseGaps(setup);
        return openSerial(server, options, { lockFolder });
      },
    };
  },
};
