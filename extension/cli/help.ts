import { type CommandSpec, type OptionSpec, optionsOf } from './args';
import type { Command } from './command';

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

function written(name: string, option: OptionSpec): string {
  const long = `--${name}${option.value === undefined ? '' : ` ${option.value}`}`;
  return option.short === undefined ? `    ${long}` : `-${option.short}, ${long}`;
}

function described({ about, required, repeated }: OptionSpec): string {
  const notes = [...(required ? ['needed'] : []), ...(repeated ? ['may be repeated'] : [])];
  return notes.length === 0 ? about : `${about} (${notes.join(', ')})`;
}

/** Explains one command. */
export function commandHelp(spec: CommandSpec): string {
  const positionals = spec.positionals ? ` ${spec.positionals.name}` : '';
  const rows = Object.entries(optionsOf(spec)).map(([name, option]) => {
    return [written(name, option), described(option)] as const;
  });
  const about = spec.details === undefined ? spec.about : `${spec.about}\n${spec.details}`;
  return `cyclescope ${spec.name}${positionals} [options]\n\n${about}\n\n${columns(rows)}\n`;
}

/** Explains the whole: what there is, and what the exit codes mean. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ spec }) => [spec.name, spec.about] as const);
  return [
    'cyclescope: what one operation of your RTOS costs on your board\n',
    `${columns([...rows, ['help', 'explain a command: cyclescope help run']])}\n`,
    'Every command takes --json. Exit codes: 0 fine, 1 the run or the data failed,',
    '2 wrong usage, 3 a gate failed, 4 a gate is inconclusive,',
    '130 interrupted (the run is kept as incomplete).\n',
  ].join('\n');
}
