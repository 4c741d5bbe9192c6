import type { RunProgress } from '../../../engine';
import { formatNumber } from '../../../measure';
import { nameAt } from '../../../runs';

/** The status item during a run; includes the target only until there is progress. */
export function progressText(
  target: string,
  phase: string,
  progress: RunProgress | undefined,
): string {
  if (progress === undefined) {
    return `$(sync~spin) ${phase.includes(target) ? phase : `${target}: ${phase}`}`;
  }
  const { operation, point, samples, requested, isEnd } = progress;
  const count = isEnd ? '' : ` ${formatNumber(samples)}/${formatNumber(requested)}`;
  return `$(sync~spin) ${nameAt(operation, point)}${count}`;
}

/** The latest update of a run: maps keep the order of measurement. */
export function latestOf<T>(updates: ReadonlyMap<string, T>): T | undefined {
  return [...updates.values()].at(-1);
}
