import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, sep } from 'node:path';

/** A program that vendors install in folders of their own. */
export interface VendorProgram {
  /** Its file name for each platform, without `.exe`. */
  readonly names: Readonly<Partial<Record<NodeJS.Platform, string>>> & { readonly linux: string };
  /** Usual install folders; `*` matches anything within one name, `~` is the user's home. */
  readonly folders: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
}

/** The environment in which a program is searched. */
interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly path: string;
  readonly home: string;
}

const here = (): Surroundings => ({
  platform: process.platform,
  path: process.env['PATH'] ?? '',
  home: homedir(),
});

/** Finds a program: on PATH first, then in the newest of its usual folders. */
export function findProgram(
  program: VendorProgram,
  { platform, path, home }: Surroundings = here(),
): string | undefined {
  const file = fileName(program, platform);
  const usual = (program.folders[platform] ?? []).flatMap((pattern) =>
    expandPattern(pattern, home),
  );
  return [...path.split(delimiter).filter((folder) => folder !== ''), ...usual]
    .map((folder) => join(folder, file))
    .find(isExecutable);
}

/** The file name of a program on this platform. */
export function fileName({ names }: VendorProgram, platform = process.platform): string {
  const name = names[platform] ?? names.linux;
  return platform === 'win32' ? `${name}.exe` : name;
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
export function programOf(program: VendorProgram, named: string | undefined): string {
  return named ?? findProgram(program) ?? fileName(program);
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
    remedy: `Correct the program's name in the configuration, or install it: ${remedy}`,
  };
}

function findNamed(named: string): string | undefined {
  const name = named.replace(/\.exe$/i, '');
  if (!/[\\/]/.test(name)) return findProgram({ names: { linux: name }, folders: {} });
  return [named, `${name}.exe`].find(isExecutable);
}

/** A requirement of a target, and the version that was found. */
export interface Requirement {
  readonly name: string;
  readonly found: string | undefined;
  /** The command that installs it. */
  readonly remedy: string;
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
