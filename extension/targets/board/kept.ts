import type { Undertaking } from './bring-up';
import { lockName, resolveProbeUse } from './ownership';
import type { BoardSession } from './server';
import { isExternal } from './servers';

/*
 * Some servers end when their client leaves them. A run therefore passes the connection to a server that it has not
 * started on from one use of the board to the next, together with the claim of the board:
 *
 *     await keepConnections(async () => {
 *       const found = await target.identify(signal); // connects
 *       const link = await found.open(image, options); // takes that connection over
 *       await link.close(); // leaves it to the next pass
 *     }); // disconnects
 *
 * A connection that has broken, or whose use has failed, is not passed on.
 */

/** A board that is ours, and a connection to its server, between two uses. */
interface KeptBoard extends Undertaking {
  readonly session: BoardSession;
}

/** Those of this thread, by the names of their locks. */
const kept = new Map<string, KeptBoard>();
let runs = 0;

/** Keeps connections from one use of a board to the next for as long as `act` takes, and those of other calls. */
export async function keepConnections<T>(act: () => Promise<T>): Promise<T> {
  runs += 1;
  try {
    return await act();
  } finally {
    runs -= 1;
    if (runs === 0) {
      const left = [...kept.values()];
      kept.clear();
      await Promise.all(left.map((each) => disconnect(each, each.session)));
    }
  }
}

/** Ends the use of a board that went well: its connection is left to the next one, or the board is given back. */
export async function leaveBoard(
  undertaking: Undertaking,
  session: BoardSession,
  endServer: () => Promise<void> | undefined,
): Promise<void> {
  const { setup, life, resources } = undertaking;
  const isUsable = session.gdb.isOpen && !life.signal.aborted;
  if (runs > 0 && isExternal(setup) && !resources.isLent && isUsable) {
    // It may stop now: nobody measures.
    session.expectStop();
    kept.set(nameBoard(undertaking), { ...undertaking, session });
    return;
  }
  await disconnect(undertaking, session, endServer);
}

/** Takes over what the last use of a board has left. */
export async function takeKeptBoard(
  wanted: Pick<Undertaking, 'board' | 'setup'>,
): Promise<KeptBoard | undefined> {
  const name = nameBoard(wanted);
  const found = kept.get(name);
  kept.delete(name);
  if (found === undefined || found.session.gdb.isOpen) return found;
  await disconnect(found, found.session);
  return undefined;
}

const nameBoard = ({ board, setup }: Pick<Undertaking, 'board' | 'setup'>) =>
  lockName(resolveProbeUse({ ...board, server: setup }));

async function disconnect(
  { close }: Undertaking,
  { gdb }: BoardSession,
  endServer: () => Promise<void> | undefined = () => undefined,
): Promise<void> {
  await gdb.detach();
  await endServer();
  await close();
}
