import type { BoardSetup, ServerSetup } from '../setup';

/** A serial port: the board holds its agent already, and nothing is deployed. */
export interface SerialSetup extends ServerSetup {
  readonly kind: 'serial';
  /** The port's file, or its name on Windows. */
  readonly path: string;
  readonly baud: number;
}

/** Recognises the setup of a serial port. */
export function isAtSerialPort(server: ServerSetup | undefined): server is SerialSetup {
  return server?.kind === 'serial';
}

/** The scheme of serial addresses. */
export const SERIAL_SCHEME = 'serial://';

/** The form of a serial address, for messages. */
export const SERIAL_ADDRESS = 'serial:///dev/ttyACM0?baud=115200';
const ADDRESS = /^serial:\/\/(\/[^?\s]+|COM\d{1,3})(?:\?baud=(\d{3,8}))?$/;
/** The default of Zephyr's boards and ours. */
const USUAL_BAUD = 115_200;

/** Reads `serial://PATH?baud=N`, the rate being optional; undefined where it is something else. */
export function parseSerialAddress(text: string): SerialSetup | undefined {
  const [, path, digits] = ADDRESS.exec(text) ?? [];
  if (path === undefined) return undefined;
  return { kind: 'serial', path, baud: digits === undefined ? USUAL_BAUD : Number(digits) };
}

/** The board behind a serial port; undefined where the text is no such address. */
export function serialBoard(text: string): BoardSetup | undefined {
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
