import { claimNames, type NamesClaim } from '../lock/lock';
import type { ProbedBoard } from '../swd/setup';
import { TargetError } from '../target';
import { standingOf, type Wanted } from './conflict';
import { runningServers, type RunningServer } from './running';
import { probeUseOf } from './setup-use';
import { describeServer, describeUse } from './sentences';
import { excludeEachOther, lockName, type ProbeUse } from './use';

/** Where and for whom a probe is claimed; tests choose their own. */
export interface ProbeClaimOptions {
  readonly lockFolder?: string | undefined;
  /** Who claims, for people; else this process's command line. */
  readonly holder?: string | undefined;
  /** Told of servers of which it is not known whether they have the same probe. */
  readonly onDoubt?: (sentence: string) => void;
  readonly running?: () => Promise<readonly RunningServer[]>;
}

/**
 * Prepares the claim of the probe that a board is reached by; nothing is written before `take`,
 * which also looks for debug servers that were started without Cyclescope.
 */
export function claimProbe(setup: ProbedBoard, options: ProbeClaimOptions = {}): NamesClaim {
  const wanted: Wanted = { use: probeUseOf(setup), server: setup.server?.kind };
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
    hint: 'End that run or debug session, or use another probe.',
  };
  return claimNames(request, lockFolder);
}

/** The servers that have, or may have, the probe that a board is reached by. */
export async function serversOnProbe(wanted: Wanted, list = runningServers) {
  const judged = (await list()).map((server) => [standingOf(wanted, server), server] as const);
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
      hintFor(wanted.use, first),
    );
  }
  for (const server of unknown) {
    options.onDoubt?.(
      `${describeServer(server)} runs too; nothing tells whether it uses the same probe`,
    );
  }
}

function hintFor(use: ProbeUse, { gdbPort }: RunningServer): string {
  const through = `End it, or measure through it: gdb://127.0.0.1:${gdbPort}.`;
  if (use.kind !== 'local' || use.serial !== undefined) return through;
  return `${through} If the board is at another probe, name that one's serial number.`;
}
