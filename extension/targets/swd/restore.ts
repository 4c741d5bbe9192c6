import type { Backup } from '../deploy/backup';
import { coreName } from '../deploy/core';
import type { Progress } from '../deploy/ram';
import { restoreFlash } from '../deploy/restore';
import { TargetError } from '../target';
import { attach } from './attach';
import { bringUp } from './bring-up';
import { explain } from './failures';
import { writtenInTime } from './in-time';
import type { BoardPlaces } from './places';
import { atProbe, usable, type BoardOptions } from './probe';
import type { DebugServer } from './server';
import type { BoardSession } from './session';
import type { BoardSetup } from './setup';

export interface RestoreOptions extends BoardOptions {
  readonly onProgress: Progress;
}

/** Writes a backup back to the board that it is of, verifies it and starts it; gives the bytes that were written. */
export async function restoreBoard(
  board: BoardSetup,
  backup: Backup,
  options: RestoreOptions,
  places: BoardPlaces = {},
): Promise<number> {
  const { server } = usable(board);
  if (backup.board !== board.id) throw notOf(backup, `${board.id}, but of ${backup.board}`);
  return atProbe(board, options, places, async (undertaking) => {
    const written = await bringUp(undertaking, async (serving, witness) => {
      const session = await attach(undertaking, serving);
      try {
        await checkCore(server, session, backup);
        const size = backup.blocks.reduce((sum, { data }) => sum + data.length, 0);
        const bytes = await writtenInTime(undertaking, size, () =>
          restoreFlash(session.gdb, backup, options.onProgress),
        );
        await startAfresh(server, session);
        await session.gdb.detach();
        await serving.process?.end();
        return bytes;
      } catch (error) {
        const what = 'The backup could not be restored';
        const failure = await explain(error, witness, 'deploy-failed', what);
        session.gdb.close();
        throw failure;
      }
    });
    await undertaking.close();
    return written;
  });
}

async function checkCore(
  server: DebugServer,
  session: BoardSession,
  backup: Backup,
): Promise<void> {
  await server.resetHalt(session);
  const core = await coreName(session.memory);
  if (core !== backup.core) throw notOf(backup, `a ${core}, but of a ${backup.core}`);
}

async function startAfresh(server: DebugServer, session: BoardSession): Promise<void> {
  try {
    await server.resetHalt(session);
    await server.run(session);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TargetError(
      'start-failed',
      `The flash is as it was kept, but the board did not start: ${reason}`,
      'Power it off and on.',
    );
  }
}

function notOf({ folder }: Backup, what: string): TargetError {
  return new TargetError(
    'deploy-failed',
    `${folder} is no backup of ${what}`,
    'Nothing was written. Its files are plain bytes, called after their addresses: any flash tool can write them, too.',
  );
}
