import type { Serving, Undertaking } from './bring-up';
import { examine, stoppedByItself } from './examine';
import { limitsOf } from './places';
import { openSession, type BoardSession } from './session';

/** Connects to a server that answers; a stop that nobody wanted ends the undertaking. */
export async function attach(
  { board, server, life, options, places }: Undertaking,
  { gdb, ports, process }: Serving,
): Promise<BoardSession> {
  const witness = { board, server, life: life.signal, output: process?.output };
  const whyStopped = async () =>
    life.abort((await examine({ server, session, witness })) ?? stoppedByItself());
  const session: BoardSession = await openSession({
    ...{ server, gdb, ports, life: life.signal },
    timeoutMs: limitsOf(places).connect,
    onStop: () => void whyStopped(),
    onOutput: (text) => {
      // A server that was started here has written that on its own output, too.
      if (process === undefined) options.log.debug(`${server.title}: ${text.trimEnd()}`);
    },
  });
  return session;
}
