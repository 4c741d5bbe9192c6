import { writeCpio, type CpioEntry } from './cpio';

const FOLDER = 0o040755;
const PROGRAM = 0o100755;
const TEXT_FILE = 0o100644;
const CHARACTER_DEVICE = 0o020600;

/** The room that scripts take, whatever their length, lest it shift what happens on the board. */
const SCRIPT_UNIT = 4096;

const FOLDERS: readonly CpioEntry[] = ['dev', 'proc', 'sys'].map((path) => ({
  path,
  mode: FOLDER,
}));
const CONSOLE: CpioEntry = { path: 'dev/console', mode: CHARACTER_DEVICE, device: [5, 1] };

/**
 * The file system of a board that runs nothing but the agent: it is `/init`, and its control lines
 * wait in `/cyclescope.script`. It is not compressed: a compressor's next version would change the
 * bytes, and with them when everything happens on an emulated board.
 */
export function makeInitramfs(agent: Uint8Array, lines: readonly string[]): Uint8Array {
  return writeCpio([
    ...FOLDERS,
    CONSOLE,
    { path: 'init', mode: PROGRAM, data: agent },
    { path: 'cyclescope.script', mode: TEXT_FILE, data: script(lines) },
  ]);
}

/**
 * Empty lines are nothing to an agent, and so scripts of different lengths take the same room. An
 * agent takes the end of its lines for the host's end, even in the middle of a run: that there is
 * one more line, which nobody waits for, lets the last run end well.
 */
function script(lines: readonly string[]): Uint8Array {
  const text = Buffer.from([...lines, 'end', ''].join('\n'));
  const padded = Buffer.alloc(Math.ceil(text.length / SCRIPT_UNIT) * SCRIPT_UNIT, '\n');
  padded.set(text);
  return padded;
}
