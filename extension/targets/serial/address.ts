import type { BoardSetup, SerialSetup } from '../setup';

/** What every address begins with. */
export const SCHEME = 'serial://';
/** How such an address is written, for messages. */
export const SERIAL_ADDRESS = 'serial:///dev/ttyACM0?baud=115200';
const ADDRESS = /^serial:\/\/(\/[^?\s]+|COM\d{1,3})(?:\?baud=(\d{3,8}))?$/;
/** Zephyr's boards and ours are set to this one, unless somebody changed it. */
const USUAL_BAUD = 115_200;

/** Whether an id is meant as a serial port. */
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
