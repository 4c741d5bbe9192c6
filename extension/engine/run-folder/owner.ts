import { hostname } from 'node:os';
import { isProcessAlive, startTime } from '../../targets/lock/process';

/** The process that works in a folder; the start time tells it from a later one with its number. */
export interface Owner {
  readonly host: string;
  readonly pid: number;
  readonly started: string;
}

/** This process as an owner. */
export function thisOwner(): Owner {
  return { host: hostname(), pid: process.pid, started: startTime(process.pid) };
}

/** Reads what `JSON.stringify` made of an owner; anything else is nobody. */
export function readOwner(text: string): Owner | undefined {
  try {
    const { host, pid, started } = JSON.parse(text) as Partial<Record<keyof Owner, unknown>>;
    if (typeof host !== 'string' || typeof started !== 'string') return undefined;
    return typeof pid === 'number' && pid > 0 ? { host, pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/** True unless the owner is known to be gone; of another computer's processes nothing is known. */
export function mayBeAlive(owner: Owner): boolean {
  return owner.host !== hostname() || isProcessAlive(owner.pid, owner.started);
}
