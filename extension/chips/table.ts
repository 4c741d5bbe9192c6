import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** A memory of a core. `data` is RAM that does not execute; `boot` is flash that the core starts from. */
export interface ChipMemory {
  readonly kind: 'ram' | 'data' | 'boot' | 'flash';
  readonly start: number;
  readonly size: number;
  /** The vendor's name of RAM: `SRAM1`, `DTCM`. */
  readonly name: string | undefined;
  /** The same cells as another memory of the core, at another address. */
  readonly isAlias: boolean;
}

/** A Cortex-M core of a chip. */
export interface ChipCore {
  readonly architecture: 'armv6m' | 'armv7m' | 'armv7em' | 'armv8m';
  /** The number of its access port, or the port's address in hexadecimal for ADIv6. */
  readonly accessPort: string;
  /** Selects its debug port on SWD with several: until TARGETSEL has this value, the port does not answer. */
  readonly targetSelect?: number | undefined;
  /** Empty if the table calls it only "main". */
  readonly name: string;
  readonly memories: readonly ChipMemory[];
}

/** A word of a chip's memory that no other chip has there, as far as the mask goes. */
export interface IdentityWord {
  readonly address: number;
  readonly mask: number;
  readonly value: number;
}

/** A part of a vendor: `STM32F407VG`. */
export interface Chip {
  readonly name: string;
  readonly family: string;
  readonly manufacturer: string | undefined;
  /** The first is the one that debuggers connect to by default. */
  readonly cores: readonly [ChipCore, ...ChipCore[]];
  /** All words of one of these are in the chip's memory; absent where the table has none of it. */
  readonly identities?: readonly (readonly IdentityWord[])[] | undefined;
}

const KINDS = { x: 'ram', d: 'data', f: 'boot', n: 'flash' } as const;

/** Reads the table that Cyclescope brings along: a package has it compressed. */
export async function readChips(packageFolder: string): Promise<readonly Chip[]> {
  const file = join(packageFolder, 'media', 'chips.txt');
  if (existsSync(file)) return parseChips(await readFile(file, 'utf8'));
  const packed = await readFile(`${file}.br`);
  return parseChips((await promisify(brotliDecompress)(packed)).toString());
}

/** Parses the table. It is ours, so a line that cannot be read is a defect. */
export function parseChips(text: string): readonly Chip[] {
  const chips: Chip[] = [];
  let family = '';
  let manufacturer: string | undefined;
  let cores: [ChipCore, ...ChipCore[]] | undefined;
  let areCoresComplete = true;
  const identities = new Map<string, (readonly IdentityWord[])[]>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('?')) {
      const words = line.slice(1).split(' ');
      const name = words.pop() ?? '';
      identities.set(name, [...(identities.get(name) ?? []), words.map(parseIdentityWord)]);
    } else if (line.startsWith('  ')) {
      if (cores === undefined) throw new Error(`The table of chips has no cores for${line}`);
      for (const name of line.trim().split(' ')) {
        chips.push({ name, family, manufacturer, cores, identities: identities.get(name) });
      }
      areCoresComplete = true;
    } else if (line.startsWith(' ')) {
      const core = parseCore(line);
      cores = areCoresComplete || cores === undefined ? [core] : [...cores, core];
      areCoresComplete = false;
    } else {
      const [name = '', by = ''] = line.split('\t');
      family = name;
      manufacturer = by === '' ? undefined : by;
    }
  }
  return chips;
}

function parseIdentityWord(text: string): IdentityWord {
  const [, address, mask = 'ffffffff', value] =
    /^([0-9a-f]+)(?:&([0-9a-f]+))?=([0-9a-f]+)$/.exec(text) ?? [];
  if (address === undefined || value === undefined) {
    throw new Error(`Not a word of the table of chips: ${text}`);
  }
  return { address: parseInt(address, 16), mask: parseInt(mask, 16), value: parseInt(value, 16) };
}

function parseCore(line: string): ChipCore {
  const [head = '', ...memories] = line.slice(1).split('\t');
  const [architecture = '', port = '', name = ''] = head.split(' ');
  if (!isArchitecture(architecture)) throw new Error(`Not a core of the table of chips: ${line}`);
  const [accessPort = '', select] = port.split('@');
  const targetSelect = select === undefined ? undefined : parseInt(select, 16);
  return { architecture, accessPort, targetSelect, name, memories: memories.map(parseMemory) };
}

const isArchitecture = (text: string): text is ChipCore['architecture'] =>
  /^armv(6m|7m|7em|8m)$/.test(text);

function parseMemory(text: string): ChipMemory {
  const [, letter = '', start, size, name] =
    /^([xdfn])([0-9a-f]+)\+([0-9a-f]+)(?: (.+))?$/i.exec(text) ?? [];
  const kind = KINDS[letter.toLowerCase() as keyof typeof KINDS];
  if (start === undefined || size === undefined) {
    throw new Error(`Not a memory of the table of chips: ${text}`);
  }
  const isAlias = letter !== letter.toLowerCase();
  return { kind, start: parseInt(start, 16), size: parseInt(size, 16), name, isAlias };
}
