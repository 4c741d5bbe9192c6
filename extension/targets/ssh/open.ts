import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentImage } from '../../core/agent/manifest';
import { startGuardian, type ChildEnd } from '../guardian/guardian';
import { claimTarget } from '../lock/lock';
import { openProcessLink } from '../process-link/link';
import { startProcess } from '../process-link/start';
import { temporaryFolder } from '../private-folder';
import { TargetError, type OpenOptions, type TargetLink } from '../target';
import type { SshAddress } from './address';
import { NO_CONNECTION, notStarted, sshArguments, type SshRoute } from './client';
import { connectionFailure } from './failures';
import { imagesFor } from './images';
import { agentScript, askMachine, copyAgent, HEARTBEAT_MS, READY_LINE } from './remote';

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
    checkImage(image, address, imagesFor(address, await askMachine(route, signal)));
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

function checkImage(image: AgentImage, { host, text }: SshAddress, wanted: string): void {
  const { target } = image.manifest;
  if (target === wanted) return;
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
    end.code === 126
      ? 'Programs may not be started in ~/.cache there: set XDG_CACHE_HOME for the login.'
      : 'It may have crashed, or someone ended the process.',
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
