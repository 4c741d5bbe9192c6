import { expect, it } from 'vitest';
import { createTestTarget } from '../testing.mjs';

const [CSW, TAR, DRW, BANKED] = [0x00, 0x04, 0x0c, 0x10];
const [WORDS, HALFWORDS, BYTES, FIXED] = [0x52, 0x51, 0x50, 0x42];

it('reads a run of words in one access, and continues after it', async () => {
  const { ap, memory, accesses } = createTestTarget();
  memory.writeUInt32LE(0xcafe0001, 8);
  await ap.write(CSW, [WORDS]);
  await ap.write(TAR, [0x20000004]);
  expect(await ap.read(DRW, 2)).toEqual([0, 0xcafe0001]);
  expect(accesses).toEqual(['read 20000004 8 by 4']);
  expect(await ap.read(TAR)).toEqual([0x2000000c]);
});

it('wraps its address inside a block of 4 KiB', async () => {
  const { ap, accesses } = createTestTarget();
  await ap.write(CSW, [WORDS]);
  await ap.write(TAR, [0x20000ff8]);
  await ap.read(DRW, 3);
  expect(accesses).toEqual(['read 20000ff8 8 by 4', 'read 20000000 4 by 4']);
});

it('keeps its address without increment', async () => {
  const { ap, memory } = createTestTarget();
  await ap.write(CSW, [FIXED]);
  await ap.write(TAR, [0x20000000]);
  await ap.write(DRW, [1, 2, 3]);
  expect([memory.readUInt32LE(0), memory.readUInt32LE(4)]).toEqual([3, 0]);
});

it('transfers narrow data in the lanes of their address', async () => {
  const { ap, memory } = createTestTarget();
  await ap.write(CSW, [BYTES]);
  await ap.write(TAR, [0x20000001]);
  await ap.write(DRW, [0x0000aa00, 0x00bb0000]);
  expect([...memory.subarray(0, 4)]).toEqual([0, 0xaa, 0xbb, 0]);
  await ap.write(CSW, [HALFWORDS]);
  await ap.write(TAR, [0x20000002]);
  expect(await ap.read(DRW)).toEqual([0x00bb0000]);
});

it('has four words at a fixed place, and an identification', async () => {
  const { ap, memory } = createTestTarget();
  await ap.write(TAR, [0x20000014]);
  await ap.write(BANKED | 8, [7]);
  expect(memory.readUInt32LE(0x18)).toBe(7);
  expect([await ap.read(0xfc), await ap.read(0xf8)]).toEqual([[0x24770011], [0xe00ff003]]);
});

it('refuses all memory while it is locked, and shows that', async () => {
  const { ap, faults, accesses } = createTestTarget();
  const isEnabled = async () => (((await ap.read(CSW))[0] ?? 0) & 0x40) !== 0;
  expect(await isEnabled()).toBe(true);
  faults.lock();
  expect(await isEnabled()).toBe(false);
  await ap.write(TAR, [0x20000000]);
  await expect(ap.read(DRW)).rejects.toThrow('nothing answers at 0x20000000');
  await expect(ap.write(DRW, [1])).rejects.toThrow('nothing answers');
  faults.heal();
  expect([await isEnabled(), accesses]).toEqual([true, []]);
});
