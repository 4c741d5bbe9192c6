import { afterEach, describe, expect, test } from 'vitest';
import type { GdbOptions } from './client';
import {
  gdbChecksum,
  gdbMemory,
  programFlash,
  readChecksum,
  readMemory,
  writeMemory,
} from './memory';
import { QEMU_STUB } from './quirks';
import { ANSWERING, type Behaviour, memoryBehaviour, openScripted } from './testing';

const opened: (() => void)[] = [];
afterEach(() => opened.splice(0).forEach((close) => close()));

async function open(behaviours: readonly Behaviour[], options: Partial<GdbOptions> = {}) {
  const small: Behaviour = (payload) =>
    payload.startsWith('qSupported') ? ['PacketSize=40'] : undefined;
  const scripted = await openScripted([small, ...behaviours], options);
  opened.push(scripted.close);
  return scripted;
}

const bytes = Uint8Array.from({ length: 200 }, (_, index) => index);
const kinds = (packets: readonly string[]) =>
  [...new Set(packets.map((packet) => packet[0]))].filter((kind) => kind !== 'q').join('');

describe('memory', () => {
  test('is written in binary if the server supports it, asked once, split to the packet size', async () => {
    const memory = new Uint8Array(256);
    const { client, received } = await open([memoryBehaviour(memory)]);
    const progress: number[] = [];
    await writeMemory(client, 16, bytes, (count) => progress.push(count));
    await writeMemory(client, 16, bytes.subarray(0, 4));
    expect(memory.subarray(16, 216)).toEqual(bytes);
    expect(received.packets.filter((packet) => packet === 'X10,0:')).toHaveLength(1);
    expect(kinds(received.packets)).toBe('X');
    expect(progress.at(-1)).toBe(200);
    expect(progress.slice(0, -1).every((count) => count % 4 === 0)).toBe(true);
  });

  test.each([
    ['refuses binary data', undefined],
    ['is known to lack it', QEMU_STUB],
  ])('is written in hex if the server %s', async (_, quirks) => {
    const memory = new Uint8Array(256);
    const noBinary: Behaviour = (payload) => (payload.startsWith('X') ? [''] : undefined);
    const { client, received } = await open([noBinary, memoryBehaviour(memory)], {
      ...(quirks && { quirks }),
    });
    await writeMemory(client, 16, bytes);
    expect(memory.subarray(16, 216)).toEqual(bytes);
    expect(kinds(received.packets)).toBe(quirks === undefined ? 'XM' : 'M');
    expect(Math.max(...received.packets.slice(1).map(({ length }) => length))).toBeLessThan(
      0x40 - 4,
    );
  });

  test('is read further if the server returns less than requested', async () => {
    const { client } = await open([memoryBehaviour(bytes, 0x100, 7)]);
    expect(await readMemory(client, 0x103, 100)).toEqual(bytes.subarray(3, 103));
  });

  test.each([
    ['an error', 'E0E', 'did not read 0x100: no memory answers there (E0E)'],
    ['nothing', '', 'did not read 0x100: it does not support that request'],
    ['too much', '00'.repeat(9), 'did not read 0x100: it answered "000000000000000000"'],
    ['no digits', 'xyz', 'did not read 0x100: it answered "xyz"'],
  ])('fails if the answer is %s', async (_, reply, message) => {
    const { client } = await open([(payload) => (payload.startsWith('m') ? [reply] : undefined)]);
    await expect(gdbMemory(client).read(0x100, 8)).rejects.toThrow(message);
  });

  test('never requests an answer of 1020 characters, which OpenOCD 0.12 damages', async () => {
    const memory = Uint8Array.from({ length: 600 }, (_, index) => index);
    const large: Behaviour = (payload) =>
      payload.startsWith('qSupported') ? ['PacketSize=1000'] : undefined;
    const { client, received } = await openScripted([large, memoryBehaviour(memory)]);
    opened.push(() => client.close());
    expect(await readMemory(client, 0, 510)).toEqual(memory.subarray(0, 510));
    expect(received.packets.filter((packet) => packet.startsWith('m'))).toEqual([
      'm0,1fc',
      'm1fc,2',
    ]);
  });

  test('reports where a write was refused', async () => {
    const { client } = await open([memoryBehaviour(new Uint8Array(28), 0x100)]);
    await expect(gdbMemory(client).write(0x100, bytes)).rejects.toThrow('did not write to 0x100');
  });
});

describe('checksum', () => {
  test('is the sum that GDB computes', () => {
    // The check value of CRC-32/MPEG-2.
    expect(gdbChecksum(new TextEncoder().encode('123456789'))).toBe(0x0376e6e7);
  });

  test('is requested from the server', async () => {
    const { client } = await open([(p) => (p === 'qCRC:100,20' ? ['C376e6e7'] : undefined)]);
    expect(await readChecksum(client, 0x100, 0x20)).toBe(0x0376e6e7);
  });

  test.each(['', 'E01'])('is not requested again after "%s"', async (reply) => {
    const { client, received } = await open([(p) => (p.startsWith('qCRC') ? [reply] : undefined)]);
    expect(await readChecksum(client, 0, 4)).toBeUndefined();
    expect(await readChecksum(client, 0, 4)).toBeUndefined();
    expect(received.packets.filter((packet) => packet.startsWith('qCRC'))).toHaveLength(1);
  });

  test('is not requested if the server has none', async () => {
    const { client, received } = await open([], { quirks: QEMU_STUB });
    expect(await readChecksum(client, 0, 4)).toBeUndefined();
    expect(received.packets).toHaveLength(1);
  });
});

describe('flash', () => {
  test('is erased, programmed in packets and finished, in that order', async () => {
    const { client, received } = await open([(p) => (p.startsWith('vFlash') ? ['OK'] : undefined)]);
    const progress: number[] = [];
    await programFlash(
      client,
      [
        { address: 0x1000, data: Uint8Array.of(...Buffer.from('}#$*'), 1, 2, 3, 4) },
        { address: 0x3000, data: bytes },
      ],
      (count) => progress.push(count),
    );
    const flash = received.packets.filter((packet) => packet.startsWith('vFlash'));
    expect(flash.slice(0, 3)).toEqual([
      'vFlashErase:1000,8',
      'vFlashErase:3000,c8',
      'vFlashWrite:1000:}#$*\x01\x02\x03\x04',
    ]);
    expect(flash.at(-1)).toBe('vFlashDone');
    const written = flash.filter((packet) => packet.startsWith('vFlashWrite:3'));
    const data = written.map((packet) => packet.slice(packet.indexOf(':', 12) + 1)).join('');
    expect(Buffer.from(data, 'latin1')).toEqual(Buffer.from(bytes));
    expect(progress.at(-1)).toBe(208);
  });

  test.each([
    ['vFlashErase', 'the GDB server did not erase 200 bytes of flash at 0x3000: error E01'],
    ['vFlashWrite', 'the GDB server did not program flash at 0x3000: error E01'],
    ['vFlashDone', 'the GDB server did not finish programming flash: error E01'],
  ])('reports a failure at %s', async (at, message) => {
    const { client } = await open([(p) => (p.startsWith(at) ? ['E01'] : ['OK'])], {
      quirks: ANSWERING,
    });
    const program = programFlash(client, [{ address: 0x3000, data: bytes }], () => undefined);
    await expect(program).rejects.toThrow(message);
  });
});
