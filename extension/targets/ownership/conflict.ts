import type { ServerKind } from '../swd/setup';
import { UNKNOWN_SERIAL } from './linux-processes';
import type { RunningServer } from './running';
import { excludeEachOther, lockName, type ProbeUse } from './use';

/** Whether a debug server that runs already has the probe that somebody wants. */
export type Standing = 'same' | 'other' | 'unknown';

/** What somebody wants, and by which server. */
export interface Wanted {
  readonly use: ProbeUse;
  readonly server: ServerKind | undefined;
}

/** Judged by the devices that the server has open where the system tells, else by its arguments. */
export function standingOf({ use, server }: Wanted, running: RunningServer): Standing {
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
