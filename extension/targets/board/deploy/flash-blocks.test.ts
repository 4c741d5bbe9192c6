import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf, changesIn, occupiedBlocks } from './flash-blocks';

const area = { kind: 'flash', start: 0x100, end: 0x10000, blockSize: 0x40 } as const;
const piece = (address: number, ...data: number[]) => ({
  address,
  data: Uint8Array.from(data),
  area,
});

describe('blocksOf', () => {
  test('counts blocks from the start of their area and joins neighbours', () => {
    const pieces = [piece(0x1c1, 1), piece(0x13f, 1, 2), piece(0x100, 1)];
    expect(blocksOf(pieces)).toEqual([
      { start: 0x100, end: 0x180, blockSize: 0x40 },
      { start: 0x1c0, end: 0x200, blockSize: 0x40 },
    ]);
  });

  test('every byte lies in whole blocks, and no two runs touch', () => {
    const pieces = fc.array(
      fc
        .tuple(fc.nat(0xe00), fc.integer({ min: 1, max: 200 }))
        .map(([offset, length]) => piece(0x100 + offset, ...new Array<number>(length).fill(0))),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (all) => {
        const runs = blocksOf(all);
        for (const { address, data } of all)
          expect(
            runs.some(({ start, end }) => address >= start && address + data.length <= end),
          ).toBe(true);
        runs.forEach(({ start, end }, index) => {
          expect((start - area.start) % 0x40 || (end - area.start) % 0x40).toBe(0);
          if (index > 0) expect(start).toBeGreaterThan(runs[index - 1]?.end ?? 0);
        });
      }),
    );
  });
});

describe('changesIn', () => {
  const run = { start: 0x100, end: 0x200, blockSize: 0x40 };
  const before = new Uint8Array(0x100).fill(0xff).fill(7, 0x40, 0x50);

  test('keeps what the image does not cover', () => {
    const [change, ...others] = changesIn(run, before, [piece(0x144, 1, 2)]);
    expect(others).toEqual([]);
    expect(change).toMatchObject({ start: 0x140, end: 0x180 });
    expect(change?.before).toEqual(before.subarray(0x40, 0x80));
    expect([...(change?.after.subarray(0, 8) ?? [])]).toEqual([7, 7, 7, 7, 1, 2, 7, 7]);
    expect(change?.after.at(-1)).toBe(0xff);
  });

  test('joins neighbours and leaves out blocks that stay as they are', () => {
    const pieces = [piece(0x13f, 1, 2), piece(0x1c0, 0xff)];
    expect(changesIn(run, before, pieces).map(({ start, end }) => [start, end])).toEqual([
      [0x100, 0x180],
    ]);
    expect(changesIn(run, before, [piece(0x140, 7, 7)])).toEqual([]);
  });

  test('counts what would be lost', () => {
    const [change] = changesIn(run, before, [piece(0x13f, 1, 2)]);
    expect(change && occupiedBlocks(change)).toBe(1);
  });
});
