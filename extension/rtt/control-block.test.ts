import { describe, expect, test } from 'vitest';
import { findChannel, readControlBlock } from './control-block';
import { peekInto, SAMPLE_BLOCK, SAMPLE_RAM, type SampleChannel, sampleMemory } from './testing';

const good: SampleChannel = { name: 'SysView', size: 64 };
const terminal: SampleChannel = { name: 'Terminal', size: 16 };

describe('readControlBlock', () => {
  test('reads the number of channels', async () => {
    const { memory } = sampleMemory({ up: [terminal, good], down: [terminal] });
    expect(await readControlBlock(peekInto(memory), SAMPLE_BLOCK)).toEqual({
      value: { address: SAMPLE_BLOCK, upCount: 2, downCount: 1 },
    });
  });

  test.each([
    ['a block that is not complete yet', { at: 10, value: 65 }, /identifier is not there/],
    ['no channels', { at: 16, value: 0 }, /claims 0 up and 1 down/],
    ['too many channels', { at: 20, value: 33 }, /claims 1 up and 33 down/],
    ['a negative number', { at: 19, value: 0x80 }, /claims -\d+ up/],
  ])('refuses %s', async (_, { at, value }, problem) => {
    const { memory, bytes } = sampleMemory({ up: [good], down: [terminal] });
    bytes[at] = value;
    expect(await readControlBlock(peekInto(memory), SAMPLE_BLOCK)).toMatchObject({
      problem: expect.stringMatching(problem),
    });
  });

  test('reports an address that cannot be read', async () => {
    const { memory } = sampleMemory({ up: [good], down: [terminal] });
    expect(await readControlBlock(peekInto(memory), 0x100)).toMatchObject({
      problem: expect.stringMatching(/0x00000100 cannot/),
    });
  });
});

describe('findChannel', () => {
  test.each([
    ['up', 'SysView', 0x60000030],
    ['up', 'Terminal', 0x60000018],
    ['down', 'Terminal', 0x60000048],
  ] as const)('finds %s channel %s by name', async (direction, name, descriptor) => {
    expect(await find({ up: [terminal, good], down: [terminal] }, direction, name)).toMatchObject({
      value: { name, descriptor },
    });
  });

  test.each([
    [
      'size 0',
      { ...good, size: 0 },
      /up channel 1 "SysView" has size 0: the agent has not set it up/,
    ],
    ['size 1', { ...good, size: 1 }, /has size 1/],
    [
      'a buffer elsewhere',
      { ...good, buffer: 0x20000000 },
      /64 bytes at 0x20000000, outside 0x60000000/,
    ],
    ['a buffer over the end', { ...good, buffer: 0x60003fc1 }, /outside/],
    ['reserved flags', { ...good, flags: 0x1000002 }, /upper byte must be 0/],
    ['an offset beyond its size', { ...good, offset: 64 }, /offsets beyond its 64 bytes/],
    [
      'another name',
      { ...good, name: 'Sysview' },
      /no up channel is named "SysView": there are Terminal, Sysview/,
    ],
  ])('rejects a channel with %s', async (_, channel, problem) => {
    const found = await find({ up: [terminal, channel], down: [terminal] }, 'up', 'SysView');
    expect(found).toMatchObject({ problem: expect.stringMatching(problem) });
  });
});

async function find(
  channels: { up: SampleChannel[]; down: SampleChannel[] },
  direction: 'up' | 'down',
  name: string,
) {
  const { memory } = sampleMemory(channels);
  const block = await readControlBlock(peekInto(memory), SAMPLE_BLOCK);
  if ('problem' in block) return block;
  return findChannel(peekInto(memory), block.value, [SAMPLE_RAM], direction, name);
}
