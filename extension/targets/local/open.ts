import type { AgentImage } from '../../core/agent/manifest';
import { startGuardian } from '../guardian/guardian';
import { claimTarget } from '../lock/lock';
import { endText } from '../process-link/agent-process';
import { checkOwnLibc, staticHint } from '../libc';
import { openProcessLink } from '../process-link/link';
import { startProcess } from '../process-link/start';
import { temporaryFolder } from '../private-folder';
import { TargetError, type OpenOptions, type TargetLink } from '../target';
import { checkMachine } from './machine';
import { writeProgram } from './program';

/** Where the agent's program and the target's lock lie; tests choose their own places. */
export interface LocalPlaces {
  readonly scratchRoot?: string;
  readonly lockFolder?: string;
}

/** Starts an agent as a process of this computer. */
export async function openLocal(
  image: AgentImage,
  { signal, onDeploy, cleanup = [] }: OpenOptions,
  { scratchRoot, lockFolder }: LocalPlaces = {},
): Promise<TargetLink> {
  checkMachine(image);
  checkOwnLibc(image);
  const folder = temporaryFolder(scratchRoot);
  const lock = claimTarget('local-linux', lockFolder);
  const keeper = startGuardian({ remove: [folder, lock.path], removeOrphans: cleanup });
  try {
    throwIfCancelled(signal);
    await lock.take();
    const command = writeProgram(image, folder);
    onDeploy?.(image.elf.length, image.elf.length);
    throwIfCancelled(signal);
    return await openProcessLink({ start: () => startAgent(command), close: () => keeper.end() });
  } catch (error) {
    await keeper.end();
    throw error;
  }
}

function startAgent(command: string) {
  return startProcess({
    command,
    args: [],
    env: { CYCLESCOPE_LAUNCH: 'local' },
    explainStart: (code) =>
      new TargetError(
        'start-failed',
        `The agent could not be started: ${code}`,
        startHint(code, command),
      ),
    explainEnd: (end) =>
      new TargetError(
        'target-gone',
        `The agent ended ${endText(end)}`,
        'It may have crashed, or someone ended the process.',
      ),
  });
}

function startHint(code: string, command: string): string | undefined {
  if (code === 'EACCES') {
    return `Programs may not be started in ${command}: set TMPDIR to another folder.`;
  }
  // The file is there: what is missing is the loader of the C library that it wants.
  return code === 'ENOENT' ? staticHint('local-linux') : undefined;
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new TargetError('cancelled', 'Opening local-linux was cancelled');
}
