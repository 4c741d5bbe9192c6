import { EngineError } from '../../../base';
import { type Chip, findChips, largestRam, obstaclesOf } from '../../../chips';
import type { BoardSetup } from '../../setup';
import { deviceOf } from '../servers';
import { withServerForChip } from './probe';

/** Finds the chip of a board, if the name of its device means one part. */
export function chipOfBoard(board: BoardSetup, chips: readonly Chip[]): Chip | undefined {
  const { matching } = findChips(deviceOf(board) ?? '', chips);
  return matching.length === 1 ? matching[0] : undefined;
}

/** Makes a board one on which images run from the RAM of its chip; refuses a chip on which none can. */
export async function boardWithChip(
  board: BoardSetup,
  chip: Chip,
  coreHz?: number,
): Promise<BoardSetup> {
  const [core] = chip.cores;
  const ram = largestRam(core.memories);
  const obstacle = obstaclesOf(chip).find(({ isCertain }) => isCertain);
  if (ram === undefined || obstacle !== undefined) {
    const why = obstacle?.what ?? 'The table lists no RAM from which it executes';
    throw new EngineError(
      'refused',
      `Nothing runs from the RAM of ${chip.name}: ${why}.`,
      obstacle?.remedy,
    );
  }
  const region = { start: ram.start, end: ram.start + ram.size };
  const reached = await withServerForChip(board, core);
  return { ...reached, images: undefined, bare: { chip: chip.name, coreHz }, ram: [region] };
}
