import { quoted } from '../../core/text/quote';
import type { WorkerOrder } from './protocol';

/** The command line that measures the same; it stands in the record. */
export function commandLineOf(order: WorkerOrder): string {
  const { target, patterns, iterations, repeat, settings, trace } = order;
  const options = [
    ['target', target],
    ...patterns.map((pattern) => ['bench', pattern]),
    ...(iterations === undefined ? [] : [['iterations', String(iterations)]]),
    ...(repeat === undefined ? [] : [['repeat', String(repeat)]]),
    ...Object.entries(settings).map(([name, value]) => ['set', `${name}=${value}`]),
  ].map(([name = '', value = '']) => `--${name} ${quoted(value)}`);
  return ['cyclescope run', ...options, ...(trace ? ['--trace'] : [])].join(' ');
}
