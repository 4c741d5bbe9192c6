import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type AgentImage,
  MACHINE_AARCH64,
  MACHINE_ARM,
  MACHINE_X86_64,
  readElf,
} from '../../agent';
import { lookUp, TargetError } from '../../base';
import {
  type ChildEnd,
  claimTarget,
  describeInstallation,
  preparePrivateFolder,
  privateFolder,
  type Requirement,
  startGuardian,
  temporaryFolder,
} from '../../host';
import { CONDITIONS_SCRIPT } from '../conditions';
import type { TargetKind } from '../kind';
import { checkLibc, staticHint } from '../libc';
import { ENDED_HINT, openProcessLink, startProcess } from '../process-link';
import type { OpenOptions, Target, TargetLink } from '../target';
import {
  commandFailure,
  connectionFailure,
  NO_CONNECTION,
  notStarted,
  OPENSSH,
  parseSshAddress,
  remoteScript,
  runRemote,
  SSH_ADDRESS,
  SSH_SCHEME,
  type SshAddress,
  sshArguments,
  type SshRoute,
} from './client';

/** Folders of connections and locks, and ssh's configuration; tests choose their own. */
interface SshResources {
  readonly connections?: string;
  readonly lockFolder?: string;
  readonly config?: string | undefined;
}

/** A socket's path may have 104 bytes; ssh's own name takes up to 60 of them. */
const MAX_CONNECTIONS_PATH = 44;

/** Linux on other machines. */
export const ssh: TargetKind = {
  support: {
    title: 'Linux machines over SSH',
    counts: 'ns (`CLOCK_MONOTONIC`)',
    tried: {
      linux: 'tried with OpenSSH on loopback; boards not tried',
      macos: 'not tried',
      windows: 'not tried',
    },
  },
  address: {
    scheme: SSH_SCHEME,
    form: SSH_ADDRESS,
    pattern: '^ssh://.+$',
    about: 'Linux on another machine; nothing needs to be installed there',
    find: (text, config) => {
      const address = parseSshAddress(text);
      return address && { target: sshTarget(address, { config }) };
    },
  },
};

/** A Linux machine that is reached over SSH; nothing needs to be installed on it. */
export function sshTarget(address: SshAddress, resources: SshResources = {}): Target {
  const route = routeTo(address, resources);
  return {
    id: address.text,
    title: `Linux on ${address.host}, over SSH`,
    deterministic: false,
    isRemote: true,
    samplesStacks: true,
    conditions: async (signal) => {
      const script = remoteScript([CONDITIONS_SCRIPT]);
      return (await runRemote(prepareRoute(route), script, { signal })).out;
    },
    requirements: sshRequirements,
    identify: async (signal) => {
      const images = chooseMachineImages(address, await askMachine(prepareRoute(route), signal));
      return { ...sshTarget(address, resources), images };
    },
    open: (image, options) => openSsh(prepareRoute(route), image, options, resources.lockFolder),
  };
}

function routeTo(address: SshAddress, resources: SshResources): SshRoute {
  const { connections = privateFolder('ssh'), config } = resources;
  const canShare = process.platform !== 'win32' && connections.length <= MAX_CONNECTIONS_PATH;
  return { address, config, connections: canShare ? connections : undefined };
}

function prepareRoute(route: SshRoute): SshRoute {
  if (route.connections !== undefined) preparePrivateFolder(route.connections);
  return route;
}

async function sshRequirements(): Promise<readonly Requirement[]> {
  return [{ name: 'ssh', found: await clientVersion(), remedy: describeInstallation(OPENSSH) }];
}

async function clientVersion(): Promise<string | undefined> {
  try {
    const { stderr } = await promisify(execFile)('ssh', ['-V'], {
      timeout: 10_000,
      windowsHide: true,
    });
    return /OpenSSH\S*/.exec(stderr)?.[0] ?? 'unknown version';
  } catch {
    return undefined;
  }
}

const IMAGES: Readonly<Record<string, string>> = {
  x86_64: 'linux-x86-64',
  aarch64: 'linux-arm64',
  armv7l: 'linux-armhf',
  // A 64-bit kernel reports itself as such to 32-bit programs.
  armv8l: 'linux-armhf',
  // A microcontroller, without an MMU.
  armv7ml: 'linux-nommu',
};

/** The images of all machines, the most likely first. */
export const machineImages: readonly string[] = [...new Set(Object.values(IMAGES))];

/** The machine of an ELF file for each of them. */
const MACHINES: Readonly<Record<string, number>> = {
  'linux-x86-64': MACHINE_X86_64,
  'linux-arm64': MACHINE_AARCH64,
  'linux-armhf': MACHINE_ARM,
  'linux-nommu': MACHINE_ARM,
};

/** The images that a machine can run. */
export function chooseMachineImages(
  { host }: SshAddress,
  { system, processor }: Pick<Machine, 'system' | 'processor'>,
): string {
  const images = lookUp(IMAGES, processor);
  if (system === 'Linux' && images !== undefined) return images;
  throw new TargetError(
    'bad-image',
    `${host} is a ${system} machine (${processor}), for which there is no agent`,
    `There are agents for Linux on ${Object.keys(IMAGES).join(', ')}.`,
  );
}

/** A machine's description of itself. */
interface Machine {
  readonly system: string;
  /** As `uname -m` names it. */
  readonly processor: string;
  /** The version of its GNU C library, if it has one and reports it. */
  readonly libc: string | undefined;
}

const MARK = 'cyclescope';
/** After this many silent seconds an agent takes its host for lost, and ends. */
const PATIENCE_S = 120;
const HEARTBEAT_MS = 30_000;
const READY_LINE = 'cyclescope ready';

/** Finds a folder of the user's own that can be written: `$d`, or the script ends. */
const FIND_FOLDER = [
  'umask 077',
  'for d in "${XDG_CACHE_HOME:-$HOME/.cache}/cyclescope" "/tmp/cyclescope-$(id -u)"; do',
  '  mkdir -p "$d" 2>/dev/null && [ -O "$d" ] && [ -w "$d" ] && break',
  '  d=',
  'done',
  '[ -n "$d" ] || { echo "no folder can be written there" >&2; exit 1; }',
];

/** Asks a machine what it is. */
async function askMachine(route: SshRoute, signal: AbortSignal): Promise<Machine> {
  const asked = '$(getconf GNU_LIBC_VERSION 2>/dev/null)';
  const script = remoteScript([`echo "${MARK} $(uname -s) $(uname -m) ${asked}"`]);
  const answer = await runRemote(route, script, { signal });
  const line = new RegExp(`^${MARK} (\\S+) (\\S+)(?: glibc (\\d+\\.\\d+))?`, 'm');
  const [, system, processor, libc] = line.exec(answer.out) ?? [];
  if (system !== undefined && processor !== undefined) return { system, processor, libc };
  throw answer.code === 0 ? noShell(route.address) : commandFailure(route.address, answer);
}

function noShell({ host }: SshAddress): TargetError {
  return new TargetError(
    'start-failed',
    `${host} does not execute commands over SSH`,
    'The login needs a POSIX shell that executes the commands from ssh.',
  );
}

function nameImage({ manifest }: AgentImage): string {
  return `agent-${manifest.sha256.slice(0, 32)}`;
}

/** Copies the agent unless a file with the same content exists; returns whether it copied. */
async function copyAgent(
  route: SshRoute,
  image: AgentImage,
  signal: AbortSignal,
): Promise<boolean> {
  const name = nameImage(image);
  const look = remoteScript([...FIND_FOLDER, `[ -x "$d/${name}" ] && echo ${MARK} there; true`]);
  const found = await runRemote(route, look, { signal });
  if (found.code !== 0) throw commandFailure(route.address, found);
  if (found.out.includes(`${MARK} there`)) return false;
  const copy = remoteScript([
    ...FIND_FOLDER,
    // Agents of earlier builds are of no use to anybody.
    'find "$d" -name "agent-*" -mtime +30 -exec rm -f {} + 2>/dev/null',
    't="$d/.part-$$"',
    `if cat > "$t" && [ "$(wc -c < "$t")" -eq ${image.elf.length} ] && chmod 700 "$t"; then`,
    `  mv -f "$t" "$d/${name}"`,
    'else rm -f "$t"; exit 1; fi',
  ]);
  const copied = await runRemote(route, copy, { input: image.elf, signal });
  if (copied.code !== 0) throw commandFailure(route.address, copied);
  return true;
}

/** The script that becomes the agent. */
function agentScript(image: AgentImage): string {
  return remoteScript([
    ...FIND_FOLDER,
    `export CYCLESCOPE_LAUNCH=ssh CYCLESCOPE_PATIENCE=${PATIENCE_S}`,
    `echo "${READY_LINE}" >&2`,
    `exec "$d/${nameImage(image)}"`,
  ]);
}

/** Copies an agent to another machine where it is not there yet, and starts it. */
async function openSsh(
  route: SshRoute,
  image: AgentImage,
  options: OpenOptions,
  lockFolder?: string,
): Promise<TargetLink> {
  const { address } = route;
  const { signal, log, onDeploy, cleanup = [] } = options;
  const lock = claimTarget(address.text, lockFolder);
  const logs = temporaryFolder();
  const keeper = startGuardian({ remove: [...lock.paths, logs], removeOrphans: cleanup });
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
      sampled: {
        find: [...FIND_FOLDER, `program="$d/${nameImage(image)}"`],
        where: address.host,
        execute: (lines, during) => runRemote(route, remoteScript(lines), { signal: during }),
      },
      close: () => keeper.end(),
    });
  } catch (error) {
    await keeper.end();
    throw error;
  }
}

function checkImage(image: AgentImage, address: SshAddress, machine: Machine): void {
  const { host, text } = address;
  const wanted = chooseMachineImages(address, machine);
  // An ELF file of the user's own is for any target that its machine suits.
  const isOwn = image.manifest.target === text;
  const [found, needed] = isOwn
    ? [readElf(image.elf).machine, MACHINES[wanted]]
    : [image.manifest.target, wanted];
  if (found === needed) return checkLibc(image, { name: host, libc: machine.libc, target: text });
  throw new TargetError(
    'bad-image',
    `${image.path} is for ${isOwn ? 'ELF machine ' : ''}${found}, and ${host} needs ${needed}`,
    `Build it: cyclescope build --target ${text}`,
  );
}

function startAgent(route: SshRoute, image: AgentImage, log: string) {
  return startProcess({
    command: 'ssh',
    // The agent's lines come on stderr: ssh's own messages go elsewhere.
    args: ['-E', log, ...sshArguments(route), agentScript(image)],
    explainStart: notStarted,
    explainEnd: (end) => explainEnd(route.address, end, log),
  });
}

function explainEnd(address: SshAddress, end: ChildEnd, log: string): TargetError {
  if (end.code === NO_CONNECTION || end.signal !== null) {
    return connectionFailure(address, readText(log), 'target-gone');
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
    return 'Programs cannot be executed in ~/.cache there: set XDG_CACHE_HOME for the login.';
  }
  // The file exists; the loader of the C library that it needs is missing.
  if (code === 127) return staticHint(text);
  return ENDED_HINT;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
