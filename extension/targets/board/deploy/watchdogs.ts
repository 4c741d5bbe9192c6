import { TargetError } from '../../../base';
import { formatAddress, type Region } from '../../../rtt';
import type { RegisterWrite } from './imxrt';
import { firstAddress } from './relocate';
import { runStub, type Stub } from './stub';

/*
 * Watchdogs that run after a reset, and what stops them until the next one, from the manuals of these families;
 * none was tried at a chip. One write through the debug port is enough for some. Others take their writes only
 * within 128 clocks, which no probe keeps, so that the core itself has to do it. The rest bite, and the run is
 * refused.
 */

const STOPPED = 1 << 15;
/** The reinforced one takes a write only with these bits. */
const STOPPED_WITH_ALL_ONES = (0xfff << 16) | STOPPED;

/** WDT_MR, and RSWDT_MR, of Microchip's SAM families. */
const WATCHDOGS: readonly {
  readonly chips: RegExp;
  readonly stop: readonly RegisterWrite[];
}[] = [
  { chips: /^ATSAM3U/i, stop: [{ address: 0x400e_1254, value: STOPPED }] },
  { chips: /^ATSAM3X/i, stop: [{ address: 0x400e_1a54, value: STOPPED }] },
  { chips: /^ATSAM(?:4[CNS]|G5)/i, stop: [{ address: 0x400e_1454, value: STOPPED }] },
  {
    chips: /^ATSAM(?:4E|[ESV]7)/i,
    stop: [
      { address: 0x400e_1854, value: STOPPED },
      { address: 0x400e_1904, value: STOPPED_WITH_ALL_ONES },
    ],
  },
];

/** Lists what stops the watchdogs that run on a chip after a reset, as far as that is known. */
export const stopWatchdogs = (chip = ''): readonly RegisterWrite[] =>
  WATCHDOGS.find(({ chips }) => chips.test(chip))?.stop ?? [];

/**
 * The same watchdog of NXP's under several names: WDOG in the reference manual S32K1XXRM, RTWDOG in those from
 * IMXRT1010RM to IMXRT1064RM. It runs after a reset. SystemInit of NXP's own SDKs, for example in system_MIMXRT1042.c,
 * stops it by these writes.
 */
const RTWDOGS: readonly { readonly chips: RegExp; readonly base: number }[] = [
  { chips: /^S32K14/i, base: 0x4005_2000 },
  { chips: /^MIMXRT10[1-6]/i, base: 0x400b_c000 },
];
const UNLOCK = 0xd928_c520;
/** All registers of a configuration have to be written. */
const LONGEST = 0xffff;
/** Not enabled, but may be unlocked again; it takes words, and would count the slow clock. */
const DISABLED = (1 << 13) | (1 << 8) | (1 << 5);

/**
 * Unlocks, waits until that has arrived, and configures: `ldr r1, =base`, `ldr r2, =UNLOCK`, `ldr r3, =LONGEST`,
 * `ldr r0, =DISABLED`, `str r2, [r1, #4]`, `ldr r2, [r1, #4]`, `str r3, [r1, #8]`, `str r0, [r1]`, `movs r0, #42`,
 * `b .`; the four words follow.
 */
const RTWDOG_STUB = [
  0x4904, 0x4a05, 0x4b05, 0x4806, 0x604a, 0x684a, 0x608b, 0x6008, 0x202a, 0xe7fe,
];
const RTWDOG_END = 18;

/** The program that stops the watchdog of a chip within its time; undefined where none is known. */
export function watchdogStub(chip: string | undefined, ram: Region): Stub | undefined {
  const found = RTWDOGS.find(({ chips }) => chips.test(chip ?? ''));
  if (found === undefined) return undefined;
  const words = [found.base, UNLOCK, LONGEST, DISABLED].flatMap((word) => [
    word & 0xffff,
    word >>> 16,
  ]);
  const at = firstAddress(ram);
  return { code: [...RTWDOG_STUB, ...words], at, end: at + RTWDOG_END };
}

/** Has the core stop its watchdog. */
export async function runWatchdogStub(
  core: Parameters<typeof runStub>[0],
  stub: Stub,
): Promise<void> {
  const { isDone, pc } = await runStub(core, stub);
  if (isDone) return;
  throw new TargetError(
    'start-failed',
    `The core did not execute what stops its watchdog at ${formatAddress(stub.at)} (pc is ${formatAddress(pc)})`,
    'Check that the chip is the one that was named, and that nothing holds it in reset or sleep.',
  );
}
