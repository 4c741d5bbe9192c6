import { type Chip, recogniseChip } from '../../chips';
import type { BoardSetup } from '../setup';
import { attach } from './attach';
import { type BoardOptions, type BoardResources, bringUp } from './bring-up';
import { readWord } from './deploy';
import { leaveBoard } from './kept';
import { atProbe } from './probe';
import { LIKELIEST_CORE, withServerForChip } from './probes';

/**
 * Recognises the chip of a board by words that only it has; undefined where the table has none of its family, or
 * nothing answers. Its memory is read, and nothing else happens to it.
 */
export async function recogniseBoard(
  board: BoardSetup,
  chips: readonly Chip[],
  options: BoardOptions,
  resources: BoardResources = {},
): Promise<Chip | undefined> {
  const reached = await withServerForChip(board, LIKELIEST_CORE);
  if (reached.server === undefined) return undefined;
  try {
    return await atProbe(reached, options, resources, (undertaking) =>
      bringUp(undertaking, async (serving) => {
        const session = await attach(undertaking, serving);
        const read = (address: number) => readWord(session.memory, address).catch(() => undefined);
        try {
          return await recogniseChip(chips, read);
        } finally {
          await leaveBoard(undertaking, session, () => serving.process?.end());
        }
      }),
    );
  } catch (error) {
    if (options.signal.aborted) throw error;
    options.log.debug(`The chip was not recognised: ${String(error)}`);
    return undefined;
  }
}
