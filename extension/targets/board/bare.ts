import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';
import { readRegister, writeRegister } from '../../gdb';
import { formatAddress, type Memory, type Region } from '../../rtt';
import type { BareBoard, BoardSetup } from '../setup';
import { attach, type BoardSession } from './attach';
import { type BoardPlaces, bringUp } from './bring-up';
import { answersWhileRunning } from './by-memory';
import { type CoreRate, measureCoreRate } from './core-rate';
import { readCoreState } from './core-state';
import {
  firstPlace,
  identifyCore,
  type IdentifiedCore,
  OWN_PROJECT,
  readWord,
  stopWatchdogs,
  writeRegisters,
  writeWord,
} from './deploy';
import { findReset } from './examine';
import type { Witness } from './failures';
import { atProbe } from './probe';
import type { DrivenServer } from './server';

const OTHERWISE = `Otherwise: ${OWN_PROJECT.replace(/^A/, 'a')}`;
const OTHER_CHIP =
  'Check that the chip is the one that was named, and that nothing holds it in reset or sleep.';

/**
 * Finds out what is behind a probe, and completes the setup of a board without a project: the image for its
 * core, and the core's rate. RAM is tried before anything is written to it for good.
 */
export function identifyBare(
  board: BoardSetup,
  bare: BareBoard,
  places: BoardPlaces,
  signal: AbortSignal,
): Promise<BoardSetup> {
  const quiet = { info: () => undefined, debug: () => undefined };
  return atProbe(board, { signal, log: quiet }, places, async (undertaking) => {
    const found = await bringUp(undertaking, async (serving, witness) => {
      const session = await attach(undertaking, serving);
      try {
        const { server } = undertaking;
        return await identify({ board, server, session, witness }, bare);
      } finally {
        await session.gdb.detach();
        await serving.process?.end();
      }
    });
    await undertaking.close();
    return { ...board, ...found };
  });
}

/** A chip that is tried, and those who see what happens to it. */
interface TriedChip {
  readonly board: BoardSetup;
  readonly server: DrivenServer;
  readonly session: BoardSession;
  readonly witness: Witness;
}

async function identify(tried: TriedChip, bare: BareBoard): Promise<Partial<BoardSetup>> {
  const { board, server, session, witness } = tried;
  const { memory } = session;
  const [ram] = board.ram ?? [];
  if (ram === undefined) throw failure('its RAM is not known', 'Name the chip: --chip NAME.');
  await server.resetHalt(session);
  await writeRegisters(memory, stopWatchdogs(bare.chip));
  // From now on another reset is seen.
  await readCoreState(memory);
  witness.output?.turnPage();
  const core = await identifyCore(memory);
  refuseOtherChip(core, bare);
  const name = imageFor(core);
  await tryRam(memory, ram);
  await tryExecution(tried, ram, core);
  const images = { kind: 'named', name } as const;
  if (bare.coreHz !== undefined) return { images, bare };
  const { hz, error } = await measureRate(tried, ram);
  return { images, bare: { ...bare, coreHz: hz, coreHzError: error } };
}

/** A watchdog bites while nothing serves it. */
async function refuseReset(tried: TriedChip): Promise<void> {
  if ((await findReset(tried)) === undefined) return;
  throw failure(
    'it was reset while a program ran there, as by a watchdog that runs after a reset',
    `Turn the watchdog off in the chip's options, if it has some, and let nothing else reset it. ${OTHERWISE}`,
  );
}

function failure(what: string, remedy: string): TargetError {
  return new TargetError(
    'start-failed',
    `Nothing can run from the RAM of this chip: ${what}`,
    remedy,
  );
}

const M0_CLASS = new Set([0xc20, 0xc60]);
const V7_CLASS = new Set([0xc23, 0xc24, 0xc27]);
/** Cortex-M23 runs all that an M0+ does, and starts like one. */
const V8_BASE_CLASS = new Set([0xd20]);
/** Cortex-M33, M35P, M52, M55 and M85. */
const V8_CLASS = new Set([0xd21, 0xd31, 0xd22, 0xd23, 0xd24]);

/** The images for boards without a project; all have the same benchmarks. */
export const bareImages = [
  'ram-cortex-m4f',
  'ram-cortex-m33',
  'ram-cortex-m33-ns',
  'ram-cortex-m3',
  'ram-cortex-m0plus',
] as const;

/** The images for a core: one with a floating-point unit saves its registers, as FreeRTOS does there. */
function imageFor(core: IdentifiedCore): (typeof bareImages)[number] {
  const { part, name, floatingPoint, isNonSecure } = core;
  const hasFloat = floatingPoint !== 'none';
  if (isNonSecure) {
    if (V8_CLASS.has(part) && hasFloat) return 'ram-cortex-m33-ns';
    const what = V8_CLASS.has(part) ? `${name} without floating-point unit` : name;
    throw failure(
      `its ${what} is in the non-secure state, from which the image for it would return to the secure one`,
      OPEN_SECURE_STATE,
    );
  }
  if (M0_CLASS.has(part) || V8_BASE_CLASS.has(part)) return 'ram-cortex-m0plus';
  if (V7_CLASS.has(part)) return hasFloat ? 'ram-cortex-m4f' : 'ram-cortex-m3';
  if (V8_CLASS.has(part)) return hasFloat ? 'ram-cortex-m33' : 'ram-cortex-m3';
  throw failure(`there is no image for a ${name}`, OWN_PROJECT);
}

const OPEN_SECURE_STATE = `Open secure debugging, so that the core is stopped in the secure state that follows a reset. ${OTHERWISE}`;

/** The names in the table of the architectures of a class of cores. */
const ARCHITECTURES = [
  { parts: M0_CLASS, pattern: /^armv6m/ },
  { parts: V7_CLASS, pattern: /^armv7/ },
  { parts: new Set([...V8_BASE_CLASS, ...V8_CLASS]), pattern: /^armv8m/ },
];

/** Another chip than the named one may have RAM at the same place, and would be measured under its name. */
function refuseOtherChip(
  { part, name }: IdentifiedCore,
  { chip = 'this chip', architectures }: BareBoard,
): void {
  const own = ARCHITECTURES.find(({ parts }) => parts.has(part));
  if (own === undefined || architectures === undefined) return;
  if (architectures.some((architecture) => own.pattern.test(architecture))) return;
  const others = architectures.join(' and ');
  throw failure(`its core is a ${name}, and ${chip} has ${others}`, OTHER_CHIP);
}

const PATTERN = 0x5ac3_0ff0;
const SMALLEST_MIRROR = 256;

/**
 * Tries both ends of RAM, and each power of two between them, with different words: RAM that is smaller appears
 * again behind its end, or holds nothing there.
 */
async function tryRam(memory: Memory, { start, end }: Region): Promise<void> {
  const places = [start, end - 4];
  for (let size = SMALLEST_MIRROR; size < end - start; size *= 2) places.push(start + size);
  for (const address of places) {
    await writeWord(memory, address, wordFor(address)).catch(() => {
      throw failure(`the RAM at ${formatAddress(address)} cannot be written`, OTHER_CHIP);
    });
  }
  for (const address of places) {
    const found = await readWord(memory, address).catch(() => undefined);
    if (found === wordFor(address)) continue;
    throw failure(
      `the RAM at ${formatAddress(address)} does not keep what is written to it, so there is less than ` +
        `the ${(end - start) / 1024} KB that end at ${formatAddress(end)}`,
      OTHER_CHIP,
    );
  }
}

const wordFor = (address: number) => (address ^ PATTERN) >>> 0;

/**
 * Writes r0 to VTOR and reads it back into r3, restores it, sets r0 to 42 and stays: `ldr r1, =VTOR`,
 * `ldr r2, [r1]`, `str r0, [r1]`, `ldr r3, [r1]`, `str r2, [r1]`, `movs r0, #42`, `b .`. The core does that
 * itself, because an emulator's server does not write its registers.
 */
const STUB = [0x4903, 0x680a, 0x6008, 0x680b, 0x600a, 0x202a, 0xe7fe, 0xbf00, 0xed08, 0xe000];
const STUB_END = 12;
const STUB_RESULT = 42;
const SOME_TABLE = 0x100;
const STUB_MS = 20;
/** On a busy computer, an emulator or a server may take several of these to let the core begin. */
const STUB_TRIES = 100;
const THUMB_STATE = 1 << 24;

/** Brings the core to the stub, and lets it run there. */
async function runStub({ gdb, memory }: BoardSession, at: number): Promise<void> {
  await memory.write(at, Uint8Array.from(STUB.flatMap((half) => [half & 255, half >> 8])));
  await writeRegister(gdb, 'r0', SOME_TABLE);
  await writeRegister(gdb, 'xpsr', THUMB_STATE);
  await writeRegister(gdb, 'pc', at);
  await gdb.resume();
}

/** Lets the core run for a moment, and gives the address at which it was stopped. */
async function stopCore({ gdb }: BoardSession): Promise<number> {
  await sleep(STUB_MS);
  if (gdb.isRunning) await gdb.interrupt();
  return readRegister(gdb, 'pc');
}

/** RAM may be for data only, or without a clock, and exceptions must reach a table there: trying shows it. */
async function tryExecution(
  tried: TriedChip,
  ram: Region,
  { name }: IdentifiedCore,
): Promise<void> {
  const { session } = tried;
  const { gdb } = session;
  const at = firstPlace(ram);
  session.expectStop();
  await runStub(session, at);
  let pc = await stopCore(session);
  for (let tries = 1; tries < STUB_TRIES && pc >= at && pc < at + STUB_END; tries += 1) {
    await gdb.resume();
    pc = await stopCore(session);
  }
  const result = await readRegister(gdb, 'r0');
  if (result !== STUB_RESULT || pc !== at + STUB_END) {
    await refuseReset(tried);
    throw failure(
      `its core does not execute from the RAM at ${formatAddress(at)} (pc is ${formatAddress(pc)})`,
      OTHER_CHIP,
    );
  }
  if ((await readRegister(gdb, 'r3')) === SOME_TABLE) return;
  throw failure(`this ${name} has no VTOR, so its interrupts go to the flash`, OWN_PROJECT);
}

/** Lets the core run on in the stub, as the server does it, and watches its timer. */
async function measureRate(tried: TriedChip, ram: Region): Promise<CoreRate> {
  const { server, session } = tried;
  const { gdb, memory } = session;
  await server.run(session);
  try {
    if (gdb.isRunning && !(await answersWhileRunning(gdb, firstPlace(ram)))) {
      throw failure(
        "the core's rate cannot be measured: the server does not read memory while the core runs",
        'Name the rate after a reset: --core-hz N.',
      );
    }
    const rate = await measureCoreRate(memory);
    await refuseReset(tried);
    if (rate !== undefined) return rate;
    throw failure('SysTick does not count its clock', 'Name the rate after a reset: --core-hz N.');
  } finally {
    if (gdb.isRunning) await gdb.interrupt();
    else await server.resetHalt(session);
  }
}
