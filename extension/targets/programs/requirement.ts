import type { Requirement } from '../target';
import { fileName, findProgram, isExecutable, type VendorProgram } from './locate';

/** The program that a setup names, else the one that was found; its bare name where there is none. */
export function programOf(program: VendorProgram, named: string | undefined): string {
  return named ?? findProgram(program) ?? fileName(program);
}

/** Whether a server's program is there. It is not started for that: a project may have named it. */
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
