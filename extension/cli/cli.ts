import { nearest } from '../core/text/near';
import { didYouMean } from '../engine/error';
import { parseArguments, usage } from './args';
import { type Command, type ExitCode, exitCodes, printJson } from './command';
import { commands } from './commands';
import { type Context, versionOf } from './context';
import { failureOf } from './failure';
import { commandHelp, overview } from './help';

function findCommand(name: string): Command {
  const found = commands.find(({ spec }) => spec.name === name);
  if (found) return found;
  const names = [...commands.map(({ spec }) => spec.name), 'help'];
  throw usage(
    `There is no command "${name}".`,
    didYouMean(nearest(name, names)) ?? `There are: ${names.join(', ')}.`,
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
    const version = await versionOf(context);
    return print(`cyclescope ${version}\n`, { version }, isJson, context);
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const [topic] = rest.filter((word) => word !== '--json');
    const help = topic === undefined ? overview(commands) : commandHelp(findCommand(topic).spec);
    return print(help, { help }, isJson, context);
  }
  const command = findCommand(name);
  const args = parseArguments(command.spec, rest);
  if (args.flags.has('help')) {
    const help = commandHelp(command.spec);
    return print(help, { help }, isJson, context);
  }
  return command.run(args, context);
}

/** Carries out one call of the command line; every failure is told and becomes an exit code. */
export async function cli(words: readonly string[], context: Context): Promise<ExitCode> {
  try {
    return await dispatch(words, context);
  } catch (error) {
    const { code, message, hint, exitCode } = failureOf(error);
    if (words.includes('--json')) await printJson(context, { error: { code, message, hint } });
    context.terminal.say(`cyclescope: ${message}`);
    if (hint !== undefined) context.terminal.say(hint);
    return exitCode;
  }
}
