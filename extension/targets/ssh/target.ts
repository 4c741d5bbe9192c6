import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { privateFolder, preparePrivateFolder } from '../private-folder';
import type { Requirement, Target } from '../target';
import type { SshAddress } from './address';
import type { SshRoute } from './client';
import { imagesFor } from './images';
import { openSsh } from './open';
import { askMachine } from './remote';

/** Where connections, locks and ssh's configuration lie; tests choose their own places. */
export interface SshPlaces {
  readonly connections?: string;
  readonly lockFolder?: string;
  readonly config?: string | undefined;
}

/** A socket's path may have 104 bytes, of which ssh's own name takes up to 60. */
const MAX_CONNECTIONS_PATH = 44;

/** A Linux machine that is reached over SSH; nothing needs to be installed on it. */
export function sshTarget(address: SshAddress, places: SshPlaces = {}): Target {
  const route = routeTo(address, places);
  return {
    id: address.text,
    title: `Linux on ${address.host}, over SSH`,
    deterministic: false,
    requirements: sshRequirements,
    identify: async (signal) => {
      const images = imagesFor(address, await askMachine(prepared(route), signal));
      return { ...sshTarget(address, places), images };
    },
    open: (image, options) => openSsh(prepared(route), image, options, places.lockFolder),
  };
}

function routeTo(address: SshAddress, places: SshPlaces): SshRoute {
  const { connections = privateFolder('ssh'), config } = places;
  const canShare = process.platform !== 'win32' && connections.length <= MAX_CONNECTIONS_PATH;
  return { address, config, connections: canShare ? connections : undefined };
}

function prepared(route: SshRoute): SshRoute {
  if (route.connections !== undefined) preparePrivateFolder(route.connections);
  return route;
}

async function sshRequirements(): Promise<readonly Requirement[]> {
  return [{ name: 'ssh', found: await clientVersion(), remedy: 'apt-get install openssh-client' }];
}

async function clientVersion(): Promise<string | undefined> {
  try {
    const { stderr } = await promisify(execFile)('ssh', ['-V'], { timeout: 10_000 });
    return /OpenSSH\S*/.exec(stderr)?.[0] ?? 'unknown version';
  } catch {
    return undefined;
  }
}
