import { TargetError } from '../../base';
import { type GdbClient, readMemoryMap } from '../../gdb';
import { formatAddress } from '../../rtt';
import type { BoardSetup } from '../setup';
import { attach } from './attach';
import { type BoardOptions, type BoardResources, bringUp, writeWithDeadline } from './bring-up';
import { type Backup, coreName, place, type Progress, readChanges, replaceFlash } from './deploy';
import { explainServerFailure } from './failures';
import { atProbe, usable } from './probe';
import type { BoardSession, DrivenServer } from './server';

interface RestoreOptions extends BoardOptions {
  readonly onProgress: Progress;
}

/** Writes a backup back to the board that it is of, verifies it and starts it; gives the bytes that were written. */
export async function restoreBoard(
  board: BoardSetup,
  backup: Backup,
  options: RestoreOptions,
  resources: BoardResources = {},
): Promise<number> {
  const { server } = usable(board);
  if (backup.board !== board.id) throw wrongBackup(backup, `${board.id}, but of ${backup.board}`);
  return atProbe(board, options, resources, async (undertaking) => {
    const written = await bringUp(undertaking, async (serving, witness) => {
      const session = await attach(undertaking, serving);
      try {
        await checkCore(server, session, backup);
        const size = backup.blocks.reduce((sum, { data }) => sum + data.length, 0);
        const bytes = await writeWithDeadline(undertaking, size, () =>
          restoreFlash(session.gdb, backup, options.onProgress),
        );
        await startAfresh(server, session);
        await session.gdb.detach();
        await serving.process?.end();
        return bytes;
      } catch (error) {
        const what = 'The backup could not be restored';
        const failure = await explainServerFailure(error, witness, 'deploy-failed', what);
        session.gdb.close();
        throw failure;
      }
    });
    await undertaking.close();
    return written;
  });
}

async function checkCore(
  server: DrivenServer,
  session: BoardSession,
  backup: Backup,
): Promise<void> {
  await server.resetHalt(session);
  const core = await coreName(session.memory);
  if (core !== backup.core) throw wrongBackup(backup, `a ${core}, but of a ${backup.core}`);
}

async function startAfresh(server: DrivenServer, session: BoardSession): Promise<void> {
  try {
    await server.resetHalt(session);
    await server.run(session);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TargetError(
      'start-failed',
      `The flash was restored, but the board did not start: ${reason}`,
      'Power-cycle the board.',
    );
  }
}

function wrongBackup({ folder }: Backup, what: string): TargetError {
  return new TargetError(
    'deploy-failed',
    `${folder} is not a backup of ${what}`,
    'Nothing was written. Choose a backup of this board, or write its files, which are plain bytes named after their addresses, with any flash tool.',
  );
}

/** Writes a backup's flash back, as far as it differs, with the core stopped; gives the bytes that were written. */
export async function restoreFlash(
  client: GdbClient,
  { blocks }: Pick<Backup, 'blocks'>,
  onProgress: Progress,
): Promise<number> {
  const map = await readMemoryMap(client);
  const pieces = blocks.flatMap((saved) => {
    const placed = place(saved, map);
    if (typeof placed !== 'string' && placed.every(({ area }) => area.kind === 'flash'))
      return placed;
    throw new TargetError(
      'deploy-failed',
      `The backup's flash at ${formatAddress(saved.address)} is not flash on this target`,
      'Nothing was written. Restore it to the board that it was read from.',
    );
  });
  const changes = await readChanges(client, pieces);
  return replaceFlash(client, changes, 'restore it again', onProgress);
}
