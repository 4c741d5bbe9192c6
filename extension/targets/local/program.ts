import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentImage } from '../../core/agent/manifest';
import { TargetError } from '../target';

/** Writes the agent as a program: an image may lie where nothing can be started from. */
export function writeProgram(image: AgentImage, folder: string): string {
  const program = join(folder, 'agent');
  try {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(program, image.elf, { mode: 0o700, flag: 'wx' });
    return program;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new TargetError(
      reason === 'ENOSPC' || reason === 'EDQUOT' ? 'no-space' : 'deploy-failed',
      `The agent could not be written to ${folder}: ${(error as Error).message}`,
      'Look for free space and write permission there, or set TMPDIR to another folder.',
    );
  }
}
