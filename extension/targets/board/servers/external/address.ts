import type { BoardSetup } from '../../../setup';

/** The scheme of addresses of running servers. */
export const GDB_SCHEME = 'gdb://';
/** The form of such an address, for messages. */
export const GDB_ADDRESS = 'gdb://host:port';
const ADDRESS = /^gdb:\/\/(?:([\w][\w.-]*)|\[([0-9A-Fa-f:.]+)\]):(\d{1,5})\/?$/;

/** The board behind a GDB server that runs already; undefined where the text is no such address. */
export function addressedBoard(text: string): BoardSetup | undefined {
  const [, name, ipv6, digits] = ADDRESS.exec(text) ?? [];
  const host = name ?? ipv6;
  const port = Number(digits);
  if (host === undefined || !(port > 0 && port <= 65_535)) return undefined;
  return {
    id: text,
    title: `the board behind the GDB server at ${host}:${port}`,
    source: 'its address',
    server: { kind: 'external', host, port },
    namesPrograms: false,
    gaps: [],
  };
}
