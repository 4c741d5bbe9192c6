import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { TargetError } from '../../../base';
import { claimNames, type NamesClaim } from '../../../host';
import type { BoardSetup } from '../../setup';
import {
  excludeEachOther,
  lockName,
  type NamedServer,
  type ProbeUse,
  resolveProbeUse,
  serverFromArguments,
} from './use';

/** The folder and the owner of a probe's claim; tests choose their own. */
interface ProbeClaimOptions {
  readonly lockFolder?: string | undefined;
  /** Describes the owner in messages; by default this process's command line. */
  readonly holder?: string | undefined;
  /** Called for servers that may or may not have the same probe. */
  readonly onDoubt?: (sentence: string) => void;
  readonly running?: () => Promise<readonly RunningServer[]>;
}

/**
 * Prepares the claim of a board's probe; nothing is written before `take`, which also searches for
 * debug servers that were started without Cyclescope.
 */
export function claimProbe(setup: BoardSetup, options: ProbeClaimOptions = {}): NamesClaim {
  const wanted: Wanted = { use: resolveProbeUse(setup), server: setup.server?.kind };
  const claim = claimUses([wanted.use], options);
  return {
    ...claim,
    take: async () => {
      await claim.take();
      try {
        await refuseRunning(wanted, options);
      } catch (error) {
        claim.release();
        throw error;
      }
    },
  };
}

/** Prepares the claim of probes and servers, all of them or none. */
export function claimUses(
  uses: readonly ProbeUse[],
  { lockFolder, holder }: ProbeClaimOptions = {},
): NamesClaim {
  const request = {
    what: uses.map(describeUse).join(', '),
    names: [...new Set(uses.map(lockName))],
    excludes: excludeEachOther,
    holder,
    hint: 'Wait until that run or debug session has ended, or use another probe.',
  };
  return claimNames(request, lockFolder);
}

/** The servers that have, or may have, the probe that a board is reached by. */
export async function serversOnProbe(wanted: Wanted, list = listRunningServers) {
  const judged = (await list()).map((server) => [judgeServer(wanted, server), server] as const);
  const those = (standing: string) =>
    judged.flatMap(([each, server]) => (each === standing ? server : []));
  return { same: those('same'), unknown: those('unknown') };
}

async function refuseRunning(wanted: Wanted, options: ProbeClaimOptions): Promise<void> {
  const { same, unknown } = await serversOnProbe(wanted, options.running);
  const [first] = same;
  if (first !== undefined) {
    throw new TargetError(
      'busy',
      `${describeUse(wanted.use)} is in use by ${describeServer(first)}`,
      formatHint(wanted.use, first),
    );
  }
  for (const server of unknown) {
    options.onDoubt?.(
      `${describeServer(server)} is also running; it is unknown whether it uses the same probe`,
    );
  }
}

function formatHint(use: ProbeUse, { gdbPort }: RunningServer): string {
  const through = `End it, or measure through it: gdb://127.0.0.1:${gdbPort}.`;
  if (use.kind !== 'local' || use.serial !== undefined) return through;
  return `${through} If the board is on another probe, set the serial number of that probe.`;
}

/** One process of this user's. */
interface UserProcess {
  readonly pid: number;
  readonly argv: readonly string[];
  /** Serial numbers of the USB devices that it has open; absent if the system does not report them. */
  readonly devices?: (() => readonly string[] | undefined) | undefined;
  /** Asks whether it has ended since it was listed. */
  readonly hasEnded?: () => boolean;
}

/** A running debug server of this user, however it was started. */
export interface RunningServer extends NamedServer {
  readonly pid: number;
  readonly devices: readonly string[] | undefined;
}

const LIMITS = { timeout: 5000, maxBuffer: 1 << 24, windowsHide: true };

/** The debug servers that run for this user; none where processes cannot be listed. */
async function listRunningServers(): Promise<readonly RunningServer[]> {
  return serversAmong(await userProcesses());
}

/** Selects the processes that are debug servers. */
export function serversAmong(processes: readonly UserProcess[]): readonly RunningServer[] {
  return processes.flatMap(({ pid, argv, devices, hasEnded }) => {
    const parsed = serverFromArguments(argv);
    if (parsed === undefined) return [];
    const open = devices?.();
    // Nothing can be listed of a server that ended meanwhile either, but it holds no probe.
    if (open === undefined && hasEnded?.() === true) return [];
    return { ...parsed, pid, devices: open };
  });
}

async function userProcesses(): Promise<readonly UserProcess[]> {
  if (process.platform === 'linux') return linuxProcesses();
  const run = promisify(execFile);
  try {
    if (process.platform === 'win32') {
      return parseTasklistOutput((await run('tasklist', ['/fo', 'csv', '/nh'], LIMITS)).stdout);
    }
    const { stdout } = await run('ps', ['-axww', '-o', 'uid=,pid=,command='], LIMITS);
    return parsePsOutput(stdout, process.getuid?.());
  } catch {
    return [];
  }
}

/** The system's folders of processes and devices; tests create their own. */
interface SystemFolders {
  readonly proc: string;
  readonly sys: string;
}

/** The processes of this user, and what each has open of USB when asked. */
export function linuxProcesses(
  folders: SystemFolders = { proc: '/proc', sys: '/sys' },
  user = process.getuid?.(),
): readonly UserProcess[] {
  return (listFolder(folders.proc) ?? [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const folder = join(folders.proc, name);
      const argv = readArguments(folder, user);
      if (argv === undefined) return [];
      const devices = () => listUsbSerials(folder, folders.sys);
      const hasEnded = () => readArguments(folder, user) === undefined;
      return { pid: Number(name), argv, devices, hasEnded };
    });
}

/** A process may end while it is being read; then it has no arguments. */
function readArguments(folder: string, user: number | undefined): readonly string[] | undefined {
  try {
    if (statSync(folder).uid !== user) return undefined;
    const text = readFileSync(join(folder, 'cmdline'), 'utf8');
    return text === '' ? undefined : text.replace(/\0$/, '').split('\0');
  } catch {
    return undefined;
  }
}

/** The serial numbers of the USB devices behind a process's open files. */
function listUsbSerials(folder: string, sys: string): readonly string[] | undefined {
  const fds = listFolder(join(folder, 'fd'));
  const links = fds?.flatMap((fd) => readLink(join(folder, 'fd', fd)) ?? []);
  return links?.flatMap((path) => {
    const usb = /^\/dev\/bus\/usb\/(\d+)\/(\d+)$/.exec(path);
    if (usb) return serialByNumber(sys, Number(usb[1]), Number(usb[2])) ?? UNKNOWN_SERIAL;
    const hid = /^\/dev\/(hidraw\d+)$/.exec(path)?.[1];
    return hid === undefined ? [] : (serialByHid(sys, hid) ?? UNKNOWN_SERIAL);
  });
}

/** The serial number of a device that reports none. */
export const UNKNOWN_SERIAL = '';

function serialByNumber(sys: string, bus: number, device: number): string | undefined {
  const root = join(sys, 'bus/usb/devices');
  const found = (listFolder(root) ?? []).find((name) => {
    const readNumber = (file: string) => Number(readText(join(root, name, file)));
    return readNumber('busnum') === bus && readNumber('devnum') === device;
  });
  return found === undefined ? undefined : readText(join(root, found, 'serial'));
}

/** The device is some folders above its interface. */
function serialByHid(sys: string, name: string): string | undefined {
  try {
    let folder = realpathSync(join(sys, 'class/hidraw', name, 'device'));
    for (let level = 0; level < 6; level++, folder = dirname(folder)) {
      const serial = readText(join(folder, 'serial'));
      if (serial !== undefined) return serial;
    }
  } catch {
    return undefined;
  }
  return undefined;
}

function listFolder(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** `ps -o uid=,pid=,command=`: arguments with spaces are split; serial numbers and ports contain none. */
export function parsePsOutput(text: string, user: number | undefined): readonly UserProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, uid, pid, command] = /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line) ?? [];
    if (command === undefined || Number(uid) !== user) return [];
    return { pid: Number(pid), argv: command.trim().split(/\s+/) };
  });
}

/** `tasklist /fo csv /nh`: names and ids, no arguments. */
export function parseTasklistOutput(text: string): readonly UserProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, name, pid] = /^"([^"]+)","(\d+)"/.exec(line) ?? [];
    return name === undefined ? [] : { pid: Number(pid), argv: [name] };
  });
}

/** The relation of a running debug server to the wanted probe. */
type Standing = 'same' | 'other' | 'unknown';

/** The wanted probe, and its server. */
interface Wanted {
  readonly use: ProbeUse;
  readonly server: string | undefined;
}

/** Compares the devices that the server has open, or its arguments if the system does not list them. */
export function judgeServer({ use, server }: Wanted, running: RunningServer): Standing {
  const { probe, devices, program } = running;
  if (use.kind === 'server') return 'other';
  if (use.kind === 'network') {
    return probe.kind === 'network' && probe.address === use.address ? 'same' : 'other';
  }
  if (probe.kind === 'network' || devices?.length === 0) return 'other';
  const serials = devices ?? (probe.kind === 'serial' ? [probe.serial] : []);
  const known = serials.filter((serial) => serial !== UNKNOWN_SERIAL);
  const isOurs = (serial: string) =>
    excludeEachOther(lockName(use), lockName({ kind: 'local', serial }));
  if (known.some(isOurs)) return 'same';
  if (known.length > 0) return 'other';
  // It has some probe, and ours is whichever is attached; or both would open the first one found.
  const isAny = use.serial === undefined;
  return isAny && (devices !== undefined || program === server) ? 'same' : 'unknown';
}

/** A running server as a sentence names it. */
export function describeServer({ title, pid }: RunningServer): string {
  return `${title} (process ${pid})`;
}

/** Describes an occupied probe or server in a sentence. */
export function describeUse(use: ProbeUse): string {
  if (use.kind === 'network') return `The probe at ${use.address}`;
  if (use.kind === 'server') return `The debug server at ${use.host}:${use.port}`;
  return use.serial === undefined ? 'The debug probe' : `The debug probe ${use.serial}`;
}
