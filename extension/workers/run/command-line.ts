import { valuesText } from '../../core/sweep/values';
import { quoted } from '../../core/text/quote';
import { idOfTarget, type TargetValue } from '../../targets/index';
import type { AgentFiles } from '../../targets/with-elfs';
import type { WorkerOrder } from './protocol';

/** The command line that measures the same; it stands in the record. */
export function commandLineOf(order: WorkerOrder): string {
  const { target, patterns, iterations, repeat, settings, asPublished, trace, flash } = order;
  const options = [
    ['target', idOfTarget(target)],
    ...elfsOf(target),
    ...patterns.map((pattern) => ['bench', pattern]),
    ...(iterations === undefined ? [] : [['iterations', String(iterations)]]),
    ...(repeat === undefined ? [] : [['repeat', String(repeat)]]),
    ...Object.entries(settings).map(([name, values]) => ['set', `${name}=${valuesText(values)}`]),
  ].map(([name = '', value = '']) => `--${name} ${quoted(value)}`);
  const flags = [
    ...(asPublished ? ['--as-published'] : []),
    ...(trace ? ['--trace'] : []),
    ...(flash?.allowFlash ? ['--allow-flash'] : []),
  ];
  return ['cyclescope run', ...options, ...flags].join(' ');
}

/** A target's own files: the command line may find another agent for it. */
function elfsOf(target: TargetValue): readonly (readonly [string, string])[] {
  const files = filesOf(target);
  if (files === undefined) return [];
  const { headline, traced } = files;
  return [['elf', headline], ...(traced === undefined ? [] : [['traced-elf', traced] as const])];
}

function filesOf(target: TargetValue): AgentFiles | undefined {
  if (typeof target === 'string') return undefined;
  if ('target' in target) return target.elfs;
  return target.images?.kind === 'files' ? target.images : undefined;
}
