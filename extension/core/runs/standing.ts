import { agreement } from '../measure/agreement';
import { netDoubts } from './figures';
import type { Measured } from './measured';
import type { OperationRecord, RunPass } from './record';
import type { Standing } from './row';

/** What a row is worth and every reason why it is not worth more. */
export interface Judgement {
  readonly standing: Standing;
  readonly reasons: readonly string[];
}

/** Judges repeats of one operation; a single doubt makes them inconclusive. */
export function judge(
  group: readonly OperationRecord[],
  pass: RunPass,
  measured: Measured,
): Judgement {
  const doubts = [
    ...group.flatMap(({ problems }) => problems),
    ...passDoubts(pass),
    ...netDoubts(measured.median),
    ...disagreement(measured),
  ];
  const ends = group.flatMap(({ status, reason }) => (status === 'ok' ? [] : (reason ?? status)));
  return { standing: standingOf(group, doubts), reasons: [...new Set([...ends, ...doubts])] };
}

/** Whether figures of this standing must not be shown: they would be an average of doubt. */
export function isWithheld(standing: Standing): boolean {
  return standing === 'refused' || standing === 'failed' || standing === 'inconclusive';
}

function standingOf(group: readonly OperationRecord[], doubts: readonly string[]): Standing {
  const any = (status: OperationRecord['status']): boolean =>
    group.some((each) => each.status === status);
  if (any('refused')) return 'refused';
  if (any('failed')) return 'failed';
  if (doubts.length > 0) return 'inconclusive';
  if (any('incomplete')) return 'incomplete';
  return any('stopped') ? 'stopped' : 'ok';
}

function passDoubts({ stream, facts }: RunPass): string[] {
  const { overflows, lostPackets } = stream;
  const check = facts['clock_check'] ?? 'ok';
  const doubts: string[] = [];
  if (overflows > 0 || lostPackets > 0) {
    doubts.push(`the stream overflowed and lost ${lostPackets} packets`);
  }
  if (check !== 'ok') doubts.push(`the clock failed its check: ${check}`);
  return doubts;
}

function disagreement({ statistics, batches, readingCost }: Measured): string[] {
  const found = agreement(statistics, batches, readingCost ?? 0);
  if (found === undefined || found.agree) return [];
  const [difference, allowed] = [found.difference.toFixed(1), found.allowed.toFixed(1)];
  return [`samples and batches disagree by ${difference}, ${allowed} would be allowed`];
}
