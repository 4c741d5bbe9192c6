import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemCode } from '../base';
import { findProgram, writeWhole } from '../host';
import { compile } from './compiler';
import type { ImageParts, ObjectStore, ProgramCall, Unit } from './plan';

/** A compilation, if its object is not kept already. */
export interface Wanted {
  readonly unit: Unit;
  readonly call: ProgramCall;
  readonly plan: Pick<ImageParts, 'cwd' | 'signal'>;
  readonly askVersion: () => Promise<string>;
  readonly compile: () => Promise<void>;
}

/** The compiler's input: its text when all is included, and the files that it is from. */
interface Reading {
  readonly text: string;
  readonly files: readonly string[];
}

/** An object's file name, and the digests of all files that it was made from. */
interface Note {
  readonly object: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Variables that change what a compiler reads or starts. */
const VARIABLES = [
  'CPATH',
  'C_INCLUDE_PATH',
  'CPLUS_INCLUDE_PATH',
  'COMPILER_PATH',
  'GCC_EXEC_PREFIX',
  'SOURCE_DATE_EPOCH',
];

/** File systems round times down to the kernel's tick. */
const TICK_MS = 10;

/**
 * The objects of one build of an image.
 *
 * An object is named by its text, which is what the compiler reads once all is included, by the options
 * that are left then, and by the compiler: whichever image has such an object, it is the same. A note
 * is named by the whole call and lists the object and all files that were read, with their digests. As long
 * as these are the same, nothing has to be started; otherwise the preprocessor finds out whether there
 * is such an object.
 */
export class Objects {
  readonly #used = new Set<string>();
  readonly #digests = new Map<string, Promise<string>>();
  readonly #compilers = new Map<string, Promise<string>>();
  readonly #roots: readonly (readonly [index: number, root: string])[];
  #paths: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    readonly store: ObjectStore,
    readonly begin = Date.now() - TICK_MS,
  ) {
    // One root may be inside the other: the longer one is replaced first.
    const roots = store.roots.flatMap((root, index) =>
      [...new Set([root, quotePath(root)])].map((text) => [index, text] as const),
    );
    this.#roots = roots.sort(([, a], [, b]) => b.length - a.length);
  }

  /** Makes an object by taking a kept one, or by compiling it. */
  async make(wanted: Wanted): Promise<void> {
    const { unit, call } = wanted;
    const compiler = await this.#identify(wanted);
    const noteName = `${digest(this.#portable(callText(this.store.basis, wanted, compiler)))}.txt`;
    const note = await this.#readNote(noteName);
    if (note && (await this.#take(note.object, unit.object))) return this.#keepNote(noteName, note);
    const reading = await readAll(wanted);
    if (!reading) return wanted.compile();
    const made = [compiler, ...lastingOptions(call.args, unit), reading.text].join('\0');
    const object = `${digest(this.#portable(made))}.o`;
    const isTaken = await this.#take(object, unit.object);
    if (!isTaken) await wanted.compile();
    // What changed during the build may have been read in either state.
    if (!reading.files.every((file) => isOlder(file, this.begin))) return;
    if (!isTaken) await this.#keep(object, (partial) => copyFile(unit.object, partial));
    const files = reading.files.map(
      async (file) => [this.#portable(file), await this.#hashFile(file)] as const,
    );
    await this.#keepNote(noteName, { object, files: new Map(await Promise.all(files)) });
  }

  /** Removes what this build did not use, except what another one is writing. */
  async forgetOthers(): Promise<void> {
    const { folder } = this.store;
    const names = await readdir(folder).catch(() => []);
    const isUnfinished = (name: string) =>
      name.endsWith('.partial') && !isOlder(join(folder, name), this.begin);
    const others = names.filter((name) => !this.#used.has(name) && !isUnfinished(name));
    await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
  }

  /** A text that is the same wherever the folders of our sources are. */
  #portable(text: string): string {
    return this.#roots.reduce((all, [index, root]) => all.replaceAll(root, `<${index}>`), text);
  }

  #local(file: string): string {
    return file.replace(/^<(\d)>/, (all, index) => this.store.roots[Number(index)] ?? all);
  }

  /** The compiler's version, and its file, which an update replaces. */
  #identify({ call: { program }, askVersion }: Wanted): Promise<string> {
    const known = this.#compilers.get(program) ?? identifyCompiler(program, askVersion);
    this.#compilers.set(program, known);
    return known;
  }

  /** Finds a file of any store; an own one comes first. */
  #find(name: string): Promise<string | undefined> {
    this.#paths ??= listStores([...this.store.others, this.store.folder]);
    return this.#paths.then((paths) => paths.get(name));
  }

  /** Reads a note whose files are as they were. */
  async #readNote(name: string): Promise<Note | undefined> {
    const path = await this.#find(name);
    const note = parseNote(path === undefined ? '' : await readFile(path, 'utf8').catch(() => ''));
    for (const [file, wanted] of note?.files ?? []) {
      if ((await this.#hashFile(this.#local(file))) !== wanted) return undefined;
    }
    return note;
  }

  #hashFile(file: string): Promise<string> {
    const known = this.#digests.get(file) ?? readFile(file).then(digest, () => 'none');
    this.#digests.set(file, known);
    return known;
  }

  /** Copies a kept object to its path, and keeps it in this store as well. */
  async #take(name: string, to: string): Promise<boolean> {
    const path = await this.#find(name);
    if (path === undefined || !(await copyIfThere(path, to))) return false;
    if (path === join(this.store.folder, name)) this.#used.add(name);
    else await this.#keep(name, (partial) => copyFile(to, partial));
    return true;
  }

  async #keepNote(name: string, { object, files }: Note): Promise<void> {
    const lines = [object, ...[...files].map(([file, sum]) => `${sum} ${file}`)];
    await this.#keep(name, (partial) => writeFile(partial, `${lines.join('\n')}\n`));
  }

  /** Keeps a file whole, since another build may be doing the same. */
  async #keep(name: string, write: (partial: string) => Promise<void>): Promise<void> {
    this.#used.add(name);
    const path = join(this.store.folder, name);
    await mkdir(this.store.folder, { recursive: true });
    await writeWhole(path, write);
  }
}

const digest = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

function callText(basis: string, { unit, call }: Wanted, compiler: string): string {
  const variables = VARIABLES.map((name) => process.env[name] ?? '');
  const args = call.args.filter((argument) => argument !== unit.object);
  return JSON.stringify([basis, unit.source, compiler, variables, args]);
}

/** Leaves out the options that only the preprocessor needs. */
function lastingOptions(args: readonly string[], { source, object }: Unit): readonly string[] {
  return args.filter((arg, index) => {
    if (arg === '-isystem' || args[index - 1] === '-isystem') return false;
    return arg !== source && arg !== object && !/^-[DI]./.test(arg);
  });
}

/** A line with a file's name, and the one with the folder in which the compiler was started. */
const MARK = /^# \d+ "((?:[^"\\\n]|\\.)*)"/gm;
const FOLDER_MARK = /^# \d+ "[^"\n]*\/\/".*\n/gm;

/** Runs only the preprocessor; a source with a mistake has no text. */
async function readAll({ unit, call, plan }: Wanted): Promise<Reading | undefined> {
  const output = `${unit.object}.i`;
  const args = call.args.map((arg) => (arg === '-c' ? '-E' : arg === unit.object ? output : arg));
  const { succeeded } = await compile(call.program, args, plan.cwd, plan.signal);
  if (!succeeded) return undefined;
  // A source may have any bytes.
  const text = (await readFile(output, 'latin1')).replaceAll(FOLDER_MARK, '');
  await rm(output);
  const names = new Set([...text.matchAll(MARK)].map(([, name = '']) => unquotePath(name)));
  const files = [...names].filter((name) => !name.startsWith('<'));
  if (files.some((name) => name.includes('\n'))) return undefined;
  return { text, files: files.map((file) => resolve(plan.cwd, file)) };
}

/** A path as the preprocessor writes it, in text that is read byte by byte. */
const quotePath = (path: string) =>
  Buffer.from(path).toString('latin1').replaceAll(/[\\"]/g, '\\$&');

function unquotePath(name: string): string {
  const bytes = name.replaceAll(/\\([0-7]{3}|.)/g, (_, text: string) =>
    text.length === 3 ? String.fromCharCode(Number.parseInt(text, 8)) : text,
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/** A file that is gone has changed. */
function isOlder(file: string, time: number): boolean {
  const { ctimeMs = Infinity } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return ctimeMs < time;
}

const NOTE = /^([0-9a-f]{64}\.o)\n((?:[0-9a-f]{64} .+\n)+)$/;

function parseNote(text: string): Note | undefined {
  const [, object = '', lines = ''] = NOTE.exec(text) ?? [];
  if (!object) return undefined;
  const files = lines.trimEnd().split('\n');
  return { object, files: new Map(files.map((line) => [line.slice(65), line.slice(0, 64)])) };
}

async function identifyCompiler(
  program: string,
  askVersion: () => Promise<string>,
): Promise<string> {
  const path = findProgram({ names: { linux: program }, folders: {} }) ?? program;
  const real = await realpath(path).catch(() => path);
  const { size = 0, mtimeMs = 0 } = statSync(real, { throwIfNoEntry: false }) ?? {};
  // Names of the same program do not matter.
  const version = (await askVersion()).replace(/^\S+\s*/, '');
  return [real, size, mtimeMs, version].join(' ');
}

async function listStores(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const lists = folders.map(async (folder) => {
    const names = await readdir(folder).catch(() => []);
    return names.map((name) => [name, join(folder, name)] as const);
  });
  return new Map((await Promise.all(lists)).flat());
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}
