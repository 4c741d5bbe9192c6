/** One entry of an archive; folders come before their contents. */
interface CpioEntry {
  /** Without a leading slash. */
  readonly path: string;
  /** Kind and permissions, as `stat` gives them. */
  readonly mode: number;
  readonly data?: Uint8Array;
  /** Major and minor number of a device node. */
  readonly device?: readonly [major: number, minor: number];
}

const ALIGNMENT = 4;
const TRAILER: CpioEntry = { path: 'TRAILER!!!', mode: 0 };

/** Writes a cpio archive in the `newc` format that Linux unpacks as its first file system. */
export function writeCpio(entries: readonly CpioEntry[]): Uint8Array {
  // Owners and times are all zero: the same entries always give the same bytes.
  return Buffer.concat([...entries, TRAILER].flatMap(parts));
}

function parts(entry: CpioEntry, index: number): readonly Uint8Array[] {
  const { path, mode, data = new Uint8Array(), device = [0, 0] } = entry;
  const name = Buffer.from(`${path}\0`);
  const fields = [index + 1, mode, 0, 0, 1, 0, data.length, 0, 0, ...device, name.length, 0].map(
    (value) => value.toString(16).padStart(8, '0'),
  );
  const header = Buffer.concat([Buffer.from(`070701${fields.join('')}`), name]);
  return [header, padding(header.length), data, padding(data.length)];
}

function padding(length: number): Uint8Array {
  return new Uint8Array((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT);
}

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
 * Pads the script with empty lines, which an agent ignores, so that scripts of different lengths take
 * the same space. An agent that reaches the end of its lines treats the host as gone and stops, even
 * during a run. One more line, whose answer is not read, lets the last run end cleanly.
 */
function script(lines: readonly string[]): Uint8Array {
  const text = Buffer.from([...lines, 'end', ''].join('\n'));
  const padded = Buffer.alloc(Math.ceil(text.length / SCRIPT_UNIT) * SCRIPT_UNIT, '\n');
  padded.set(text);
  return padded;
}
