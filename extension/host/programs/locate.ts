import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { isSentence } from '../../base';

/** A program that vendors install in folders of their own. */
export interface VendorProgram {
  /** Its file name for each platform, without `.exe`. */
  readonly names: Readonly<Partial<Record<NodeJS.Platform, string>>> & { readonly linux: string };
  /** Usual install folders; `*` matches anything within one name, `~` is the user's home. */
  readonly folders: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
}

/** The environment in which a program is searched. */
interface SearchEnvironment {
  readonly platform: NodeJS.Platform;
  readonly path: string;
  readonly home: string;
}

const here = (): SearchEnvironment => ({
  platform: process.platform,
  path: process.env['PATH'] ?? '',
  home: homedir(),
});

/** Finds a program: on PATH first, then in the newest of its usual folders. */
export function findProgram(
  program: VendorProgram,
  { platform, path, home }: SearchEnvironment = here(),
): string | undefined {
  const files = fileNames(program, platform);
  const usual = (program.folders[platform] ?? []).flatMap((pattern) =>
    expandPattern(pattern, home),
  );
  return [...path.split(delimiter).filter((folder) => folder !== ''), ...usual]
    .flatMap((folder) => files.map((file) => join(folder, file)))
    .find(isExecutable);
}

/** The endings of what Windows starts, in the order of its preference; any other file is data there. */
const WINDOWS_ENDINGS = ['.com', '.exe', '.bat', '.cmd'];

/** The file name of a program on this platform. */
export function fileName({ names }: VendorProgram, platform = process.platform): string {
  const name = names[platform] ?? names.linux;
  return platform === 'win32' ? `${name}.exe` : name;
}

/** All file names that a program may have; a name may come with its ending. */
function fileNames({ names }: VendorProgram, platform: NodeJS.Platform): readonly string[] {
  const name = names[platform] ?? names.linux;
  const isWhole = platform !== 'win32' || hasWindowsEnding(name);
  return isWhole ? [name] : WINDOWS_ENDINGS.map((ending) => name + ending);
}

function hasWindowsEnding(name: string): boolean {
  return WINDOWS_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}

/** Lists the folders that match a pattern, highest version first. */
export function expandPattern(pattern: string, home = homedir()): readonly string[] {
  const [root = '', ...names] = pattern.replace(/^~(?=\/)/, home).split(/[\\/]/);
  let folders = [`${root}${sep}`];
  for (const name of names) {
    folders = folders.flatMap((folder) => {
      if (!name.includes('*')) return [join(folder, name)];
      return matching(folder, name).map((match) => join(folder, match));
    });
  }
  return folders;
}

function matching(folder: string, pattern: string): readonly string[] {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const matcher = new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 'i');
  try {
    const names = readdirSync(folder).filter((name) => matcher.test(name));
    return names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  } catch {
    return [];
  }
}

/** Checks that a file is executable. */
function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The program that a setup names, or the one that was found, or its bare name. */
export function resolveProgram(program: VendorProgram, named: string | undefined): string {
  if (named === undefined) return findProgram(program) ?? fileName(program);
  // Windows starts a batch file only by its whole name.
  return (process.platform === 'win32' ? findNamed(named) : undefined) ?? named;
}

/** Checks that a server's program exists. It is not started: a project may have named it. */
export function programRequirement(
  program: VendorProgram,
  named: string | undefined,
  remedy: string,
): Requirement {
  if (named === undefined) return { name: fileName(program), found: findProgram(program), remedy };
  return {
    name: named,
    found: findNamed(named),
    remedy: isSentence(remedy)
      ? `Correct the program's name in the configuration, if it is installed. ${remedy}`
      : `Correct the program's name in the configuration, or install it: ${remedy}`,
  };
}

/** Finds a program that is named, by its path or alone; on other systems than Windows also without `.exe`. */
export function findNamed(named: string, surroundings = here()): string | undefined {
  const { platform } = surroundings;
  const name = platform === 'win32' ? named : named.replace(/\.exe$/i, '');
  const program = { names: { linux: name }, folders: {} };
  if (!/[\\/]/.test(name)) return findProgram(program, surroundings);
  const files = platform === 'win32' ? fileNames(program, platform) : [named, `${name}.exe`];
  return files.find(isExecutable);
}

/** A requirement of a target, and the version that was found. */
export interface Requirement {
  readonly name: string;
  readonly found: string | undefined;
  /** The command that installs it, or where to get it. */
  readonly remedy: string;
}

/** The packages of a program, by system. */
export interface Packages {
  /** Of Debian. */
  readonly apt: string;
  /** Of Homebrew. */
  readonly brew?: string | undefined;
  /** The page with programs or instructions for other systems. */
  readonly page: string;
}

/** The command that installs a program on this system, or else a sentence with the page that explains how. */
export function describeInstallation(
  { apt, brew, page }: Packages,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'linux') return `apt-get install ${apt}`;
  if (platform === 'darwin' && brew !== undefined) return `brew install ${brew}`;
  return `Install it as ${page} describes, and add its folder to PATH.`;
}

/** The same as a hint, always a sentence. */
export function installationHint(packages: Packages, platform?: NodeJS.Platform): string {
  const way = describeInstallation(packages, platform);
  return isSentence(way) ? way : `Install it: ${way}`;
}

/** The search path with these folders first, each once. */
export function searchPath(
  environment: Readonly<Record<string, string | undefined>>,
  folders: readonly string[],
): Readonly<Record<string, string>> {
  // Windows calls it `Path`.
  const name = Object.keys(environment).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  const all = [...folders, ...(environment[name] ?? '').split(delimiter)];
  return { [name]: [...new Set(all)].filter((folder) => folder !== '').join(delimiter) };
}
