import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import {
  type AgentImage,
  MACHINE_AARCH64,
  MACHINE_ARM,
  MACHINE_X86_64,
  readElf,
} from '../../agent';
import { TargetError } from '../../base';
import { claimTarget, type Requirement, startGuardian, temporaryFolder } from '../../host';
import { readOwnConditions } from '../conditions';
import type { TargetKind } from '../kind';
import { checkOwnLibc, staticHint } from '../libc';
import {
  ENDED_HINT,
  endText,
  openProcessLink,
  type SampledAgent,
  startProcess,
} from '../process-link';
import type { OpenOptions, Target, TargetLink } from '../target';

/** This computer, if it runs Linux. */
export const local: TargetKind = {
  support: {
    title: 'this computer',
    counts: 'ns (`CLOCK_MONOTONIC`)',
    tried: { linux: 'tried (x86-64)', macos: 'no', windows: 'no' },
  },
  targets: [localTarget()],
};

/** This computer, measured by a program of its own. */
function localTarget(resources: LocalResources = {}): Target {
  return {
    id: 'local-linux',
    title: 'Linux on this computer',
    deterministic: false,
    samplesStacks: true,
    conditions: readOwnConditions,
    requirements: () => Promise.resolve(localRequirements()),
    check: checkOwnLibc,
    open: (image, options) => openLocal(image, options, resources),
  };
}

/** Folders of the agent's program and the target's lock; tests choose their own. */
interface LocalResources {
  readonly scratchRoot?: string;
  readonly lockFolder?: string;
}

/** Starts an agent as a process of this computer. */
async function openLocal(
  image: AgentImage,
  { signal, onDeploy, cleanup = [] }: OpenOptions,
  { scratchRoot, lockFolder }: LocalResources = {},
): Promise<TargetLink> {
  checkMachine(image);
  checkOwnLibc(image);
  const folder = temporaryFolder(scratchRoot);
  const lock = claimTarget('local-linux', lockFolder);
  const keeper = startGuardian({ remove: [folder, ...lock.paths], removeOrphans: cleanup });
  try {
    throwIfCancelled(signal);
    await lock.take();
    const command = writeProgram(image, folder);
    onDeploy?.(image.elf.length, image.elf.length);
    throwIfCancelled(signal);
    return await openProcessLink({
      start: () => startAgent(command),
      sampled: { find: [`program="${command}"`], where: 'This computer', execute: executeHere },
      close: () => keeper.end(),
    });
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
      new TargetError('target-gone', `The agent ended ${endText(end)}`, ENDED_HINT),
  });
}

/** More than a sampled agent's stacks take. */
const MOST_OUTPUT = 1 << 28;

function executeHere(lines: readonly string[], signal: AbortSignal) {
  type Output = Awaited<ReturnType<SampledAgent['execute']>>;
  return new Promise<Output>((resolve, reject) => {
    const options = { signal, maxBuffer: MOST_OUTPUT };
    const child = execFile('sh', ['-c', lines.join('\n')], options, (error, out, err) => {
      if (signal.aborted) reject(new TargetError('cancelled', 'Interrupted.'));
      else if (error && child.exitCode === null) reject(error);
      else resolve({ code: child.exitCode, out, err });
    });
  });
}

function startHint(code: string, command: string): string | undefined {
  if (code === 'EACCES') {
    return `Programs cannot be executed in ${command}: set TMPDIR to another folder.`;
  }
  // The file exists; the loader of the C library that it needs is missing.
  return code === 'ENOENT' ? staticHint('local-linux') : undefined;
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new TargetError('cancelled', 'Opening local-linux was cancelled');
}

const MACHINES: Readonly<Record<string, number>> = {
  x64: MACHINE_X86_64,
  arm64: MACHINE_AARCH64,
  arm: MACHINE_ARM,
};

/** Makes sure that an image is a program for this computer. */
export function checkMachine({ path, elf }: AgentImage, architecture: string = process.arch): void {
  const { machine, problems } = readElf(elf);
  if (problems.length === 0 && machine === MACHINES[architecture]) return;
  const why = problems[0] ?? `it is for machine ${machine}, and this computer is ${architecture}`;
  throw new TargetError(
    'bad-image',
    `${path} cannot be started: ${why}`,
    'Build it again: cyclescope build --target local-linux',
  );
}

/** Writes the agent as a program: the image's folder may not allow execution. */
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
      'Check free space and write permission there, or set TMPDIR to another folder.',
    );
  }
}

/** Finds out which system this process runs on. */
export function localRequirements(platform = process.platform): readonly Requirement[] {
  return [
    {
      name: 'Linux',
      found: platform === 'linux' ? release() : undefined,
      remedy:
        'This computer does not run Linux; measure one that does with --target ssh://user@host.',
    },
  ];
}
