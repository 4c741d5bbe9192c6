import { TargetError } from '../../base';
import { NO_VTOR, OWN_PROJECT } from '../../chips';
import { readRegister } from '../../gdb';
import { formatAddress, type Memory, type Region } from '../../rtt';
import type { BareBoard, BoardSetup } from '../setup';
import { attach } from './attach';
import { type BoardResources, bringUp } from './bring-up';
import { answersWhileRunning } from './by-memory';
import { type CoreRate, measureCoreRate } from './core-rate';
import { isHeldInReset, readCoreState } from './core-state';
import {
  findImxRt,
  firstAddress,
  identifyCore,
  type IdentifiedCore,
  imxRtWrites,
  readWord,
  runStub,
  runWatchdogStub,
  stopWatchdogs,
  watchdogStub,
  writeRegisters,
  writeWord,
} from './deploy';
import { findReset } from './examine';
import { explainServerFailure, findReason, LOCKED_HINT, type Witness } from './failures';
import { leaveBoard } from './kept';
import { atProbe } from './probe';
import type { BoardSession, DrivenServer } from './server';

const OTHERWISE = `Otherwise: ${OWN_PROJECT.replace(/^A/, 'a')}`;
const OTHER_CHIP =
  'Check that the chip is the one that was named, and that nothing holds it in reset or sleep.';
const OTHER_RAM = `${OTHER_CHIP} It may also be RAM with ECC, or one whose clock is off after a reset.`;
const RESET_PULLED =
  'Release the reset line: a button, a jumper, a supply monitor, another chip or a second probe may pull it low.';
const CFSR = 0xe000_ed28;
/** A fetch from where the memory map lets nothing execute, as from 0xa0000000 on. */
const IACCVIOL = 1;

/**
 * Finds out what is behind a probe, and completes the setup of a board without a project: the image for its
 * core, and the core's rate. RAM is tried before anything is written to it for good.
 */
export function identifyBare(
  board: BoardSetup,
  bare: BareBoard,
  resources: BoardResources,
  signal: AbortSignal,
): Promise<BoardSetup> {
  const quiet = { info: () => undefined, debug: () => undefined };
  return atProbe(board, { signal, log: quiet }, resources, async (undertaking) => {
    const found = await bringUp(undertaking, async (serving, witness) => {
      const session = await attach(undertaking, serving);
      try {
        const { server } = undertaking;
        const identified = await identify({ board, server, session, witness }, bare);
        await leaveBoard(undertaking, session, () => serving.process?.end());
        return identified;
      } catch (error) {
        await session.gdb.detach();
        await serving.process?.end();
        throw error;
      }
    });
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
  const { board, session } = tried;
  const { memory } = session;
  const [ram] = board.ram ?? [];
  if (ram === undefined) throw failure('its RAM is not known', 'Name the chip: --chip NAME.');
  await accessFirst(tried);
  await prepareChip(tried, ram, bare);
  const core = await identifyCore(memory);
  refuseOtherChip(core, bare);
  const name = chooseImage(core);
  await tryRam(memory, ram);
  await stopByCore(tried, ram, bare);
  await tryExecution(tried, ram, core);
  const hasCounter = !WITHOUT_COUNTER.has(core.part) && (await tryCounter(tried, ram, core, bare));
  const images = { kind: 'named', name } as const;
  if (bare.coreHz !== undefined) return { images, bare: { ...bare, hasCounter } };
  const { hz, error } = await measureRate(tried, ram);
  return { images, bare: { ...bare, hasCounter, coreHz: hz, coreHzError: error } };
}

/** Stops the core, by the first registers that are used: a chip with a locked debug port gives none. */
async function accessFirst({ board, server, session, witness }: TriedChip): Promise<void> {
  try {
    await server.resetHalt(session);
  } catch (error) {
    if (await isHeldInReset(session.memory).catch(() => false)) {
      throw failure('its core is held in reset', RESET_PULLED);
    }
    if (error instanceof TargetError || (await findReason(witness, 'start-failed'))) throw error;
    const what = `${board.id} did not start`;
    const { message, hint = '' } = await explainServerFailure(error, witness, 'start-failed', what);
    throw new TargetError('start-failed', message, `${LOCKED_HINT} ${hint}`);
  }
}

/** Does what each reset undoes: watchdogs are stopped that a write stops, and RAM is assigned. */
async function prepareChip(
  { session: { memory }, witness }: TriedChip,
  ram: Region,
  { chip }: BareBoard,
): Promise<void> {
  await writeRegisters(memory, [...stopWatchdogs(chip), ...assignRam(ram, chip)]);
  // From now on another reset is seen.
  await readCoreState(memory);
  witness.output?.turnPage();
}

/** Stops a watchdog that only the core can stop; while the core is halted, it does not count. */
async function stopByCore({ session }: TriedChip, ram: Region, { chip }: BareBoard): Promise<void> {
  const stub = watchdogStub(chip, ram);
  if (stub === undefined) return;
  session.expectStop();
  await runWatchdogStub(session, stub);
}

/** On an i.MX RT, fuses divide RAM among three buses after a reset, so that only part of the chosen one is there. */
function assignRam(ram: Region, chip: string | undefined) {
  const divided = findImxRt(chip);
  return (divided && imxRtWrites(divided, [ram])) ?? [];
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
const CORTEX_M7 = 0xc27;
const V7_CLASS = new Set([0xc23, 0xc24, CORTEX_M7]);
/** Revisions in which a write to BASEPRI takes effect too late (erratum 837070). */
const FIRST_M7 = new Set(['r0p0', 'r0p1']);
/** Cortex-M23 runs all that an M0+ does, and starts like one. */
const V8_BASE_CLASS = new Set([0xd20]);
/** Cortex-M33, M35P, M52, M55 and M85. */
const V8_CLASS = new Set([0xd21, 0xd31, 0xd22, 0xd23, 0xd24]);

/** Their architectures have no cycle counter. */
const WITHOUT_COUNTER = new Set([...M0_CLASS, ...V8_BASE_CLASS]);

/** The images for boards without a project; all have the same benchmarks. */
export const bareImages = [
  'ram-cortex-m4f',
  'ram-cortex-m7',
  'ram-cortex-m33',
  'ram-cortex-m33-ns',
  'ram-cortex-m33-nofp-ns',
  'ram-cortex-m23-ns',
  'ram-cortex-m3',
  'ram-cortex-m0plus',
] as const;

/** The images for a core: one with a floating-point unit saves its registers, as FreeRTOS does there. */
function chooseImage(core: IdentifiedCore): (typeof bareImages)[number] {
  const { part, name, floatingPoint, isNonSecure } = core;
  const hasFloat = floatingPoint !== 'none';
  if (isNonSecure) {
    if (V8_BASE_CLASS.has(part)) return 'ram-cortex-m23-ns';
    if (V8_CLASS.has(part)) return hasFloat ? 'ram-cortex-m33-ns' : 'ram-cortex-m33-nofp-ns';
  }
  if (M0_CLASS.has(part) || V8_BASE_CLASS.has(part)) return 'ram-cortex-m0plus';
  if (part === CORTEX_M7) return hasFloat ? 'ram-cortex-m7' : chooseSoftM7(core);
  if (V7_CLASS.has(part)) return hasFloat ? 'ram-cortex-m4f' : 'ram-cortex-m3';
  if (V8_CLASS.has(part)) return hasFloat ? 'ram-cortex-m33' : 'ram-cortex-m3';
  throw failure(`there is no image for a ${name}`, OWN_PROJECT);
}

/** FreeRTOS works around the erratum of the first revisions only in its port to cores with that unit. */
function chooseSoftM7({ name, revision }: IdentifiedCore): (typeof bareImages)[number] {
  if (!FIRST_M7.has(revision)) return 'ram-cortex-m3';
  throw failure(
    `FreeRTOS has no port to a ${name} ${revision} without a floating-point unit`,
    OWN_PROJECT,
  );
}

/** The names in the table of the architectures of a class of cores. */
const ARCHITECTURES = [
  { parts: M0_CLASS, pattern: /^armv6m/ },
  { parts: V7_CLASS, pattern: /^armv7/ },
  { parts: new Set([...V8_BASE_CLASS, ...V8_CLASS]), pattern: /^armv8m/ },
];

/** Another chip than the named one may have RAM at the same address, and would be measured under its name. */
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
 * Tries both ends of RAM, and each power of two between them, with different words: smaller RAM is mirrored
 * past its end, or missing there.
 */
async function tryRam(memory: Memory, { start, end }: Region): Promise<void> {
  const ends = [start, end - 4];
  for (let size = SMALLEST_MIRROR; size < end - start; size *= 2) ends.push(start + size);
  for (const address of ends) {
    await writeWord(memory, address, makeTestWord(address)).catch(() => {
      throw failure(`the RAM at ${formatAddress(address)} cannot be written`, OTHER_RAM);
    });
  }
  for (const address of ends) {
    const found = await readWord(memory, address).catch(() => undefined);
    if (found === makeTestWord(address)) continue;
    throw failure(
      `the RAM at ${formatAddress(address)} does not keep what is written to it, so there is less than ` +
        `the ${(end - start) / 1024} KB that end at ${formatAddress(end)}`,
      OTHER_RAM,
    );
  }
}

const makeTestWord = (address: number) => (address ^ PATTERN) >>> 0;

/**
 * Writes r0 to VTOR and reads it back into r3, restores it, sets r0 to 42 and stays: `ldr r1, =VTOR`,
 * `ldr r2, [r1]`, `str r0, [r1]`, `ldr r3, [r1]`, `str r2, [r1]`, `movs r0, #42`, `b .`. The core does that
 * itself, because an emulator's server does not write its registers.
 */
const VTOR_STUB = [0x4903, 0x680a, 0x6008, 0x680b, 0x600a, 0x202a, 0xe7fe, 0xbf00, 0xed08, 0xe000];
const VTOR_END = 12;
/**
 * Sets DEMCR.TRCENA, unlocks the DWT unit, starts its cycle counter, and reads that into r2 and once more into r3:
 * `ldr r1, =DEMCR`, `ldr r2, [r1]`, `movs r3, #1`, `lsls r3, #24`, `orrs r2, r3`, `str r2, [r1]`, `ldr r1, =DWT_CTRL`,
 * `ldr r2, =0xc5acce55`, `ldr r3, =DWT_LAR`, `str r2, [r3]`, `ldr r2, [r1]`, `movs r3, #1`, `orrs r2, r3`,
 * `str r2, [r1]`, `ldr r2, [r1, #4]`, `movs r0, #42`, `ldr r3, [r1, #4]`, `b .`. A server that shows a moving counter
 * proves nothing: an emulator's core may see another one.
 */
const COUNTER_STUB = [
  0x4908, 0x680a, 0x2301, 0x061b, 0x431a, 0x600a, 0x4906, 0x4a07, 0x4b07, 0x601a, 0x680a, 0x2301,
  0x431a, 0x600a, 0x684a, 0x202a, 0x684b, 0xe7fe, 0xedfc, 0xe000, 0x1000, 0xe000, 0xce55, 0xc5ac,
  0x1fb0, 0xe000,
];
const COUNTER_END = 34;
/** Behind the other stub. */
const COUNTER_OFFSET = 64;
const SOME_TABLE = 0x100;

/** RAM may be for data only, or without a clock, and exceptions must reach a table there: trying shows it. */
async function tryExecution(
  tried: TriedChip,
  ram: Region,
  { name }: IdentifiedCore,
): Promise<void> {
  const { session } = tried;
  const { gdb, memory } = session;
  const at = firstAddress(ram);
  session.expectStop();
  const stub = { code: VTOR_STUB, at, end: at + VTOR_END };
  const { isDone, pc } = await runStub(session, stub, SOME_TABLE);
  if (!isDone) {
    await refuseReset(tried);
    const faults = await readWord(memory, CFSR).catch(() => 0);
    const why = (faults & IACCVIOL) === 0 ? '' : ', which its memory map keeps for data';
    throw failure(
      `its core does not execute from the RAM at ${formatAddress(at)}${why} (pc is ${formatAddress(pc)})`,
      `${OTHER_CHIP} ${OTHERWISE}`,
    );
  }
  if ((await readRegister(gdb, 'r3')) === SOME_TABLE) return;
  throw failure(`this ${name} has no VTOR, so its interrupts go to the flash`, NO_VTOR);
}

/** A core without the unit may fault at its registers, and is brought back to where it stays in RAM. */
async function tryCounter(
  tried: TriedChip,
  ram: Region,
  core: IdentifiedCore,
  bare: BareBoard,
): Promise<boolean> {
  const { server, session } = tried;
  const { gdb } = session;
  const at = firstAddress(ram);
  const stub = {
    code: COUNTER_STUB,
    at: at + COUNTER_OFFSET,
    end: at + COUNTER_OFFSET + COUNTER_END,
  };
  session.expectStop();
  const { isDone } = await runStub(session, stub);
  if (isDone) return (await readRegister(gdb, 'r2')) !== (await readRegister(gdb, 'r3'));
  await refuseReset(tried);
  await server.resetHalt(session);
  await prepareChip(tried, ram, bare);
  await stopByCore(tried, ram, bare);
  await tryExecution(tried, ram, core);
  return false;
}

/** Lets the core run on in the stub, as the server does it, and watches its timer. */
async function measureRate(tried: TriedChip, ram: Region): Promise<CoreRate> {
  const { server, session } = tried;
  const { gdb, memory } = session;
  await server.run(session);
  try {
    if (gdb.isRunning && !(await answersWhileRunning(gdb, firstAddress(ram)))) {
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
