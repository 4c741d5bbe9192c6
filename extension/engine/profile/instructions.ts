import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EngineError } from '../../base';
import { instructionsText, newProfile, type RunProfile } from '../../profile';
import { findTarget, type TargetValue } from '../../targets';
import { elfPath, findTargetImage, type ImageFolder, loadImage } from '../../toolchain';
import { requireProfile } from './stored';

/** An operation of a profiled run, and where the image that ran may be. */
export interface InstructionsRequest {
  readonly folder: string;
  /** Its index in the profile. */
  readonly operation: number;
  /** Undefined if it is not known, or no program may be started. */
  readonly target: TargetValue | undefined;
  readonly imageFolders: readonly ImageFolder[];
  /** The program, if it is in none of those folders. */
  readonly elf?: string | undefined;
}

/**
 * Describes the executed instructions of an operation with how often each was executed: disassembled if
 * the image that ran and a disassembler are there, and otherwise with the reason why not.
 */
export async function describeInstructions(request: InstructionsRequest): Promise<string> {
  const run = await requireProfile(request.folder);
  const found = run.operations[request.operation];
  if (!found) {
    throw new EngineError(
      'unreadable',
      'The profile does not have this operation.',
      'It has changed on disk: open it again.',
    );
  }
  if (found.sampled && !found.sampled.isFlat) {
    throw new EngineError(
      'unreadable',
      `${found.name} was sampled by functions: how often an instruction was executed is not known.`,
      'Profile it on an emulated target, such as qemu-linux-imx6ul.',
    );
  }
  const profile = newProfile(found.name, run.code, found);
  const assembly = await disassemble(run, request);
  if (typeof assembly === 'string') return [assembly, '', ...instructionsText(profile)].join('\n');
  return instructionsText(profile, (address) => assembly.get(address) ?? '').join('\n');
}

/** The disassemblers of the toolchains; each refuses the images of other architectures. */
const DISASSEMBLERS = [
  'arm-none-eabi-objdump',
  'arm-linux-gnueabihf-objdump',
  'aarch64-linux-gnu-objdump',
  'llvm-objdump',
  'objdump',
];
const MOST_BYTES = 2 ** 28;
const NO_TARGET =
  'The instructions are not disassembled: the target is not among those of this folder, or the folder is not trusted.';
const NO_IMAGE =
  'The instructions are not disassembled: the image that was measured is no longer there. Measure again.';
const NO_DISASSEMBLER =
  'The instructions are not disassembled: no objdump reads the image. Install binutils-arm-none-eabi.';

/** The text of each instruction of the image that ran, or why it is not known. */
async function disassemble(
  { image: sha256, code }: RunProfile,
  { target, imageFolders, elf }: InstructionsRequest,
): Promise<ReadonlyMap<number, string> | string> {
  if (target === undefined) return NO_TARGET;
  const path =
    elf === undefined
      ? await findElfPath(target, imageFolders, sha256)
      : await readUnchanged(elf, sha256);
  if (path === undefined) return NO_IMAGE;
  const texts = await readAssembly(['--disassemble', path]);
  return texts ? new Map([...texts, ...(await disassembleWords(code))]) : NO_DISASSEMBLER;
}

type Texts = readonly (readonly [address: number, text: string])[];

/** Lists instructions with the first disassembler that reads the file; undefined without one. */
async function readAssembly(options: readonly string[]): Promise<Texts | undefined> {
  const args = ['--no-show-raw-insn', ...options];
  for (const program of DISASSEMBLERS) {
    const output = await promisify(execFile)(program, args, {
      maxBuffer: MOST_BYTES,
      windowsHide: true,
    }).catch(() => undefined);
    const lines = output?.stdout.matchAll(/^\s*([0-9a-f]+):\s+(\S.*)$/gm) ?? [];
    const texts = Array.from(lines, ([, address = '', text = '']) => {
      return [parseInt(address, 16), text.replace(/\s+/g, ' ').trim()] as const;
    });
    if (texts.length > 0) return texts;
  }
  return undefined;
}

/** Disassembles the code that is not in the image, a kernel's, as it was executed. */
async function disassembleWords({ instructions }: RunProfile['code']): Promise<Texts> {
  const own = instructions.flatMap(({ address, word }) =>
    word === undefined ? [] : [{ address, word }],
  );
  if (own.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), 'cyclescope-code-'));
  try {
    const bytes = Buffer.alloc(4 * own.length);
    own.forEach(({ word }, at) => bytes.writeUInt32LE(word, 4 * at));
    const file = join(folder, 'code.bin');
    await writeFile(file, bytes);
    const texts = await readAssembly(['-D', '-b', 'binary', '-m', 'arm', file]);
    return (texts ?? []).flatMap(([offset, text]) => {
      const address = own[offset / 4]?.address;
      return address === undefined ? [] : [[address, moveTargets(text, address - offset)] as const];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Moves the addresses that a text names, of branches and of data beside the code. */
export const moveTargets = (text: string, by: number): string =>
  /^b(?!fc|fi|ic)\w* |\[pc\b/.test(text)
    ? text.replace(/\b0x([0-9a-f]+)$/, (_, digits: string) => {
        return `0x${((parseInt(digits, 16) + by) >>> 0).toString(16)}`;
      })
    : text;

/** The path of a file if it is still the one of that hash. */
async function readUnchanged(path: string, sha256: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  const hash = bytes && createHash('sha256').update(bytes).digest('hex');
  return hash === sha256 ? path : undefined;
}

async function findElfPath(
  value: TargetValue,
  imageFolders: readonly ImageFolder[],
  sha256: string,
): Promise<string | undefined> {
  try {
    const search = findTarget(value);
    if (!('target' in search)) return undefined;
    const found = await findTargetImage(search.target, imageFolders, 'headline');
    return found.manifest.sha256 === sha256 ? await elfPath(await loadImage(found)) : undefined;
  } catch {
    return undefined;
  }
}
