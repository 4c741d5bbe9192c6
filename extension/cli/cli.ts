import { didYouMean, EngineError, nearest, TargetError } from '../base';
import {
  columns,
  type CommandSpec,
  collectOptions,
  type OptionSpec,
  parseArguments,
  usage,
} from './args';
import {
  toBisectCode,
  type Command,
  toCommandFailure,
  type ExitCode,
  exitCodes,
  printJson,
} from './command';
import { cliCommands } from './commands';
import { type Context, readPackageVersion } from './context';

function findCommand(name: string): Command {
  const found = cliCommands.find(({ spec }) => spec.name === name);
  if (found) return found;
  const names = [...cliCommands.map(({ spec }) => spec.name), 'help'];
  throw usage(
    `There is no command "${name}".`,
    didYouMean(nearest(name, names)) ?? `Available: ${names.join(', ')}.`,
  );
}

async function print(text: string, fields: object, isJson: boolean, context: Context) {
  if (isJson) await printJson(context, fields);
  else await context.terminal.out(text);
  return exitCodes.ok;
}

async function dispatch(words: readonly string[], context: Context): Promise<ExitCode> {
  const isJson = words.includes('--json');
  const [name, ...rest] = words[0] === '--json' ? words.slice(1) : words;
  if (name === '--version' || name === 'version') {
    const version = await readPackageVersion(context);
    return print(`cyclescope ${version}\n`, { version }, isJson, context);
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const [topic] = rest.filter((word) => word !== '--json');
    const help = topic === undefined ? overview(cliCommands) : commandHelp(findCommand(topic).spec);
    return print(help, { help }, isJson, context);
  }
  const command = findCommand(name);
  const args = parseArguments(command.spec, rest);
  if (args.flags.has('help')) {
    const help = commandHelp(command.spec);
    return print(help, { help }, isJson, context);
  }
  try {
    return await command.run(args, context);
  } catch (error) {
    const isGiven = (option: string) => args.values.has(option) || args.flags.has(option);
    const isLeft = (option: string) => option in command.spec.options && !isGiven(option);
    if (error instanceof TargetError && error.code === 'busy' && isLeft('wait')) {
      const hint = `${error.hint ?? ''} To wait until it is free, add --wait 600.`.trim();
      throw new TargetError(error.code, error.message, hint);
    }
    if (error instanceof EngineError && error.code === 'old-image' && isLeft('stale')) {
      const hint = `${error.hint ?? ''} To measure the older image, add --stale.`;
      throw new EngineError(error.code, error.message, hint);
    }
    throw error;
  }
}

/** Runs one call of the command line; prints any failure and turns it into an exit code. */
export async function cli(words: readonly string[], context: Context): Promise<ExitCode> {
  const isForBisect = words.includes('--for-bisect');
  try {
    const code = await dispatch(words, context);
    return isForBisect ? toBisectCode(code) : code;
  } catch (error) {
    const { code, message, hint, exitCode } = toCommandFailure(error);
    if (words.includes('--json')) await printJson(context, { error: { code, message, hint } });
    context.terminal.report(`cyclescope: ${message}`);
    // Only a stack has lines of its own.
    const lines = code === 'internal' ? hint?.split('\n') : hint === undefined ? [] : [hint];
    lines?.forEach(context.terminal.report);
    return isForBisect ? toBisectCode(exitCode, code) : exitCode;
  }
}

function optionText(name: string, option: OptionSpec): string {
  const long = `--${name}${option.value === undefined ? '' : ` ${option.value}`}`;
  return option.short === undefined ? `    ${long}` : `-${option.short}, ${long}`;
}

function optionHelp({ about, required, repeated }: OptionSpec): string {
  const notes = [...(required ? ['required'] : []), ...(repeated ? ['may be repeated'] : [])];
  return notes.length === 0 ? about : `${about} (${notes.join(', ')})`;
}

/** The help of one command. */
function commandHelp(spec: CommandSpec): string {
  const positionals = spec.positionals ? ` ${spec.positionals.name}` : '';
  const rows = Object.entries(collectOptions(spec)).map(([name, option]) => {
    return [optionText(name, option), optionHelp(option)] as const;
  });
  const about = spec.details === undefined ? spec.about : `${spec.about}\n${spec.details}`;
  return `cyclescope ${spec.name}${positionals} [options]\n\n${about}\n\n${columns(rows)}\n`;
}

/** The general help: all commands and the exit codes. */
function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ spec }) => [spec.name, spec.about] as const);
  return [
    'cyclescope: measure what each RTOS operation costs on your board\n',
    `${columns([...rows, ['help', 'show help for a command: cyclescope help run']])}\n`,
    'Every command accepts --json. Exit codes: 0 success, 1 the run or its data failed,',
    '2 wrong usage, 3 a gate failed, 4 a gate is inconclusive,',
    '130 interrupted (the run is kept as incomplete).\n',
  ].join('\n');
}
