import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { QEMU_STUB } from '../../../gdb/quirks';
import { type Behaviour, memoryBehaviour, openScripted } from '../../../gdb/testing';
import { listBlockRuns, listChangedBlocks, countOccupiedBlocks, ramOver, writeRam } from './flash';
import { listLoadedBytes } from './image';
import { sampleImage } from './testing';

const opened: (() => void)[] = [];
afterEach(() => opened.splice(0).forEach((close) => close()));

async function clientOver(memory: Uint8Array, spoil: () => void = () => undefined) {
  const size: Behaviour = (payload) =>
    payload.startsWith('qSupported') ? ['PacketSize=80'] : undefined;
  const write: Behaviour = (payload) => {
    if (payload.startsWith('m')) spoil();
    return undefined;
  };
  const scripted = await openScripted([size, write, memoryBehaviour(memory)], {
    quirks: QEMU_STUB,
  });
  opened.push(scripted.close);
  return scripted.client;
}

const pieces = listLoadedBytes(
  sampleImage([
    { vaddr: 0, data: Uint8Array.from({ length: 100 }, (_, index) => index) },
    { vaddr: 0x20000000, paddr: 0x80, data: Uint8Array.of(7, 8, 9) },
    { vaddr: 0x60000000, data: new Uint8Array(), memSize: 64 },
  ]).elf,
);

test('segments are written to their load address, not where they run, with progress to the end', async () => {
  const memory = new Uint8Array(256);
  const progress: string[] = [];
  const client = await clientOver(memory);
  await writeRam(ramOver(client), pieces, (done, total) => progress.push(`${done}/${total}`));
  expect([memory[99], ...memory.subarray(0x80, 0x83)]).toEqual([99, 7, 8, 9]);
  expect(progress).toEqual(['52/103', '100/103', '103/103']);
});

test('detects memory that does not keep what was written', async () => {
  const stuck = new Uint8Array(256);
  const client = await clientOver(stuck, () => (stuck[0x81] = 0));
  await expect(writeRam(ramOver(client), pieces, () => undefined)).rejects.toThrow(
    'memory at 0x00000081 does not contain what was written',
  );
});

const area = { kind: 'flash', start: 0x100, end: 0x10000, blockSize: 0x40 } as const;
const piece = (address: number, ...data: number[]) => ({
  address,
  data: Uint8Array.from(data),
  area,
});

describe('listBlockRuns', () => {
  test('counts blocks from the start of their area and joins adjacent ones', () => {
    const pieces = [piece(0x1c1, 1), piece(0x13f, 1, 2), piece(0x100, 1)];
    expect(listBlockRuns(pieces)).toEqual([
      { start: 0x100, end: 0x180, blockSize: 0x40 },
      { start: 0x1c0, end: 0x200, blockSize: 0x40 },
    ]);
  });

  test('covers every byte with whole blocks, and no two runs touch', () => {
    const pieces = fc.array(
      fc
        .tuple(fc.nat(0xe00), fc.integer({ min: 1, max: 200 }))
        .map(([offset, length]) => piece(0x100 + offset, ...new Array<number>(length).fill(0))),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (all) => {
        const runs = listBlockRuns(all);
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

describe('listChangedBlocks', () => {
  const run = { start: 0x100, end: 0x200, blockSize: 0x40 };
  const before = new Uint8Array(0x100).fill(0xff).fill(7, 0x40, 0x50);

  test('preserves what the image does not cover', () => {
    const [change, ...others] = listChangedBlocks(run, before, [piece(0x144, 1, 2)]);
    expect(others).toEqual([]);
    expect(change).toMatchObject({ start: 0x140, end: 0x180 });
    expect(change?.before).toEqual(before.subarray(0x40, 0x80));
    expect([...(change?.after.subarray(0, 8) ?? [])]).toEqual([7, 7, 7, 7, 1, 2, 7, 7]);
    expect(change?.after.at(-1)).toBe(0xff);
  });

  test('joins adjacent blocks and omits unchanged ones', () => {
    const pieces = [piece(0x13f, 1, 2), piece(0x1c0, 0xff)];
    expect(listChangedBlocks(run, before, pieces).map(({ start, end }) => [start, end])).toEqual([
      [0x100, 0x180],
    ]);
    expect(listChangedBlocks(run, before, [piece(0x140, 7, 7)])).toEqual([]);
  });

  test('counts what would be lost', () => {
    const [change] = listChangedBlocks(run, before, [piece(0x13f, 1, 2)]);
    expect(change && countOccupiedBlocks(change)).toBe(1);
  });
});
