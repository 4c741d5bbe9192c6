import { mkdirSync } from 'node:fs';
import { TargetError } from '../../base';
import { startGuardian, temporaryFolder } from '../../host';
import type { BoardSetup } from '../setup';
import type { BoardOptions, BoardResources, Undertaking } from './bring-up';
import { explainServerFailure } from './failures';
import { takeKeptBoard } from './kept';
import { claimProbe } from './ownership';
import { findDrivenServer, isProbed } from './servers';

/**
 * Takes a board's probe and does something with it. On success the undertaking's `close` gives the
 * probe back; after a failure that has already been done.
 */
export async function atProbe<T>(
  board: BoardSetup,
  options: BoardOptions,
  resources: BoardResources,
  act: (undertaking: Undertaking) => Promise<T>,
): Promise<T> {
  const { setup, server } = usable(board);
  const kept = await takeKeptBoard({ board, setup });
  const { take, ...held } = kept
    ? { ...kept, take: () => Promise.resolve() }
    : prepareClaim({ board, setup, options, resources });
  const { life } = held;
  const cancel = () =>
    life.abort(new TargetError('cancelled', `Opening ${board.id} was cancelled`));
  options.signal.addEventListener('abort', cancel, { once: true });
  if (options.signal.aborted) cancel();
  try {
    life.signal.throwIfAborted();
    await take();
    return await act({ ...held, board, setup, server, options, resources });
  } catch (error) {
    await held.close();
    const witness = { board, server, life: life.signal };
    throw await explainServerFailure(
      error,
      witness,
      'start-failed',
      `${board.id} could not be opened`,
    );
  } finally {
    options.signal.removeEventListener('abort', cancel);
  }
}

/** The claim of a board that is in no run yet, with all that goes with it; nothing is ours before `take`. */
function prepareClaim({
  board,
  setup,
  options,
  resources,
}: Pick<Undertaking, 'board' | 'setup' | 'options' | 'resources'>) {
  const folder = temporaryFolder(resources.temporary);
  const { lockFolder } = resources;
  const lock = claimProbe({ ...board, server: setup }, { lockFolder, onDoubt: options.log.info });
  // Holds lock and folder; each server has a guardian of its own.
  const keeper = startGuardian({
    remove: [folder, ...lock.paths],
    removeOrphans: options.cleanup ?? [],
  });
  return {
    folder,
    life: new AbortController(),
    take: async () => {
      await lock.take();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    },
    close: () => keeper.end(),
  };
}

/** Refuses an incomplete board before anything is started. */
export function usable(board: BoardSetup) {
  refuseGaps(board);
  const { id, source } = board;
  if (!isProbed(board)) {
    throw new TargetError(
      'start-failed',
      `${id} (${source}) has no debug port`,
      'Name a board behind a debug probe; `cyclescope targets` lists them.',
    );
  }
  const { server: setup } = board;
  if (setup === undefined) {
    throw new TargetError(
      'start-failed',
      `${id} (${source}) does not name the debug server that reaches the board`,
      'Name one in the setting cyclescope.boards.',
    );
  }
  return { setup, server: findDrivenServer(setup) };
}

/** Refuses a board that is known to be incomplete. */
export function refuseGaps({ id, source, gaps }: BoardSetup): void {
  const [gap] = gaps;
  if (gap === undefined) return;
  throw new TargetError(
    'start-failed',
    `${id} (${source}) cannot be used: ${gap.what}`,
    gap.remedy,
  );
}
