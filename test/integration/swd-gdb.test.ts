import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GdbClient } from '../../extension/gdb/client';
import { gdbChecksum, readChecksum, readMemory, writeMemory } from '../../extension/gdb/memory';
import { QEMU_STUB, type ServerQuirks } from '../../extension/gdb/quirks';
import { readMemoryMap, readRegister, writeRegister } from '../../extension/gdb/description';
import { choosePorts } from '../../extension/host/ports';
import {
  deployImage,
  prepareDeployment,
  restartImage,
} from '../../extension/targets/board/deploy/deploy';
import { sampleImage } from '../../extension/targets/board/deploy/testing';
import { openocd } from '../../extension/targets/board/servers/openocd';
import { pyocd } from '../../extension/targets/board/servers/pyocd';
import { type Rig, startRig } from '../rig/rig';
import { type Call, pyocdServer, type StartedServer, startGdbServer } from './gdb/server';

const RAM = 0x20001000;
const COUNTER = 0x20000800;
const VTOR = 0xe000ed08;

/** One real GDB server: how it is started and reset. */
interface RealServer {
  readonly quirks: ServerQuirks;
  readonly start: (port: number, rig: Rig) => Call;
  readonly reset: string;
  readonly isBehindRig: boolean;
}

const servers: readonly RealServer[] = [
  {
    quirks: QEMU_STUB,
    start: (port) => [
      'qemu-system-arm',
      '-M',
      'mps2-an500',
      '-S',
      '-display',
      'none',
      '-monitor',
      'none',
      '-serial',
      'null',
      '-gdb',
      `tcp:127.0.0.1:${port}`,
    ],
    reset: 'system_reset',
    isBehindRig: false,
  },
  {
    quirks: openocd.quirks,
    start: (port, rig) => [
      'openocd',
      '-c',
      `bindto 127.0.0.1; gdb_port ${port}; tcl_port disabled; telnet_port disabled`,
      ...rig.openocd.stlink,
      '-c',
      'gdb_report_data_abort enable',
    ],
    reset: 'reset halt',
    isBehindRig: true,
  },
  {
    quirks: pyocd.quirks,
    start: (port, rig) => pyocdServer(rig, port),
    reset: 'reset halt',
    isBehindRig: true,
  },
];

/** Counts up in memory for ever; linked into RAM, its vector table is not where a reset looks. */
const counting = sampleImage([{ vaddr: RAM, data: countingProgram() }], { entry: RAM + 0x81 });

describe.each(servers)('over $quirks.name', ({ quirks, start, reset, isBehindRig }) => {
  let rig: Rig;
  let server: StartedServer;
  let client: GdbClient;
  const abort = new AbortController();

  beforeAll(async () => {
    if (isBehindRig) rig = await startRig();
    const { gdb: port } = await choosePorts();
    server = await startGdbServer(start(port, rig), port, { quirks, signal: abort.signal });
    client = server.client;
    await client.monitor(reset);
  });
  afterAll(async () => {
    await server.close();
    if (isBehindRig) await rig.close();
  });

  const resetHalt = async () => {
    if (client.isRunning) await client.interrupt();
    await client.monitor(reset);
  };
  const counter = async () => Buffer.from(await readMemory(client, COUNTER, 4)).readUInt32LE();
  const deploy = async () => {
    const {
      plans: [plan],
    } = await prepareDeployment(client, counting, {
      ram: [{ start: 0x20000000, end: 0x20400000 }],
    });
    expect(plan.core).toBe('Cortex-M7');
    const onProgress = () => undefined;
    await deployImage(client, plan, { resetHalt, onProgress, board: 'board:rig' });
    return plan;
  };

  test.each([
    [0x20002000, 20_000],
    [0x20002001, 4099],
    [0x20002003, 1],
  ])('at %i, %i bytes of memory are what was written', async (address, length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) & 255);
    await writeMemory(client, address, bytes);
    expect(await readMemory(client, address, length)).toEqual(bytes);
    await writeMemory(client, address, new TextEncoder().encode('}#$*}'));
    expect(Buffer.from(await readMemory(client, address, 5)).toString()).toBe('}#$*}');
  });

  test('unmapped memory cannot be read or written, with a reason, and the connection continues', async () => {
    await expect(readMemory(client, 0xd0000000, 4)).rejects.toThrow(
      new RegExp(`^${quirks.name} did not read 0xd0000000: `),
    );
    await expect(readRegister(client, 'pc')).resolves.toBeGreaterThanOrEqual(0);
  });

  test('registers are found by name, read and set', async () => {
    for (const [name, value] of [
      ['r0', 0xfffffffe],
      ['sp', 0x20010000],
      ['pc', RAM],
    ] as const) {
      await writeRegister(client, name, value);
      expect(await readRegister(client, name)).toBe(value);
    }
    await writeRegister(client, 'xpsr', 0x01000000);
    expect((await readRegister(client, 'xpsr')) & 0x01000000).toBe(0x01000000);
  });

  test('a program in RAM is deployed, runs, is stopped and restarted', async () => {
    const plan = await deploy();
    expect(await readRegister(client, 'pc')).toBe(RAM + 0x80);
    expect(await readRegister(client, 'sp')).toBe(0x20008000);
    // QEMU's stub writes only memory, no registers of devices.
    const table = Buffer.from(await readMemory(client, VTOR, 4)).readUInt32LE();
    expect(table).toBe(isBehindRig ? RAM : 0);
    await writeMemory(client, COUNTER, new Uint8Array(4));
    const runBriefly = async () => {
      await client.resume();
      expect(await client.waitForStop(20)).toBeUndefined();
      expect(await client.interrupt()).toMatch(/^T02/);
      return counter();
    };
    // A busy computer may not have given the core a turn by then.
    await expect.poll(runBriefly).toBeGreaterThan(0);
    await client.step();
    await client.step();
    await restartImage(client, plan, resetHalt);
    expect(await readRegister(client, 'pc')).toBe(RAM + 0x80);
  });

  test('memory of a running core is reached or refused according to its quirks', async () => {
    await deploy();
    if (quirks.whileRunning === 'non-stop') expect(await client.useNonStop()).toBe(true);
    await client.resume();
    if (quirks.whileRunning === 'refused') {
      await expect(counter()).rejects.toThrow('answers no request while the core runs');
    } else {
      const before = await counter();
      await expect.poll(counter).not.toBe(before);
    }
    expect(client.isRunning).toBe(true);
    await client.interrupt();
    const stopped = await counter();
    expect(await counter()).toBe(stopped);
  });

  test('its checksum equals ours, or there is none', async () => {
    const bytes = await readMemory(client, RAM, 256);
    const sum = await readChecksum(client, RAM, 256);
    expect(sum).toBe(quirks.checksums ? gdbChecksum(bytes) : undefined);
  });

  test('its memory map can be read', async () => {
    for (const { start: from, end } of await readMemoryMap(client))
      expect(end).toBeGreaterThan(from);
  });

  test('a cancel ends a pending wait', async () => {
    const reading = readMemory(client, RAM, 1 << 20);
    abort.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});

/** Vector table, then from 0x80 on: load the counter's address, then load, add one, store, again. */
function countingProgram(): Uint8Array {
  const bytes = Buffer.alloc(0x90);
  bytes.writeUInt32LE(0x20008000, 0);
  bytes.writeUInt32LE(RAM + 0x81, 4);
  [0x4902, 0x6808, 0x3001, 0x6008, 0xe7fb, 0xbf00].forEach((instruction, index) =>
    bytes.writeUInt16LE(instruction, 0x80 + 2 * index),
  );
  bytes.writeUInt32LE(COUNTER, 0x8c);
  return bytes;
}
