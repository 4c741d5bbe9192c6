import { expect, test } from 'vitest';
import { readElf } from '../../core/elf/elf';
import { writeElf } from '../../core/elf/testing';
import type { GdbClient } from '../gdb-remote/client';
import { QEMU_STUB } from '../gdb-remote/quirks';
import { deploy } from './deploy';

const elf = readElf(
  writeElf(
    [
      { vaddr: 0, data: Uint8Array.from({ length: 100 }, (_, index) => index) },
      { vaddr: 0x20000000, paddr: 0x80, data: Uint8Array.of(7, 8, 9) },
      { vaddr: 0x60000000, data: new Uint8Array(), memSize: 64 },
    ],
    [],
  ),
);

test('segments go where they are loaded, not where they run, with progress to the end', async () => {
  const memory = new Uint8Array(256);
  const progress: string[] = [];
  await deploy(clientOver(memory), elf, (done, total) => progress.push(`${done}/${total}`));
  expect([memory[99], ...memory.subarray(0x80, 0x83)]).toEqual([99, 7, 8, 9]);
  expect(progress).toEqual(['52/103', '100/103', '103/103']);
});

test('memory that does not keep what was written is found', async () => {
  const stuck = new Uint8Array(256);
  await expect(deploy(clientOver(stuck, 0x81), elf, () => undefined)).rejects.toThrow(
    'memory at 0x00000081 did not keep what was written',
  );
});

/** A stub over plain memory, one byte of which may be stuck at zero. */
function clientOver(memory: Uint8Array, stuckAt?: number): GdbClient {
  const request = async (packet: string) => {
    const [, kind, address = '', length = '', data = ''] =
      /^(.)(\w+),(\w+):?(\w*)/.exec(packet) ?? [];
    const start = Number.parseInt(address, 16);
    if (kind === 'm') {
      return Buffer.from(memory.subarray(start, start + Number.parseInt(length, 16))).toString(
        'hex',
      );
    }
    memory.set(Buffer.from(data, 'hex'), start);
    if (stuckAt !== undefined) memory[stuckAt] = 0;
    return 'OK';
  };
  const unused = () => Promise.reject(new Error('not used'));
  return {
    quirks: QEMU_STUB,
    packetSize: 128,
    request,
    monitor: unused,
    resume: unused,
    interrupt: unused,
    close: () => undefined,
  };
}
