import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { linuxProcesses } from './linux-processes';
import { listedByPs, listedByTasklist } from './process-lists';
import { serverSaidBy, type SaidServer } from './said';

/** One process of this user's. */
export interface UserProcess {
  readonly pid: number;
  readonly argv: readonly string[];
  /** The serial numbers of the USB devices that it has open; absent where the system does not tell. */
  readonly devices?: (() => readonly string[] | undefined) | undefined;
}

/** A debug server that runs for this user, whoever started it. */
export interface RunningServer extends SaidServer {
  readonly pid: number;
  readonly devices: readonly string[] | undefined;
}

const LIMITS = { timeout: 5000, maxBuffer: 1 << 24 };

/** The debug servers that run for this user; none where processes cannot be listed. */
export async function runningServers(): Promise<readonly RunningServer[]> {
  return serversAmong(await userProcesses());
}

/** Those of the processes that are debug servers. */
export function serversAmong(processes: readonly UserProcess[]): readonly RunningServer[] {
  return processes.flatMap(({ pid, argv, devices }) => {
    const said = serverSaidBy(argv);
    return said === undefined ? [] : { ...said, pid, devices: devices?.() };
  });
}

async function userProcesses(): Promise<readonly UserProcess[]> {
  if (process.platform === 'linux') return linuxProcesses();
  const run = promisify(execFile);
  try {
    if (process.platform === 'win32') {
      return listedByTasklist((await run('tasklist', ['/fo', 'csv', '/nh'], LIMITS)).stdout);
    }
    const { stdout } = await run('ps', ['-axww', '-o', 'uid=,pid=,command='], LIMITS);
    return listedByPs(stdout, process.getuid?.());
  } catch {
    return [];
  }
}
