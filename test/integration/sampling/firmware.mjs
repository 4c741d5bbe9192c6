import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {Readonly<Record<'first' | 'second' | 'third' | 'fourth', number>>} Turns */
/**
 * @typedef {object} LoopOptions
 * @property {Turns} [turns]
 * @property {number} [far] where the fourth function is
 * @property {readonly string[]} [flags]
 * @property {boolean} [isRecorded] SystemView records its tasks
 */

/** The turns of the loop's functions; see `loop.c`. @type {Turns} */
export const TURNS = { first: 249, second: 99, third: 14, fourth: 4 };
const LOOP_INSTRUCTIONS = 6;
const HERE = import.meta.dirname;

/** The exact share of each function of the loop, in instructions. */
export function exactShares(turns = TURNS) {
  /** @type {[string, number][]} */
  const own = Object.entries(turns).map(([name, count]) => [name, 2 * count + 2]);
  own.push(['loop', LOOP_INSTRUCTIONS]);
  const total = own.reduce((sum, [, count]) => sum + count, 0);
  return new Map(own.map(([name, count]) => [name, count / total]));
}

const SEGGER = process.env['CYCLESCOPE_C_SOURCES'] ?? 'build/c-sources/systemview-target-0.3.0/lib';
const RECORDER = [
  '-DTASKS',
  '-DRECORDED',
  '-DSEGGER_RTT_SECTION=".rtt.block"',
  '-DSEGGER_RTT_BUFFER_SECTION=".rtt.buffers"',
  '-DRTT_USE_ASM=0',
  // The rig shows the same number as the cycle counter.
  '-DSEGGER_SYSVIEW_GET_TIMESTAMP()=(*(volatile unsigned *)0x60fffffc)',
  '--specs=nano.specs',
  `-I${SEGGER}/SEGGER`,
  `-I${SEGGER}/Config`,
  join(HERE, 'recorder.c'),
  `${SEGGER}/SEGGER/SEGGER_RTT.c`,
  `${SEGGER}/SEGGER/SEGGER_SYSVIEW.c`,
];

/** Builds the loop of known shares, as an ELF file. @param {LoopOptions} [options] */
export function buildLoop({ turns = TURNS, far = 0x4000, flags = [], isRecorded = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-loop-'));
  const path = join(folder, 'loop.elf');
  try {
    execFileSync('arm-none-eabi-gcc', [
      '-mcpu=cortex-m7',
      '-mthumb',
      '-O1',
      '-g',
      '-nostartfiles',
      ...(isRecorded ? RECORDER : ['-nostdlib']),
      ...Object.entries(turns).map(([name, count]) => `-D${name.toUpperCase()}=${count}`),
      ...flags,
      '-T',
      join(HERE, '../firmware/firmware.ld'),
      `-Wl,--section-start=.far=0x${far.toString(16)},-e,loop`,
      join(HERE, 'loop.c'),
      '-o',
      path,
    ]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Offsets in the header of a 32-bit ELF file, and in its program headers. */
const TABLE = 28;
const COUNT = 44;
const SEGMENT = { size: 32, offset: 4, address: 12, length: 16 };

/** Lists the pieces to load, with their addresses. @returns {readonly { address: number, bytes: Buffer }[]} */
export function listLoadedPieces(/** @type {Buffer} */ elf) {
  const table = elf.readUInt32LE(TABLE);
  return Array.from({ length: elf.readUInt16LE(COUNT) }, (_, index) => {
    const at = table + index * SEGMENT.size;
    const offset = elf.readUInt32LE(at + SEGMENT.offset);
    const length = elf.readUInt32LE(at + SEGMENT.length);
    const bytes = elf.subarray(offset, offset + length);
    return { address: elf.readUInt32LE(at + SEGMENT.address), bytes };
  }).filter(({ bytes }) => bytes.length > 0);
}
