import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parseChips } from '../../chips';
import { type Behaviour, memoryBehaviour, startScripted } from '../../gdb/testing';
import { recogniseBoard } from './recognise';
import { parseBoardAddress } from './servers';

const INFO = 0x1000_0100;
const chips = parseChips(
  'nRF52 Series\tNordic\n?10000100=52832 10000104&ffff0000=41410000 AA\n?10000100=52832 10000104&ffff0000=41420000 AB\n armv7em 0\n  AA AB\n',
);

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Looks for the chip behind a server with these words where Nordic's parts have their number and variant. */
async function recognise(...words: readonly number[]) {
  const memory = memoryBehaviour(new Uint8Array(Uint32Array.from(words).buffer), INFO);
  const agree: Behaviour = (payload) =>
    payload === 'D' || payload.startsWith('qRcmd') ? ['OK'] : undefined;
  const server = await startScripted([memory, agree]);
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-recognise-'));
  closing.push(server.close, () => rmSync(folder, { recursive: true, force: true }));
  const board = parseBoardAddress(`gdb://127.0.0.1:${server.port}`);
  if (board === undefined) throw new Error('no address');
  const log = { info: () => undefined, debug: () => undefined };
  const options = { signal: new AbortController().signal, log };
  const resources = { lockFolder: join(folder, 'locks'), temporary: folder };
  const chip = await recogniseBoard(board, chips, options, resources);
  const { packets } = server.received;
  return { chip: chip?.name, packets };
}

test('a chip is recognised, nothing is written to it, and the server is left', async () => {
  const { chip, packets } = await recognise(0x5_2832, 0x4142_4530);
  expect(chip).toBe('AB');
  expect(packets.filter((packet) => /^[MXGP]/.test(packet))).toEqual([]);
  expect(packets.at(-1)).toBe('D');
});

test('a chip that the table has no words of, or whose memory does not answer, is none', async () => {
  expect(await recognise(0x5_2840, 0x4141_4530)).toMatchObject({ chip: undefined });
  expect(await recognise()).toMatchObject({ chip: undefined });
});
