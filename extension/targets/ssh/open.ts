import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentImage } from '../../core/agent/manifest';
import { startGuardian, type ChildEnd } from '../guardian/guardian';
import { claimTarget } from '../lock/lock';
import { checkLibc, staticHint } from '../libc';
import { openProcessLink } from '../process-link/link';
import { startProcess } from '../process-link/start';
import { temporaryFolder } from '../private-folder';
import { TargetError, type OpenOptions, type TargetLink } from '../target';
import type { SshAddress } from './address';
import { NO_CONNECTION, notStarted, sshArguments, type SshRoute } from './client';
import { connectionFailure } from './failures';
import { imagesFor } from './images';
import {
  agentScript,
  askMachine,
  copyAgent,
  HEARTBEAT_MS,
  READY_LINE,
  type Machine,
} from './remote';

/** Copies an agent to another machine where it is not there yet, and starts it. */
export async function openSsh(
  route: SshRoute,
  image: AgentImage,
  options: OpenOptions,
  lockFolder?: string,
): Promise<TargetLink> {
  const { address } = route;
  const { signal, log, onDeploy, cleanup = [] } = options;
  const lock = claimTarget(address.text, lockFolder);
  const logs = temporaryFolder();
  const keeper = startGuardian({ remove: [lock.path, logs], removeOrphans: cleanup });
  try {
    await lock.take();
    mkdirSync(logs, { mode: 0o700 });
    checkImage(image, address, await askMachine(route, signal));
    const isCopied = await copyAgent(route, image, signal);
    if (isCopied) onDeploy?.(image.elf.length, image.elf.length);
    log.debug(`${address.host}: the agent was ${isCopied ? 'copied' : 'there already'}`);
    return await openProcessLink({
      start: () => startAgent(route, image, join(logs, 'log')),
      readyLine: READY_LINE,
      heartbeatMs: HEARTBEAT_MS,
      close: () => keeper.end(),
    });
  } catch (error) {
    await keeper.end();
    throw error;
  }
}

function checkImage(image: AgentImage, address: SshAddress, machine: Machine): void {
  const { host, text } = address;
  const { target } = image.manifest;
  const wanted = imagesFor(address, machine);
  if (target === wanted) return checkLibc(image, { name: host, libc: machine.libc, target: text });
  throw new TargetError(
    'bad-image',
    `${image.path} is for ${target}, and ${host} needs ${wanted}`,
    `Build it: cyclescope build --target ${text}`,
  );
}

function startAgent(route: SshRoute, image: AgentImage, log: string) {
  return startProcess({
    command: 'ssh',
    // The agent's lines come on stderr: what ssh itself has to say goes elsewhere.
    args: ['-E', log, ...sshArguments(route), agentScript(image)],
    explainStart: notStarted,
    explainEnd: (end) => explainEnd(route.address, end, log),
  });
}

function explainEnd(address: SshAddress, end: ChildEnd, log: string): TargetError {
  if (end.code === NO_CONNECTION || end.signal !== null) {
    return connectionFailure(address, textOf(log), 'target-gone');
  }
  return new TargetError(
    'target-gone',
    `The agent on ${address.host} ended with exit code ${end.code}`,
    endHint(address, end.code),
  );
}

/** The exit codes of a shell that could not start a program. */
function endHint({ text }: SshAddress, code: number | null): string {
  if (code === 126) {
    return 'Programs may not be started in ~/.cache there: set XDG_CACHE_HOME for the login.';
  }
  // The file is there: what is missing is the loader of the C library that it wants.
  if (code === 127) return staticHint(text);
  return 'It may have crashed, or someone ended the process.';
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
