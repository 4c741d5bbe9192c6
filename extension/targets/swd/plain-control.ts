import { awaitHalt } from './core-state';
import type { DebugServer, ServerSession } from './server';

/** Running and stopping by the protocol's own packets; a reset by `monitor reset`, which leaves the core stopped. */
export function plainControl(server: string): Pick<DebugServer, 'resetHalt' | 'run' | 'halt'> {
  return {
    resetHalt: async (session: ServerSession) => {
      if (session.gdb.isRunning) await session.gdb.interrupt();
      await session.gdb.monitor('reset');
      await awaitHalt(session, server, 'reset');
    },
    run: ({ gdb }) => gdb.resume(),
    halt: async ({ gdb }) => void (await gdb.interrupt()),
  };
}
