import { setTimeout as sleep } from 'node:timers/promises';
import { type GdbClient, readRegister, writeRegister } from '../../../gdb';
import type { Memory } from '../../../rtt';

/** A few instructions of Thumb for RAM. They leave 42 in r0 and stay at the last one. */
export interface Stub {
  readonly code: readonly number[];
  readonly at: number;
  readonly end: number;
}

/** Where a core is after a stub. */
interface Stopped {
  readonly isDone: boolean;
  readonly pc: number;
}

/** A stopped core, and its memory. */
interface Core {
  readonly gdb: GdbClient;
  readonly memory: Memory;
}

const STUB_RESULT = 42;
const STUB_MS = 20;
/** On a busy computer, an emulator or a server may take several of these to let the core begin. */
const STUB_TRIES = 100;
const THUMB_STATE = 1 << 24;

/** Lets a stub run to its end with a value in r0, and shows where the core is. */
export async function runStub(core: Core, stub: Stub, r0 = 0): Promise<Stopped> {
  const { gdb } = core;
  const { at, end } = stub;
  await startStub(core, stub, r0);
  let pc = await stopCore(gdb);
  for (let tries = 1; tries < STUB_TRIES && pc >= at && pc < end; tries += 1) {
    await gdb.resume();
    pc = await stopCore(gdb);
  }
  const isDone = pc === end && (await readRegister(gdb, 'r0')) === STUB_RESULT;
  return { isDone, pc };
}

/** Brings the core to a stub, and lets it run there. */
async function startStub({ gdb, memory }: Core, { code, at }: Stub, r0: number): Promise<void> {
  await memory.write(at, Uint8Array.from(code.flatMap((half) => [half & 255, half >> 8])));
  await writeRegister(gdb, 'r0', r0);
  await writeRegister(gdb, 'xpsr', THUMB_STATE);
  await writeRegister(gdb, 'pc', at);
  await gdb.resume();
}

/** Lets the core run for a moment, and gives the address at which it was stopped. */
async function stopCore(gdb: GdbClient): Promise<number> {
  await sleep(STUB_MS);
  if (gdb.isRunning) await gdb.interrupt();
  return readRegister(gdb, 'pc');
}
