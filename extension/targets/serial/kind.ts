import { programRequirement } from '../../host';
import { refuseGaps } from '../board';
import type { TargetKind } from '../kind';
import { isAtSerialPort } from '../setup';
import { SCHEME, SERIAL_ADDRESS, serialBoard } from './address';
import { openSerial, STTY } from './open';

/** Boards that hold their agent already, behind a serial port. */
export const serial: TargetKind = {
  address: {
    scheme: SCHEME,
    form: SERIAL_ADDRESS,
    about: 'a board without a probe, flashed with an agent that communicates over a UART',
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
      requirements: () =>
        Promise.resolve([programRequirement(STTY, undefined, 'apt-get install coreutils')]),
      open: async (_, options) => {
        refuseGaps(setup);
        return openSerial(server, options, { lockFolder });
      },
    };
  },
};
