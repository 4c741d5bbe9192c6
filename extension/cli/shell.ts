import { quoted } from '../base';
import type { Arguments } from './args';

/** A call as a shell reads it back, to repeat it; how it was printed does not belong to it. */
export function commandLine(name: string, args: Arguments): string {
  const values = [...args.values].flatMap(([option, given]) => {
    return given.map((value) => `--${option} ${quoted(value)}`);
  });
  const flags = [...args.flags].filter((flag) => flag !== 'json').map((flag) => `--${flag}`);
  return ['cyclescope', name, ...values, ...flags, ...args.positionals.map(quoted)].join(' ');
}
