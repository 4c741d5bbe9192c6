import { basename, dirname, isAbsolute } from 'node:path';
import { findProgram, type VendorProgram } from '../../targets/programs/locate';
import { searchPath } from '../../targets/programs/search-path';
import type { BuildStep } from '../../targets/projects/project';

/** Where the guides of Zephyr and of the MCUXpresso SDK put the Python that west runs in. */
function west(workspace: string): VendorProgram {
  const roots = [`${workspace}/.venv`, `${workspace}/venv`, '~/zephyrproject/.venv'];
  const all = [...roots, '~/.mcuxpressotools/.mcux-venv-*'];
  const unix = all.map((root) => `${root}/bin`);
  const win32 = all.map((root) => `${root}/Scripts`);
  return { names: { linux: 'west' }, folders: { linux: unix, darwin: unix, win32 } };
}

/** What a step starts: west is found in the environment of Python that its workspace has, too. */
export function programFor({ program, cwd }: Pick<BuildStep, 'program' | 'cwd'>): string {
  if (program !== 'west') return program;
  return findProgram(west(cwd)) ?? program;
}

/** A program of such an environment finds its companions there, as if it had been activated. */
export function environmentFor(
  program: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  if (!isAbsolute(program) || basename(program, '.exe') !== 'west') return {};
  return searchPath(environment, [dirname(program)]);
}
