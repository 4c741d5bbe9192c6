import { programRequirement } from '../../host';
import { refuseGaps } from '../board';
import type { TargetKind } from '../kind';
import { type BoardSetup, isAtSerialPort, type SerialSetup } from '../setup';
import { openSerial, STTY } from './open';

/** The scheme of serial addresses. */
const SCHEME = 'serial://';

/** The form of a serial address, for messages. */
export const SERIAL_ADDRESS = 'serial:///dev/ttyACM0?baud=115200';
const ADDRESS = /^serial:\/\/(\/[^?\s]+|COM\d{1,3})(?:\?baud=(\d{3,8}))?$/;
/** The default of Zephyr's boards and ours. */
const USUAL_BAUD = 115_200;

/** Recognises ids of serial ports. */
export function isSerialId(id: string): boolean {
  return id.startsWith(SCHEME);
}

/** Reads `serial://PATH?baud=N`, the rate being optional; undefined where it is something else. */
export function parseSerialAddress(text: string): SerialSetup | undefined {
  const [, path, digits] = ADDRESS.exec(text) ?? [];
  if (path === undefined) return undefined;
  return { kind: 'serial', path, baud: digits === undefined ? USUAL_BAUD : Number(digits) };
}

/** The board behind a serial port; undefined where the text is no such address. */
function serialBoard(text: string): BoardSetup | undefined {
  const server = parseSerialAddress(text);
  return (
    server && {
      id: text,
      title: `the board on ${server.path} at ${server.baud} baud`,
      source: 'its address',
      server,
      namesPrograms: false,
      gaps: [],
    }
  );
}

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
