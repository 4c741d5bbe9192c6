import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countEach } from '../../../../base';
import { LOOPBACK } from '../../../../host';
import { formatAddress, type Region } from '../../../../rtt';
import type { PcBatch } from '../../../target';
import type { PcReader, PcServer, WordBlock } from '../../server';
import { quoteForTcl } from './process';
import { inPieces } from '../../batches';
import { connectTcl } from './rings';

const PCSR = 0xe000101c;
const DHCSR = 0xe000edf0;
const DEBUG_KEY = 0xa05f0000;

/** Words of a `profile`, words of a look, and stops of the core between two answers. */
const WORDS = 1024;
const LOOK = 128;
const STOPS = 16;
/** Slow probes need some milliseconds for each. */
const LIST_MS = 20_000;
const STOPPED_MS = 1000;
/** The widest address range in which OpenOCD distinguishes single instructions. */
const WINDOW = 2 * 128 * 1024;
const CODE_END = 0xe0000000;
/** A `profile` that takes longer shows too little of the order of its samples. */
const PATIENCE_MS = 250;
/** Words in their order are worth a part of the rate. */
const ORDER_WORTH = 3;
/** As of a core that sleeps. */
const NO_ADDRESS = 0xffff_ffff;

/**
 * By OpenOCD's own command: it alone reads one register many times in one go. It stops after 10,000 words
 * whatever time it is given, and with none after 1,024. Its histogram has a limited number of bins; where the code
 * does not fit, words are read one by one. So they are where it is hardly faster: a histogram of a second has no order,
 * and does not show how far its shares can be trusted.
 */
export async function openSampler({ ports, signal, folder }: PcServer): Promise<PcReader> {
  const tcl = await connectTcl({ host: LOOPBACK, port: ports.command }, signal);
  const file = join(folder, 'gmon.out');
  let window: Region | undefined;
  let isOneByOne = false;
  let sleeps = false;
  const look = async () => {
    const words = numbers(await tcl.run(again(LOOK, `read_memory ${PCSR} 32 1`), LIST_MS));
    window ??= chooseWindow(words);
    sleeps ||= words.includes(NO_ADDRESS);
    return words;
  };
  const profile = async ({ start, end }: Region): Promise<PcBatch> => {
    const words = await tcl.run(
      `capture {profile 0 ${quoteForTcl(file)} ${start} ${end}}`,
      LIST_MS,
    );
    const samples = Number(/completed\. (\d+) samples/.exec(words)?.[1]);
    // It would continue by stopping the core, which was not requested.
    if (Number.isNaN(samples)) throw new Error(`OpenOCD cannot sample this core: ${words.trim()}`);
    const counts = readHistogram(await readFile(file));
    const outside = samples - [...counts.values()].reduce((sum, count) => sum + count, 0);
    // The look has shown that nothing else is outside.
    return sleeps ? { counts: new Map([...counts, [NO_ADDRESS, outside]]) } : { counts, outside };
  };
  const oneByOne = async () =>
    inPieces(await look()).map((piece) => ({ counts: countEach(piece) }));
  const isSlow = async (region: Region) => {
    const all = await measureTime(() => profile(region));
    return all > PATIENCE_MS && all / WORDS > (await measureTime(look)) / LOOK / ORDER_WORTH;
  };
  const stop = `halt; wait_halt ${STOPPED_MS}; set pc [dict get [get_reg -force pc] pc]; resume; set pc`;
  return {
    readWord: async (address) => Number(await tcl.run(`read_memory ${address} 32 1`)),
    readWords: async (address, count) =>
      numbers(await tcl.run(`read_memory ${address} 32 ${count}`)),
    writeByte: async (address, value) => void (await tcl.run(`mwb ${address} ${value}`)),
    writeWord: async (address, value) => void (await tcl.run(`mww ${address} ${value}`)),
    look,
    chooseWay: async () => {
      isOneByOne = window === undefined || (await isSlow(window));
      return isOneByOne ? 'DWT_PCSR, word by word' : undefined;
    },
    sample: async () => (window && !isOneByOne ? [await profile(window)] : oneByOne()),
    lookInTurns: async (blocks, times) => numbers(await tcl.run(inTurns(times, blocks), LIST_MS)),
    halt: async () => numbers(await tcl.run(again(STOPS, stop), LIST_MS)),
    // Its next poll of the core would switch debugging on again.
    release: async () => void (await tcl.run(`poll off; mww ${DHCSR} ${DEBUG_KEY}`)),
    close: async () => tcl.close(),
  };
}

async function measureTime(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** A Tcl script that gives the results of another one, executed several times, as a list. */
const again = (times: number, script: string) =>
  `set all {}; for {set turn 0} {$turn < ${times}} {incr turn} {lappend all [${script}]}; set all`;

/** A Tcl script that gives the first and last words of blocks in turns. */
function inTurns(times: number, blocks: readonly WordBlock[]): string {
  const scripts = blocks.map(({ first, last }) => {
    const read = `set block [read_memory ${first} 32 ${(last - first) / 4 + 1}]`;
    const ends = first === last ? '$block' : '[lindex $block 0] [lindex $block end]';
    return `${read}; lappend all ${ends}`;
  });
  const turn = scripts.join('; ');
  return `set all {}; for {set turn 0} {$turn < ${times}} {incr turn} {${turn}}; ${scripts[0]}; set all`;
}

const numbers = (list: string) => list.split(/\s+/).map(Number);

/** The widest window around the code among these words; none where that is too far apart. */
function chooseWindow(words: readonly number[]): Region | undefined {
  const code = words.filter((word) => word > 0 && word < CODE_END);
  const [first, last] = [Math.min(...code), Math.max(...code)];
  if (code.length === 0 || last - first >= WINDOW) return undefined;
  const start = Math.max(0, first - ((WINDOW - (last - first)) >> 1)) & ~3;
  return { start: start >>> 0, end: (start >>> 0) + WINDOW };
}

/** Sizes of the beginning of a gprof file, and of the parts of a histogram's header. */
const FILE_HEADER = 20;
const HEADER = 1 + 4 * 4 + 16;

/** Reads the histogram that OpenOCD writes: bins of two bytes of code each. */
export function readHistogram(file: Buffer): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const [low, high, bins] = [1, 5, 9].map((at) => file.readUInt32LE(FILE_HEADER + at));
  if (low === undefined || high === undefined || high - low !== 2 * (bins ?? 0)) {
    throw new Error(`OpenOCD wrote a histogram of ${bins} bins for ${formatAddress(low ?? 0)}`);
  }
  for (let at = FILE_HEADER + HEADER, address = low; address < high; at += 2, address += 2) {
    const count = file.readUInt16LE(at);
    if (count > 0) counts.set(address, count);
  }
  return counts;
}
