import { hex } from '../../core/rtt/memory';
import type { GdbClient } from '../gdb-remote/client';
import { readMemoryMap } from '../gdb-remote/memory-map';
import { TargetError } from '../target';
import { place } from './areas';
import type { Backup } from './backup';
import { readChanges, replaceFlash } from './flash';
import type { Progress } from './ram';

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
      `The backup's flash at ${hex(saved.address)} is not flash of this target`,
      'Nothing was written. Restore it to the board that it was read from.',
    );
  });
  const changes = await readChanges(client, pieces);
  return replaceFlash(client, changes, 'restore it again', onProgress);
}
