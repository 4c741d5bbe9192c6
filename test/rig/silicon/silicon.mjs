import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../child.mjs';
import { createBus } from './bus.mjs';
import { connectGdbStub } from './gdb-stub.mjs';
import { MACHINE, qemuArguments } from './machine.mjs';
import { parseMemoryTree } from './memory-tree.mjs';
import { readInstructionCount, preparePcs } from './program-counter.mjs';
import { connectQmp } from './qmp.mjs';
import { connectQtest } from './qtest.mjs';

/** @typedef {Awaited<ReturnType<typeof startSilicon>>} Silicon */
/** @typedef {import('../child.mjs').Child} Child */
/**
 * @typedef {object} SiliconOptions
 * @property {boolean} [isExact] emulated time does not depend on the host's
 * @property {boolean} [isAligned] emulated time does not run ahead of the host's
 * @property {boolean} [showsPc] the program counter can be sampled
 * @property {import('./machine.mjs').OtherMachine | undefined} [other] the machine in place of the rig's own
 */

const PROGRAM = 'qemu-system-arm';
const START_MS = 300_000;
const RETRY_MS = 5;
/** Memory before disk. */
const FOLDERS = ['/dev/shm', tmpdir()];

/**
 * Starts the emulator, its core stopped. Once all is connected its files have no name any more, so
 * that nothing can be left behind.
 * @param {(event: string) => void} onEvent receives the machine's own events, such as `RESET`
 * @param {SiliconOptions} options
 */
export async function startSilicon(onEvent, options = {}) {
  const { isExact = false, isAligned = false, showsPc = false, other } = options;
  const folder = mkdtempSync(join(FOLDERS.find((path) => existsSync(path)) ?? '.', 'swd-rig-'));
  const pcs = showsPc ? preparePcs(folder) : undefined;
  const args = [
    ...qemuArguments(folder, { isExact, isAligned: isAligned || showsPc, other }),
    ...(pcs?.args ?? []),
  ];
  const emulator = startChild(PROGRAM, args, 'ignore');
  try {
    const qtest = connectQtest(await reach(join(folder, 'qtest'), emulator));
    const qmp = await connectQmp(await reach(join(folder, 'qmp'), emulator), onEvent);
    const stub = await connectGdbStub(await reach(join(folder, 'gdb'), emulator));
    if (other !== undefined) {
      const map = parseMemoryTree(await qmp.monitor('info mtree -f'));
      return { emulator, qtest, qmp, stub, bus: createBus(qtest, map) };
    }
    const ramFile = openSync(join(folder, 'ram'), 'r');
    const bus = createBus(qtest, MACHINE, { file: ramFile, region: MACHINE.ram });
    /** The only path by which the RAM can still be opened, on systems that have it. */
    const ramPath = `/proc/${process.pid}/fd/${ramFile}`;
    const readCount = pcs && (() => readInstructionCount(ramFile));
    return { emulator, qtest, qmp, stub, bus, ramPath, readPc: pcs?.open(emulator.pid), readCount };
  } catch (error) {
    await emulator.end();
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Connects to a socket that the emulator will create. */
async function reach(/** @type {string} */ path, /** @type {Child} */ emulator) {
  for (const deadline = Date.now() + START_MS; ;) {
    const socket = await tryConnect(path);
    if (socket !== undefined) return socket;
    if (!emulator.isRunning() || Date.now() > deadline) {
      throw new Error(`${PROGRAM} did not start: ${emulator.words().trim() || 'no reason given'}`);
    }
    await sleep(RETRY_MS);
  }
}

/** @returns {Promise<import('node:net').Socket | undefined>} */
function tryConnect(/** @type {string} */ path) {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => resolve(socket));
  });
}
