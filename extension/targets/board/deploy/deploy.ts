import type { Bench } from '../../../agent';
import { TargetError } from '../../../base';
import { type GdbClient, gdbMemory, readMemoryMap, writeRegister } from '../../../gdb';
import type { Region } from '../../../rtt';
import { type Deal, dealParts, type Dealt } from './deal';
import { extendBackup, type SavedBlocks, writeBackup } from './backup';
import { checkCore } from './core';
import {
  type ChangedBlocks,
  flashNotAllowed,
  type Progress,
  readChanges,
  replaceFlash,
  ramOver,
  writeRam,
} from './flash';
import { badImage, type DeployableImage, formatRegion } from './image';
import { findImxRt, identifyChip, type RegisterWrite, writeRegisters } from './imxrt';
import { type DeployPlan, planDeployment, type VectorTable } from './plan';
import { type Given, isRelocatable, relocateImage } from './relocate';
import { runWatchdogStub, stopWatchdogs, watchdogStub } from './watchdogs';

/** Facts about a board before an image is deployed to it. */
interface BoardFacts {
  /** RAM as the user's setup names it; else the server's memory map is believed. */
  readonly ram?: readonly Region[] | undefined;
  /** The device's name in the user's setup. */
  readonly device?: string | undefined;
  /** Values for an image that runs on any chip. */
  readonly given?: Given | undefined;
  /** The benchmarks that will be measured; without any, all. */
  readonly benches?: readonly Bench[] | undefined;
}

export interface DeployOptions {
  /** Resets the target and leaves its core stopped at its first instruction. */
  readonly resetHalt: () => Promise<void>;
  readonly onProgress: Progress;
  /** The user agreed to lose what the flash holds. */
  readonly allowFlash?: boolean | undefined;
  /** A folder that does not exist yet, into which the flash that changes is read first. */
  readonly backup?: string | undefined;
  /** The backup exists already, from an earlier image of the same run: new blocks are added to it. */
  readonly isBackupBegun?: boolean | undefined;
  /** The target's id, which names a backup. */
  readonly board: string;
}

/** Plans where an image goes on a known core. */
export interface PreparedPlan extends DeployPlan {
  readonly core: string;
}

/** A plan for each deployment of an image; there are several if it does not fit whole. */
interface Prepared {
  readonly plans: readonly [PreparedPlan, ...PreparedPlan[]];
  readonly dealt?: Dealt;
}

/** The result of a deployment. */
interface Deployed {
  readonly flashBytes: number;
  readonly ramBytes: number;
  /** Flash that was kept in the backup's folder, if there was anything to keep. */
  readonly backedUpBytes: number;
}

/** Holds an image against a connected target with a stopped core, and writes nothing. */
export async function prepareDeployment(
  client: GdbClient,
  image: DeployableImage,
  { ram, device, given, benches }: BoardFacts,
): Promise<Prepared> {
  const memory = gdbMemory(client);
  const core = await checkCore(memory, image);
  const map = await readMemoryMap(client);
  const mayBeAny = core === 'Cortex-M7' && (device === undefined || /^cortex/i.test(device));
  const chip =
    findImxRt(given?.board) ?? (mayBeAny ? await identifyChip(memory) : findImxRt(device));
  const planImage = (placed: DeployableImage) => ({
    ...planDeployment(placed, { map, ram, chip }),
    core,
  });
  if (!isRelocatable(image)) return { plans: [planImage(image)] };
  const [region] = ram ?? [];
  if (region === undefined || given === undefined) throw unknownRam(image);
  const dealt = dealParts(image, region, benches, given);
  const planParts = (parts: Deal) => {
    const plan = planImage(relocateImage(image, region, given, parts));
    const preparation = [...stopWatchdogs(given.board), ...plan.preparation];
    return { ...plan, preparation, watchdog: watchdogStub(given.board, region) };
  };
  const [first, ...others] = dealt.deals;
  const plans = [planParts(first), ...others.map(planParts)] as const;
  const isWhole = others.length + dealt.refused.size + dealt.left.size === 0;
  return isWhole ? { plans } : { plans, dealt };
}

const unknownRam = ({ path }: DeployableImage) =>
  badImage(
    path,
    'it runs from the RAM of any chip, and neither the chip nor its RAM is known',
    'Name the chip: --chip NAME. To list chips: cyclescope chips',
  );

/** Writes an image and verifies it. Afterwards the core is halted at the program's first instruction. */
export async function deployImage(
  client: GdbClient,
  plan: PreparedPlan,
  options: DeployOptions,
): Promise<Deployed> {
  const { resetHalt, onProgress, allowFlash = false, backup } = options;
  await resetHalt();
  const changes = await readChanges(client, plan.flash);
  if (changes.length > 0 && !allowFlash) throw flashNotAllowed(plan.image.path, changes);
  const flashBytes = changes.reduce((sum, { after }) => sum + after.length, 0);
  const ramBytes = plan.ram.reduce((sum, { data }) => sum + data.length, 0);
  const total = flashBytes + ramBytes;
  if (changes.length > 0) {
    if (backup !== undefined) backUp(backup, plan, changes, options);
    const kept = backup === undefined ? '' : ` or restore the backup in ${backup}`;
    await replaceFlash(client, changes, `deploy again${kept}`, (done) => onProgress(done, total));
    await resetHalt();
  }
  await fillRam(client, plan, (done) => onProgress(flashBytes + done, total));
  return { flashBytes, ramBytes, backedUpBytes: backup === undefined ? 0 : flashBytes };
}

function backUp(
  folder: string,
  { core, image }: PreparedPlan,
  changes: readonly ChangedBlocks[],
  { board, isBackupBegun = false }: DeployOptions,
): void {
  const write = isBackupBegun ? extendBackup : writeBackup;
  write(folder, { board, core, title: image.path }, changes.map(toSavedBlocks));
}

/** Restarts a deployed image: its RAM is written again, because a reset or the program may have changed it. */
export async function restartImage(
  client: GdbClient,
  plan: DeployPlan,
  resetHalt: () => Promise<void>,
): Promise<void> {
  await resetHalt();
  await fillRam(client, plan, () => undefined);
}

/** RAM comes last: flash algorithms, checksums and resets use it. */
async function fillRam(client: GdbClient, plan: DeployPlan, onProgress: Progress): Promise<void> {
  const { ram, entry, preparation, watchdog } = plan;
  const memory = gdbMemory(client);
  await writeRegisters(memory, preparation);
  if (watchdog !== undefined) await runWatchdogStub({ gdb: client, memory }, watchdog);
  await writeRam(ramOver(client), ram, onProgress);
  if (entry === undefined) return;
  await writeRegisters(memory, entryWrites(entry));
  await setEntry(client, entry);
}

function toSavedBlocks(change: ChangedBlocks): SavedBlocks {
  const { start, blockSize, before } = change;
  if (before !== undefined) return { address: start, blockSize, data: before };
  throw new TargetError(
    'deploy-failed',
    `The flash at ${formatRegion(change)} cannot be read before it is programmed, so it cannot be backed up`,
    "Nothing was written. Save it with the probe's own tool, then deploy without a backup.",
  );
}

const SYSTICK_CONTROL = 0xe000e010;
const INTERRUPT_DISABLE = 0xe000e180;
const INTERRUPT_UNPEND = 0xe000e280;
const INTERRUPT_WORDS = 8;
const SYSTEM_UNPEND = 0xe000ed04;
const UNPEND_SYSTICK_AND_PENDSV = (1 << 25) | (1 << 27);
const VTOR = 0xe000ed08;
const THUMB_STATE = 1 << 24;
const ALL = 0xffffffff;

/** Leaves nothing on that a boot loader may have started, and has exceptions find the program's own table. */
function entryWrites({ address }: Pick<VectorTable, 'address'>): readonly RegisterWrite[] {
  const words = Array.from({ length: INTERRUPT_WORDS }, (_, index) => 4 * index);
  return [
    { address: SYSTICK_CONTROL, value: 0 },
    ...words.map((offset) => ({ address: INTERRUPT_DISABLE + offset, value: ALL })),
    ...words.map((offset) => ({ address: INTERRUPT_UNPEND + offset, value: ALL })),
    { address: SYSTEM_UNPEND, value: UNPEND_SYSTICK_AND_PENDSV },
    { address: VTOR, value: address },
  ];
}

/** Brings a stopped core where a reset would, had the program been in the memory that a reset starts from. */
async function setEntry(client: GdbClient, table: VectorTable): Promise<void> {
  await writeRegister(client, 'sp', table.stackPointer);
  await writeRegister(client, 'pc', table.start);
  await writeRegister(client, 'xpsr', THUMB_STATE);
}

/** Bytes per second of a transfer; undefined until it can be computed. */
export function deployRate(bytes: number, milliseconds: number): number | undefined {
  return bytes > 0 && milliseconds > 0 ? Math.round((bytes * 1000) / milliseconds) : undefined;
}

/** Adds the rate in bytes per second, since an image's first byte, to its progress. */
export function withRate(
  report: (done: number, total: number, rate: number | undefined) => void,
): (done: number, total: number) => void {
  let begin = { at: 0, done: Infinity };
  return (done, total) => {
    // The next image starts over.
    if (done < begin.done) begin = { at: performance.now(), done };
    report(done, total, deployRate(done - begin.done, performance.now() - begin.at));
  };
}
