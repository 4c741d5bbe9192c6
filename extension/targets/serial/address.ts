import type { BoardSetup, ServerSetup } from '../setup';

/** A serial port: the board holds its agent already, and nothing is deployed. */
export interface SerialSetup extends ServerSetup {
  readonly kind: 'serial';
  /** The port's file, its name on Windows, or `host:port`. */
  readonly path: string;
  /** Undefined where the server in the network has set it. */
  readonly baud: number | undefined;
  /** The server in the network that has the port: RFC 2217 if there is a rate to set, bare TCP if not. */
  readonly network?: { readonly host: string; readonly port: number };
}

/** Recognises the setup of a serial port. */
export function isAtSerialPort(server: ServerSetup | undefined): server is SerialSetup {
  return server?.kind === 'serial';
}

/** The scheme of serial addresses. */
export const SERIAL_SCHEME = 'serial://';

/** The forms of a serial address, for messages. */
export const SERIAL_ADDRESS = 'serial:///dev/ttyACM0?baud=115200 or serial://host:port';
const LOCAL = /^serial:\/\/(\/[^?\s]+|COM\d{1,3})(?:\?baud=(\d{3,8}))?$/;
const NETWORK =
  /^serial:\/\/(?:(\w[\w.-]*)|\[([0-9A-Fa-f:.]+)\]):(\d{1,5})(?:\?(?:baud=(\d{3,8})|(protocol=raw)))?$/;
/** The default of Zephyr's boards and ours. */
const USUAL_BAUD = 115_200;

/**
 * Reads `serial://PATH?baud=N`, `serial://HOST:PORT?baud=N` or `serial://HOST:PORT?protocol=raw`, the
 * rate being optional; undefined where it is something else.
 */
export function parseSerialAddress(text: string): SerialSetup | undefined {
  const [, path, digits] = LOCAL.exec(text) ?? [];
  if (path !== undefined) return { kind: 'serial', path, baud: parseBaud(digits) };
  const [, name, ipv6 = '', number, rate, raw] = NETWORK.exec(text) ?? [];
  const port = Number(number);
  if (!(port > 0 && port <= 65_535)) return undefined;
  return {
    kind: 'serial',
    path: `${name ?? `[${ipv6}]`}:${port}`,
    baud: raw === undefined ? parseBaud(rate) : undefined,
    network: { host: name ?? ipv6, port },
  };
}

function parseBaud(digits: string | undefined): number {
  return digits === undefined ? USUAL_BAUD : Number(digits);
}

/** Names the rate of a port in a sentence; nothing if only its server knows it. */
export function nameRate({ baud }: SerialSetup): string {
  return baud === undefined ? '' : ` at ${baud} baud`;
}

/** The board behind a serial port; undefined where the text is no such address. */
export function serialBoard(text: string): BoardSetup | undefined {
  const server = parseSerialAddress(text);
  return (
    server && {
      id: text,
      title: `the board on ${server.path}${nameRate(server)}`,
      source: 'its address',
      server,
      namesPrograms: false,
      gaps: [],
    }
  );
}
