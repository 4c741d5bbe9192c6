import type { RunRecord } from '../../core/runs/record';
import { parseValues } from '../../core/sweep/values';
import type { RunOrder } from '../services';

/** How a run was asked for, as its record tells; its home and its target are to be found. */
export function orderOf({ passes, repeat, command }: RunRecord): Omit<RunOrder, 'home' | 'target'> {
  const operations = passes.flatMap((pass) => pass.operations);
  const iterations = /(?:^| )--iterations '?(\d+)/.exec(command)?.[1];
  const set = Array.from(command.matchAll(/ --set[ =]'?([A-Za-z_][\w.]*)=([^ ']+)/g));
  const settings = set.flatMap(([, name = '', typed = '']) => {
    const read = parseValues(typed);
    return 'values' in read ? [[name, read.values] as const] : [];
  });
  return {
    patterns: [...new Set(operations.map(({ suite, op }) => `${suite}/${op}`))],
    trace: passes.some(({ build }) => build === 'traced'),
    iterations: iterations === undefined ? undefined : Number(iterations),
    repeat,
    settings: Object.fromEntries(settings),
    asPublished: / --as-published( |$)/.test(command),
  };
}
