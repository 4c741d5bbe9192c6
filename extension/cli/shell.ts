import { quoted } from '../base';
import type { Arguments } from './args';

/** A call, quoted for a shell, to repeat it; without `--json`, which only affects printing. */
export function commandLine(name: string, args: Arguments): string {
  const values = [...args.values].flatMap(([option, given]) => {
    return given.map((value) => `--${option} ${quoted(value)}`);
  });
  const flags = [...args.flags].filter((flag) => flag !== 'json').map((flag) => `--${flag}`);
  return ['cyclescope', name, ...values, ...flags, ...args.positionals.map(quoted)].join(' ');
}
