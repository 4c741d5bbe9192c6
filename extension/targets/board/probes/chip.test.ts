import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChips } from '../../../chips';
import type { BoardSetup } from '../../setup';
import { boardWithChip, chipOfBoard } from './chip';

const chips = await readChips(join(import.meta.dirname, '..', '..', '..', '..'));

const board: BoardSetup = {
  id: 'launch:Debug',
  title: 'Debug',
  source: 'launch.json',
  server: { kind: 'jlink', device: 'STM32F407VGT6', args: [] },
  namesPrograms: false,
  gaps: [],
};

test.each([
  ['STM32F407VGT6', 'STM32F407VG'],
  ['target/stm32f4x.cfg', undefined],
  ['cortex_m', undefined],
  [undefined, undefined],
])('the chip of a board whose device is %s is %s', (device, name) => {
  const server = { kind: 'external', host: 'localhost', port: 1 };
  expect(chipOfBoard({ ...board, server, device }, chips)?.name).toBe(name);
});

test('a board runs images from the largest RAM of its chip, through the server that it has', async () => {
  const chip = chipOfBoard(board, chips);
  if (chip === undefined) throw new Error('no chip');
  expect(await boardWithChip(board, chip, 16_000_000)).toEqual({
    ...board,
    images: undefined,
    bare: { chip: 'STM32F407VG', coreHz: 16_000_000 },
    ram: [{ start: 0x2000_0000, end: 0x2002_0000 }],
  });
});

test('a chip on which nothing can run is refused, with its numbers', async () => {
  const [chip] = chips.filter(({ name }) => name === 'STM32F103C6');
  if (chip === undefined) throw new Error('no chip');
  await expect(boardWithChip(board, chip)).rejects.toThrow(
    'Nothing runs from the RAM of STM32F103C6: 10 KB of RAM execute, and one family needs 20 KB.',
  );
});
