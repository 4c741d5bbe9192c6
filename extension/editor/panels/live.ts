import { shortUnit } from '../../core/measure/clock';
import { nameAt } from '../../core/sweep/names';
import type { LiveOperation } from '../../views/results/protocol';
import type { LiveUpdate, RunOrder } from '../services';

/** What a view is told of an operation in progress. */
export function liveOperation({ histogram, unit, ...progress }: LiveUpdate): LiveOperation {
  const { build, repeat, samples, requested, rate, isEnd } = progress;
  const operation = nameAt(progress.operation, progress.point);
  const { scale, edges, counts } = histogram;
  return {
    ...{ build, repeat, operation, samples, requested, rate, isEnd, unit },
    shape: { scale, edges: [...edges], counts: [...counts] },
  };
}

/** What was asked for, in a line. */
export function orderText(order: Pick<RunOrder, 'patterns' | 'trace'>, everything: string): string {
  const what = order.patterns.length === 0 ? everything : order.patterns.join(', ');
  return order.trace ? `${what} (+ trace)` : what;
}

/** Whether figures of this unit are an emulator's. */
export function isEmulatedUnit(unit: string): boolean {
  return unit === shortUnit('instructions');
}

/** Gathers what changes and tells it at most so often. */
export function newCoalescer(
  tell: () => void,
  everyMs: number,
  later: (run: () => void, ms: number) => { dispose(): void } = byTimer,
) {
  let waiting: { dispose(): void } | undefined;
  return {
    /** Something has changed. */
    changed: () => {
      waiting ??= later(() => {
        waiting = undefined;
        tell();
      }, everyMs);
    },
    dispose: () => {
      waiting?.dispose();
      waiting = undefined;
    },
  };
}

function byTimer(run: () => void, ms: number): { dispose(): void } {
  const timer = setTimeout(run, ms);
  return { dispose: () => clearTimeout(timer) };
}
