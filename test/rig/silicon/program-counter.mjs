import { execFileSync } from 'node:child_process';
import { openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { MACHINE } from './machine.mjs';

const SOURCE = join(import.meta.dirname, 'program-counter.c');
/** As in `program-counter.c`. */
const ENTRIES = 65536;
const HEADER = 4;
const WORD = 4;
/** Less than a probe's client waits for an answer. */
const PATIENCE_MS = 60;
/**
 * The core is asleep if no thread of the emulator runs for this long. Pauses in which its time is aligned
 * with the host's take up to 11 ms.
 */
const STILL_MS = 25;
/** The answer of a core that has no address because it sleeps. */
const NO_ADDRESS = 0xffffffff;
/** A debugger that reads nothing for longer has paused between two commands. */
const PAUSE_MS = 0.25;
/** The core runs so many entries on in each millisecond of a pause, as long as it is not slowed down. */
const ENTRIES_PER_MS = 26;
/** More does not make the address from which it is read any more random. */
const MOST_MISSED = 255;

/**
 * Compiles the plugin that shows which instructions run, and gives QEMU's arguments for it. `open` takes
 * the emulator's process, as long as the folder is there.
 * @param {string} folder
 */
export function preparePcs(folder) {
  const plugin = join(folder, 'program-counter.so');
  const ring = join(folder, 'pcs');
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-o', plugin, SOURCE]);
  return {
    args: ['-plugin', `${plugin},ring=${ring},memory=${join(folder, 'ram')}`],
    open: (/** @type {number | undefined} */ pid) => readPcs(openSync(ring, 'r'), pid),
  };
}

/**
 * Gives the address of an instruction that ran; of those in the ring each one at most once. The oldest are
 * skipped if the reader is slower than the core, and all but the newest one if that is wanted. What runs while a
 * debugger pauses is missed, as on every core: of what is there as many as by chance would have run in that time.
 * @param {number} file
 * @param {number | undefined} pid
 * @returns {(isNewest?: boolean) => Promise<number>}
 */
function readPcs(file, pid) {
  const word = Buffer.alloc(4);
  const readAt = (/** @type {number} */ at) => {
    readSync(file, word, 0, 4, at);
    return word.readUInt32LE();
  };
  let taken = 0;
  let last = NO_ADDRESS;
  const miss = (/** @type {number} */ pause) => {
    if (pause < PAUSE_MS) return;
    const missed = Math.floor(
      Math.random() * Math.min(MOST_MISSED, 2 * pause * ENTRIES_PER_MS) + 0.5,
    );
    const waiting = (readAt(0) - taken) >>> 0;
    taken = (taken + Math.min(missed, Math.max(0, waiting - 1))) >>> 0;
  };
  const read = async (/** @type {boolean} */ isNewest) => {
    const start = Date.now();
    let busy = start;
    for (let now = start; now - start < PATIENCE_MS; now = Date.now()) {
      const written = readAt(0);
      if (isNewest && written !== 0) taken = (written - 1) >>> 0;
      if (written !== taken) {
        // The oldest may be overwritten while they are read; some are kept in case the emulator is not scheduled.
        if ((written - taken) >>> 0 > ENTRIES / 2) taken = (written - ENTRIES / 4) >>> 0;
        last = readAt(HEADER + (taken % ENTRIES) * WORD);
        taken = (taken + 1) >>> 0;
        return last;
      }
      // Nothing has run since it was found asleep.
      if (last === NO_ADDRESS) return last;
      if (wantsToRun(pid)) busy = now;
      if (now - busy >= STILL_MS) return (last = NO_ADDRESS);
      await new Promise(setImmediate);
    }
    return last;
  };
  let left = performance.now();
  return async (isNewest = false) => {
    miss(performance.now() - left);
    try {
      return await read(isNewest);
    } finally {
      left = performance.now();
    }
  };
}

/** Reads the number of instructions so far from the file of the memory. */
export function readInstructionCount(/** @type {number} */ ramFile) {
  const word = Buffer.alloc(WORD);
  readSync(ramFile, word, 0, WORD, MACHINE.ram.end - MACHINE.ram.start - WORD);
  return word.readUInt32LE();
}

/** True if a thread of the process runs, or would if it got a turn. */
function wantsToRun(/** @type {number | undefined} */ pid) {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).some((thread) =>
    /\) R/.test(readFileSync(join(folder, thread, 'stat'), 'utf8')),
  );
}
