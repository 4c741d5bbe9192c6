import { quoted } from '../../core/text/quote';
import { idOfTarget, type TargetValue } from '../../targets/index';
import type { WorkerOrder } from './protocol';

/** The command line that measures the same; it stands in the record. */
export function commandLineOf(order: WorkerOrder): string {
  const { target, patterns, iterations, repeat, settings, trace, flash } = order;
  const options = [
    ['target', idOfTarget(target)],
    ...elfsOf(target),
    ...patterns.map((pattern) => ['bench', pattern]),
    ...(iterations === undefined ? [] : [['iterations', String(iterations)]]),
    ...(repeat === undefined ? [] : [['repeat', String(repeat)]]),
    ...Object.entries(settings).map(([name, value]) => ['set', `${name}=${value}`]),
  ].map(([name = '', value = '']) => `--${name} ${quoted(value)}`);
  const flags = [...(trace ? ['--trace'] : []), ...(flash?.allowFlash ? ['--allow-flash'] : [])];
  return ['cyclescope run', ...options, ...flags].join(' ');
}

/** A board's own files: the command line may find another agent for it. */
function elfsOf(target: TargetValue): readonly (readonly [string, string])[] {
  const images = typeof target === 'string' ? undefined : target.images;
  if (images?.kind !== 'files') return [];
  const { headline, traced } = images;
  return [['elf', headline], ...(traced === undefined ? [] : [['traced-elf', traced] as const])];
}
