import type { Memory, Region } from '../../../rtt';
import { readWord } from './core';

/** A part of NXP's i.MX RT family whose RAM is shared out among three buses. */
export interface ImxRt {
  readonly name: string;
  /** Banks of 32 KiB. */
  readonly banks: number;
  /** The address at which the banks of the third bus appear. */
  readonly ocram: number;
}

const BANK = 32 * 1024;
const ITCM = 0;
const DTCM = 0x20000000;

/**
 * From the memory maps in the reference manuals IMXRT1040RM, IMXRT1050RM and IMXRT1060RM: by the digits of the part
 * number, and by the upper half of the silicon's own identification where that is known.
 */
const CHIPS: readonly (ImxRt & { readonly digits: RegExp; readonly id?: number })[] = [
  { name: 'i.MX RT1040', digits: /RT104\d/i, banks: 16, ocram: 0x20200000 },
  { name: 'i.MX RT1050', digits: /RT105\d/i, id: 0x6a, banks: 16, ocram: 0x20200000 },
  { name: 'i.MX RT1060', digits: /RT106\d/i, id: 0x6c, banks: 16, ocram: 0x20280000 },
];
/** Chip silicon version, chapter "USB_ANALOG". */
const DIGPROG = 0x400d8260;

/** Registers of IOMUXC_GPR, chapter "IOMUXC GPR memory map" of the same manuals. */
const GPR14 = 0x400ac038;
const GPR16 = 0x400ac040;
const GPR17 = 0x400ac044;
const USE_GPR17 = 1 << 2;
const ENABLE_ITCM = 1 << 0;
const ENABLE_DTCM = 1 << 1;
/** Uses of a bank, two bits of GPR17 each. */
const [AS_OCRAM, AS_DTCM, AS_ITCM] = [1, 2, 3];

/**
 * Control registers of the two watchdogs in chapter "WDOG". The third, RTWDOG, takes a change only within 128 clocks,
 * which no probe keeps, and stops while the core does: the program's own start has to stop it, or `watchdogStub`.
 */
const WATCHDOGS = [0x400b8000, 0x400d0000];
const WATCHDOG_ENABLED = 1 << 2;

/** Configuration and control register of Armv7-M: the caches' switches. */
const CCR = 0xe000ed14;
const CACHES = (1 << 16) | (1 << 17);
/** Throws the instruction cache's content away. */
const ICIALLU = 0xe000ef50;

/** The part that a device name such as `MIMXRT1052xxxxB` names; undefined for others. */
export function findImxRt(device: string | undefined): ImxRt | undefined {
  return CHIPS.find(({ digits }) => device !== undefined && digits.test(device));
}

/** The part number of a Cortex-M7, where no device is named; on other silicon nothing answers there. */
export async function identifyChip(memory: Memory): Promise<ImxRt | undefined> {
  const version = await readWord(memory, DIGPROG).catch(() => 0);
  return CHIPS.find(({ id }) => id === version >>> 16);
}

/**
 * Returns what a debugger must write before a program goes into the RAM of an i.MX RT: after a
 * reset its banks are assigned by the fuses, and the boot ROM may have left caches and watchdogs
 * on. `used` is all memory that the program takes. Undefined if there are not enough banks.
 */
export function imxRtWrites(
  chip: ImxRt,
  used: readonly Region[],
): readonly RegisterWrite[] | undefined {
  const itcm = banksFrom(ITCM, used);
  const dtcm = banksFrom(DTCM, used);
  if (itcm + dtcm + linearBanks(chip.ocram, used) > chip.banks) return undefined;
  const usage = Array.from({ length: chip.banks }, (_, bank) =>
    bank < itcm ? AS_ITCM : bank < itcm + dtcm ? AS_DTCM : AS_OCRAM,
  );
  const tcms = (itcm > 0 ? ENABLE_ITCM : 0) | (dtcm > 0 ? ENABLE_DTCM : 0);
  return [
    { address: CCR, value: 0, mask: CACHES },
    { address: ICIALLU, value: 0 },
    ...WATCHDOGS.map((address) => ({
      address,
      value: 0,
      mask: WATCHDOG_ENABLED,
      width: 2 as const,
    })),
    { address: GPR14, value: (sizeCode(itcm) << 16) | (sizeCode(dtcm) << 20), mask: 0xff << 16 },
    { address: GPR17, value: usage.reduce((sum, use, bank) => sum + use * 4 ** bank, 0) },
    { address: GPR16, value: USE_GPR17 | tcms, mask: USE_GPR17 | ENABLE_ITCM | ENABLE_DTCM },
  ];
}

/** The sizes of the tightly coupled memories are powers of two. */
function banksFrom(start: number, used: readonly Region[]): number {
  const banks = linearBanks(start, used);
  return banks === 0 ? 0 : 2 ** Math.ceil(Math.log2(banks));
}

/** Banks from the start of a memory up to the last byte that is used of it. */
function linearBanks(start: number, used: readonly Region[]): number {
  const reach = 16 * BANK;
  const ends = used
    .filter((region) => region.start >= start && region.start < start + reach)
    .map(({ end }) => end - start);
  return Math.ceil(Math.max(0, ...ends) / BANK);
}

/** Encodes a number of banks for GPR14: 3 is 4 KiB, and each step doubles it. */
function sizeCode(banks: number): number {
  return banks === 0 ? 0 : Math.log2((banks * BANK) / 4096) + 3;
}

/** One register of a device that is set before a program is started. */
export interface RegisterWrite {
  readonly address: number;
  readonly value: number;
  /** Only these bits are set to the value's; all of them where it is absent. */
  readonly mask?: number;
  /** In bytes; registers of 16 bits take no others. */
  readonly width?: 2 | 4;
}

/** Carries out a list of writes in its order. A register that holds its value already is left alone. */
export async function writeRegisters(
  memory: Memory,
  writes: readonly RegisterWrite[],
): Promise<void> {
  for (const { address, value, mask, width = 4 } of writes) {
    if (mask === undefined) {
      await memory.write(address, toBytes(value, width));
      continue;
    }
    const before = Buffer.from(await memory.read(address, width)).readUIntLE(0, width);
    const after = ((before & ~mask) | (value & mask)) >>> 0;
    if (after !== before) await memory.write(address, toBytes(after, width));
  }
}

function toBytes(value: number, width: 2 | 4): Uint8Array {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntLE(value >>> 0, 0, width);
  return bytes;
}
