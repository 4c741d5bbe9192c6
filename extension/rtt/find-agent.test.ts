import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TargetError } from '../base/failures';
import type { Peek } from './control-block';
import {
  type SearchedMemory,
  awaitAgentChannels,
  clearControlBlock,
  searchControlBlocks,
} from './find-agent';
import { SAMPLE_BLOCK, sampleAgent, slowMemory } from './testing';

describe('find agent', () => {
  const { signal } = new AbortController();
  const SOON = { signal, timeoutMs: 150, symbolMs: 0 };

  // A millisecond passes with each look at the clock, however busy the computer is.
  beforeEach(() => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
  });
  afterEach(() => void vi.restoreAllMocks());

  describe('awaitAgentChannels', () => {
    test('uses the block at the symbol, with the numbers of its channels', async () => {
      const { searched } = sample();
      const found = await awaitAgentChannels({ ...searched, symbol: SAMPLE_BLOCK }, SOON);
      expect(found.controlBlock).toBe(SAMPLE_BLOCK);
      const { controlUp, controlDown, stream } = found.channels;
      expect([controlUp.index, controlDown.index, stream.index]).toEqual([0, 0, 1]);
    });

    test('waits until the agent has written its block', async () => {
      const { searched, bytes } = sample();
      bytes[0] = 0;
      const found = awaitAgentChannels(
        { ...searched, symbol: SAMPLE_BLOCK },
        { signal, symbolMs: 60_000 },
      );
      setTimeout(() => (bytes[0] = 'S'.charCodeAt(0)), 20);
      expect((await found).controlBlock).toBe(SAMPLE_BLOCK);
    });

    test.each([
      ['without a symbol', undefined],
      ['with a symbol where nothing is', SAMPLE_BLOCK + 0x800],
      ['with a symbol that cannot be read', 0x100],
    ])('searches memory %s', async (_, symbol) => {
      const { searched } = sample();
      expect((await awaitAgentChannels({ ...searched, symbol }, SOON)).controlBlock).toBe(
        SAMPLE_BLOCK,
      );
    });

    test('picks the block with the right channels among several', async () => {
      const { searched, bytes } = sample();
      bytes.copyWithin(0x804, 0, 200);
      bytes.copyWithin(0x900, 0, 24);
      bytes.fill(0, 0, 24);
      expect((await awaitAgentChannels(searched, SOON)).controlBlock).toBe(SAMPLE_BLOCK + 0x804);
    });

    test('reports what it read if there is no block', async () => {
      const { searched, bytes } = sample();
      bytes.fill(0, 0, 24);
      await expect(
        awaitAgentChannels({ ...searched, symbol: SAMPLE_BLOCK }, SOON),
      ).rejects.toMatchObject({
        code: 'no-agent',
        message:
          'The image runs, but no agent answers after 0.15 s: no control block at 0x60000000: its identifier is not there; 0x60000000..0x60001100 searched: nothing else',
        hint: expect.stringContaining('data cache'),
      });
    });

    test('reports which channel is wrong', async () => {
      const { searched, bytes } = sample();
      bytes.fill(0, 24 + 24 + 8, 24 + 24 + 12);
      await expect(awaitAgentChannels(searched, SOON)).rejects.toThrow(
        'control block found at 0x60000000 but up channel 1 "SysView" has size 0: the agent has not set it up',
      );
    });

    test('refuses to choose between two matching blocks', async () => {
      const { searched, bytes } = sample();
      bytes.copyWithin(0x804, 0, 200);
      await expect(awaitAgentChannels(searched, SOON)).rejects.toThrow(
        "several control blocks have the agent's channels: at 0x60000000 and 0x60000804",
      );
    });

    test('reports it if neither the image nor the server gives an address', async () => {
      const { searched } = sample();
      await expect(awaitAgentChannels({ ...searched, ram: [] }, SOON)).rejects.toThrow(
        'the image does not show where its control block is, and the memory to search is not known',
      );
    });

    test('reports a lost target as such, not as a missing block', async () => {
      const { searched } = sample();
      const gone = new TargetError('target-gone', 'The probe was unplugged');
      vi.spyOn(searched.memory, 'read').mockRejectedValue(gone);
      await expect(awaitAgentChannels(searched, SOON)).rejects.toBe(gone);
    });

    test('can be cancelled', async () => {
      const { searched, bytes } = sample();
      bytes.fill(0, 0, 24);
      const reason = new TargetError('cancelled', 'Opening was cancelled');
      const cancel = new AbortController();
      const found = awaitAgentChannels(searched, {
        ...SOON,
        signal: cancel.signal,
        timeoutMs: 60_000,
      });
      setTimeout(() => cancel.abort(reason), 10);
      await expect(found).rejects.toBe(reason);
    });
  });

  test('reports that the time is too short for a search', async () => {
    const { searched, bytes } = sample();
    bytes.fill(0, 0, 24);
    vi.spyOn(searched.memory, 'read').mockResolvedValue(new Uint8Array(0x1000));
    const ram = [{ start: 0x60001000, end: 0x60009000 }];
    await expect(
      awaitAgentChannels({ memory: searched.memory, ram }, { ...SOON, timeoutMs: 5 }),
    ).rejects.toThrow('the search through 0x60001000..0x60009000 was not over');
  });

  test('a cleared block is no longer found', async () => {
    const { searched } = sample();
    await clearControlBlock(searched.memory, SAMPLE_BLOCK);
    await expect(awaitAgentChannels(searched, SOON)).rejects.toThrow('searched: nothing');
  });

  function sample() {
    const agent = sampleAgent(64);
    const { slow: memory } = slowMemory(agent.memory);
    const searched: SearchedMemory & { memory: typeof memory } = { memory, ram: [agent.ram] };
    return { ...agent, searched };
  }
});

describe('search', () => {
  const START = 0x20000000;
  const RAM = { start: START, end: START + 0x400 };
  const ID = new TextEncoder().encode('SEGGER RTT\0');

  /** Memory with identifiers at these addresses, unreachable in one part. */
  function memoryWith(addresses: readonly number[], hole = { start: 0, end: 0 }) {
    const bytes = new Uint8Array(0x400);
    for (const address of addresses) bytes.set(ID, address);
    const reads: number[] = [];
    const peek: Peek = async (address, length) => {
      reads.push(length);
      const at = address - START;
      if (at < 0 || at + length > bytes.length) return undefined;
      if (at < hole.end && at + length > hole.start) return undefined;
      return bytes.slice(at, at + length);
    };
    return { peek, reads };
  }

  const search = (peek: Peek, limits = { chunk: 0x100, bytes: 0x1000 }) =>
    searchControlBlocks(peek, [RAM], limits);

  test.each([
    ['at the beginning', 0],
    ['across two chunks', 0xfc],
    ['at the beginning of a chunk', 0x100],
    ['as far back as a header fits', 0x400 - 24],
  ])('finds a block %s exactly once', async (_, address) => {
    expect(await search(memoryWith([address]).peek)).toEqual({
      candidates: [START + address],
      searched: [RAM],
    });
  });

  test.each([
    ['that is not aligned', 0x102],
    ['whose header does not fit', 0x400 - 20],
  ])('ignores an identifier %s', async (_, address) => {
    expect((await search(memoryWith([address]).peek)).candidates).toEqual([]);
  });

  test('returns every candidate', async () => {
    expect((await search(memoryWith([0x20, 0x208]).peek)).candidates).toEqual([
      START + 0x20,
      START + 0x208,
    ]);
  });

  test('skips memory that could not be read', async () => {
    const { peek } = memoryWith([0x20, 0x308], { start: 0x180, end: 0x190 });
    expect(await search(peek)).toEqual({
      candidates: [START + 0x20, START + 0x308],
      searched: [
        { start: START, end: START + 0x100 },
        { start: START + 0x200, end: START + 0x400 },
      ],
    });
  });

  test('reads no more than its limit', async () => {
    const { peek, reads } = memoryWith([0x308]);
    expect(await search(peek, { chunk: 0x100, bytes: 0x200 })).toEqual({
      candidates: [],
      searched: [{ start: START, end: START + 0x200 }],
    });
    expect(reads).toHaveLength(2);
  });
});
