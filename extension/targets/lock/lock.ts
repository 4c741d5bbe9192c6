import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileNameOf } from '../file-name';
import { privateFolder, preparePrivateFolder } from '../private-folder';
import { TargetError } from '../target';
import { isProcessAlive, startTime } from './process';

/*
 * Every owner has a file of its own, named after target, process and start time. It claims by
 * creating its file and then looking for others: of two that claim at once at least one sees the
 * other. Nobody ever removes a living process's file, so that no check races with a removal.
 */
export interface LockClaim {
  readonly path: string;
  /** Rejects with a TargetError when another living process has the target. */
  take(): Promise<void>;
  release(): void;
}

interface Holder {
  readonly name: string;
  readonly path: string;
  readonly pid: number;
  readonly start: string;
}

const TIE_MS = 200;

/** Prepares the claim of one target; nothing is written before `take`. */
export function claimTarget(target: string, folder = privateFolder('locks')): LockClaim {
  const name = [
    fileNameOf(target),
    process.pid,
    startTime(process.pid),
    randomBytes(4).toString('hex'),
  ].join('~');
  const path = join(folder, name);
  const release = () => rmSync(path, { force: true });
  return {
    path,
    release,
    take: async () => {
      preparePrivateFolder(folder);
      writeFileSync(path, process.argv.join(' '), { flag: 'wx', mode: 0o600 });
      const holder = await winner(folder, fileNameOf(target), name);
      if (holder === undefined) return;
      release();
      throw busy(target, holder);
    },
  };
}

/** Of several that claim in the same moment the first by name goes on, once the others have given up. */
async function winner(folder: string, target: string, own: string): Promise<Holder | undefined> {
  const deadline = Date.now() + TIE_MS;
  for (;;) {
    const others = holders(folder, target).filter(({ name }) => name !== own);
    const first = others[0];
    if (first === undefined) return undefined;
    if (first.name < own || Date.now() > deadline) return first;
    await sleep(10);
  }
}

/** The living holders; what dead ones left is removed on the way. */
function holders(folder: string, target: string): Holder[] {
  const living: Holder[] = [];
  for (const name of readdirSync(folder).sort()) {
    const [of, pid, start] = name.split('~');
    if (of !== target || start === undefined) continue;
    const holder = { name, path: join(folder, name), pid: Number(pid), start };
    if (isProcessAlive(holder.pid, start)) living.push(holder);
    else rmSync(holder.path, { force: true });
  }
  return living;
}

function busy(target: string, { pid, path }: Holder): TargetError {
  const who = pid === process.pid ? 'this process' : `process ${pid} (${commandIn(path)})`;
  return new TargetError(
    'busy',
    `${target} is in use by ${who}`,
    'Wait until that run has ended, or end the process.',
  );
}

function commandIn(path: string): string {
  try {
    return readFileSync(path, 'utf8') || 'unknown command';
  } catch {
    return 'unknown command';
  }
}
