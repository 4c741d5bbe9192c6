import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Requirement } from '../../host';
import type { QemuMachine } from './machines';

/** Looks for QEMU and its version. */
export async function qemuRequirements(
  board: Pick<QemuMachine, 'program' | 'aptPackage'>,
): Promise<readonly Requirement[]> {
  return [
    {
      name: board.program,
      found: await versionOf(board.program),
      remedy: `apt-get install ${board.aptPackage}`,
    },
  ];
}

async function versionOf(program: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 });
    return /version (\S+)/.exec(stdout)?.[1] ?? 'unknown version';
  } catch {
    return undefined;
  }
}
