import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';
import { toFileName, preparePrivateFolder, privateFolder } from '../private-folder';
import { isProcessAlive, processMark } from './alive';

/*
 * Every owner has a file of its own for each name, called after name, process and the process's mark. It
 * claims by creating its files and then looking for others: of two that claim at once at least one
 * sees the other. No process removes a living process's file, so no check races with a removal.
 */
export interface NamesClaim {
  readonly paths: readonly string[];
  /** Rejects with a TargetError when another living process has one of the names. */
  take(): Promise<void>;
  release(): void;
}

/** A claim of anything else than a target by its id. */
export interface NamesRequest {
  /** Describes the claimed thing in the message that it is in use. */
  readonly what: string;
  readonly names: readonly string[];
  /** Decides which names of others conflict with one of these; by default only equal ones. */
  readonly excludes?: (own: string, other: string) => boolean;
  /** Describes the owner in messages; by default this process's command line. */
  readonly holder?: string | undefined;
  /** The remedy if another process has it. */
  readonly hint?: string;
}

interface Holder {
  /** Process, its mark and a number: one claim's files share it. */
  readonly owner: string;
  readonly path: string;
  readonly pid: number;
}

const TIE_MS = 200;

/** Prepares the claim of one target, by its id or another name; nothing is written before `take`. */
export function claimTarget(target: string, folder?: string, name = target): NamesClaim {
  return claimNames({ what: target, names: [toFileName(name)] }, folder);
}

/**
 * The number of emulators of a target that run at the same time: one for each processor, as their
 * figures do not depend on other load, or as many as the environment allows.
 */
export function countEmulatorSlots(): number {
  const wanted = Number(process.env['CYCLESCOPE_EMULATORS']);
  return Number.isSafeInteger(wanted) && wanted > 0 ? wanted : availableParallelism();
}

/** Prepares the claim of one of a target's slots, the first that is free. */
export function claimSlot(
  target: string,
  { slots = countEmulatorSlots(), folder, name = target }: SlotOptions = {},
): NamesClaim {
  const claims = Array.from({ length: slots }, (_, at) =>
    claimTarget(target, folder, at === 0 ? name : `${name}.${at + 1}`),
  );
  return {
    paths: claims.flatMap(({ paths }) => paths),
    release: () => claims.forEach(({ release }) => release()),
    take: async () => {
      // On a busy computer, two that claim a slot at once may both give it up: it is tried again.
      const tries = [...claims, ...claims];
      for (const [at, claim] of tries.entries()) {
        try {
          return await claim.take();
        } catch (error) {
          const isBusy = error instanceof TargetError && error.code === 'busy';
          if (!isBusy || slots === 1) throw error;
          if (at < tries.length - 1) continue;
          throw new TargetError('busy', `${error.message} and by ${slots - 1} more`, error.hint);
        }
      }
    },
  };
}

interface SlotOptions {
  readonly slots?: number | undefined;
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
}

/** Prepares the claim of several names at once, all of them or none; names are fit for files. */
export function claimNames(request: NamesRequest, folder = privateFolder('locks')): NamesClaim {
  const owner = [process.pid, processMark(), randomBytes(4).toString('hex')].join('~');
  const paths = request.names.map((name) => join(folder, `${name}~${owner}`));
  const release = () => paths.forEach((path) => rmSync(path, { force: true }));
  return {
    paths,
    release,
    take: async () => {
      preparePrivateFolder(folder);
      const { holder = commandLine() } = request;
      for (const path of paths) writeFileSync(path, holder, { flag: 'wx', mode: 0o600 });
      const winner = await pickWinner(folder, request, owner);
      if (winner === undefined) return;
      release();
      throw busy(request, winner);
    },
  };
}

/** Picks one of several simultaneous claims: the first by name continues once the others have given up. */
async function pickWinner(
  folder: string,
  request: NamesRequest,
  own: string,
): Promise<Holder | undefined> {
  const deadline = Date.now() + TIE_MS;
  for (;;) {
    const others = holders(folder, request).filter(({ owner }) => owner !== own);
    const first = others.reduce<Holder | undefined>(
      (least, each) => (least === undefined || each.owner < least.owner ? each : least),
      undefined,
    );
    if (first === undefined) return undefined;
    if (first.owner < own || Date.now() > deadline) return first;
    await sleep(10);
  }
}

const isSame = (own: string, other: string) => own === other;

/** Lists the living holders, and removes files of dead ones. */
function holders(folder: string, { names, excludes = isSame }: NamesRequest): Holder[] {
  const living: Holder[] = [];
  for (const file of readdirSync(folder)) {
    const [of = '', pid = '', mark, number] = file.split('~');
    if (mark === undefined || !names.some((name) => excludes(name, of))) continue;
    const path = join(folder, file);
    const owner = [pid, mark, number].join('~');
    if (isProcessAlive(Number(pid), mark)) living.push({ owner, path, pid: Number(pid) });
    else rmSync(path, { force: true });
  }
  return living;
}

const commandLine = () => process.argv.join(' ');

function busy({ what, hint }: NamesRequest, { pid, path }: Holder): TargetError {
  const command = readCommand(path);
  const isPlain = pid === process.pid && command === commandLine();
  return new TargetError(
    'busy',
    `${what} is in use by ${isPlain ? 'this process' : `process ${pid} (${command})`}`,
    hint ?? 'Wait until that run has ended, or end the process.',
  );
}

function readCommand(path: string): string {
  try {
    return readFileSync(path, 'utf8') || 'unknown command';
  } catch {
    return 'unknown command';
  }
}
