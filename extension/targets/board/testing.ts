import type { GdbClient } from '../../gdb/client';
import type { BoardSetup, ServerSetup } from '../setup';
import type { ServerSession, ServerStart } from './server';

const PORTS = { gdb: 1, command: 2, telnet: 3, rtt: 4 } as const;
const DHCSR = 0xe000edf0;
const S_HALT = 1 << 17;

/** A board behind a server, with whatever else a test cares for. */
export function boardWith(server: ServerSetup, more: Partial<BoardSetup> = {}): BoardSetup {
  return {
    id: 'board:test',
    title: 'A board',
    source: 'this test',
    server,
    namesPrograms: false,
    gaps: [],
    ...more,
  };
}

/** The parameters that a server is started with; ports are 1 to 4. */
export function anyStart<S extends ServerSetup>(
  setup: S,
  more: Partial<BoardSetup> = {},
): ServerStart<S> {
  return { board: boardWith(setup, more), setup, ports: PORTS, folder: '/nowhere' };
}

/** A session that writes down what is asked of it. */
export function sessionWith({
  isHalted,
  answer = '',
}: {
  readonly isHalted: boolean;
  readonly answer?: string;
}): { readonly session: ServerSession; readonly sent: readonly string[] } {
  const sent: string[] = [];
  const gdb: Partial<GdbClient> = {
    isRunning: false,
    learned: {},
    monitor: async (command) => {
      sent.push(`monitor ${command}`);
      return answer;
    },
    resume: async () => void sent.push('resume'),
    interrupt: async () => {
      sent.push('interrupt');
      return 'T02';
    },
  };
  const memory = {
    read: async (address: number, length: number) => {
      const bytes = new Uint8Array(length);
      if (address === DHCSR) new DataView(bytes.buffer).setUint32(0, isHalted ? S_HALT : 0, true);
      return bytes;
    },
    write: async () => undefined,
  };
  const { signal } = new AbortController();
  return { session: { gdb: gdb as GdbClient, ports: PORTS, memory, signal }, sent };
}
