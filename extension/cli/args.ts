import { parseArgs } from 'node:util';
import { didYouMean, EngineError, lookUp, nearest } from '../base';
import { type ParameterValues, parseValues } from '../runs';

export interface OptionSpec {
  /** The value's placeholder in the help text; an option without one is a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly about: string;
  readonly required?: boolean;
  readonly repeated?: boolean;
}

export interface CommandSpec {
  readonly name: string;
  readonly about: string;
  /** Further help, printed by `help COMMAND` only. */
  readonly details?: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly positionals?: { readonly name: string; readonly min: number; readonly max: number };
}

/** Options and positional arguments of one call, checked against the command's declaration. */
export interface Arguments {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

const common: Readonly<Record<string, OptionSpec>> = {
  json: { about: 'print only JSON on standard output' },
  help: { short: 'h', about: 'show help for this command' },
};

/** All options of a command, including those that every command has. */
export function collectOptions(spec: CommandSpec): Readonly<Record<string, OptionSpec>> {
  return { ...spec.options, ...common };
}

/** A mistake in the call: exit code 2. */
export function usage(message: string, hint?: string): EngineError {
  return new EngineError('usage', message, hint);
}

/** The declaration of an option that was given. */
function findOption(spec: CommandSpec, name: string, written: string): OptionSpec {
  const options = collectOptions(spec);
  const found = lookUp(options, name);
  if (found) return found;
  const near = nearest(
    written,
    Object.keys(options).map((each) => `--${each}`),
  );
  throw usage(
    `cyclescope ${spec.name} has no option ${written}.`,
    didYouMean(near) ?? seeHelp(spec),
  );
}

const seeHelp = ({ name }: CommandSpec) => `See: cyclescope help ${name}`;

function checkCounts(spec: CommandSpec, args: Arguments): void {
  for (const [name, option] of Object.entries(spec.options)) {
    const given = args.values.get(name)?.length ?? 0;
    if (option.required && given === 0) {
      throw usage(`cyclescope ${spec.name} needs --${name} ${option.value ?? ''}.`, seeHelp(spec));
    }
    if (!option.repeated && given > 1) throw usage(`--${name} can be given only once.`);
  }
  const { name, min, max } = spec.positionals ?? { name: '', min: 0, max: 0 };
  if (args.positionals.length < min)
    throw usage(`cyclescope ${spec.name} needs ${name}.`, seeHelp(spec));
  const extra = args.positionals[max];
  if (extra !== undefined) {
    throw usage(`Unexpected argument "${extra}".`, seeHelp(spec));
  }
}

/** A command's options for `parseArgs`; `checkCounts` checks how often each is given. */
function nodeOptions(spec: CommandSpec) {
  return Object.fromEntries(
    Object.entries(collectOptions(spec)).map(([name, { value, short }]) => {
      const type = value === undefined ? ('boolean' as const) : ('string' as const);
      return [name, short === undefined ? { type } : { type, short }];
    }),
  );
}

/** Reads a command's arguments; a wrong one throws with the nearest valid name. */
export function parseArguments(spec: CommandSpec, words: readonly string[]): Arguments {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  // Not strict: Node's own messages suggest no similar names.
  const { tokens, positionals } = parseArgs({
    args: [...words],
    options: nodeOptions(spec),
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = findOption(spec, name, rawName);
    if (option.value === undefined) {
      if (value !== undefined) throw usage(`${rawName} takes no value.`);
      flags.add(name);
      continue;
    }
    if (value === undefined || (!inlineValue && value.startsWith('--'))) {
      throw usage(`${rawName} needs a value: ${option.value}.`);
    }
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const args = { flags, values, positionals };
  if (!flags.has('help')) checkCounts(spec, args);
  return args;
}

/** The value of an option that may be given once. */
export function getOptionValue(args: Arguments, name: string): string | undefined {
  return args.values.get(name)?.[0];
}

/** A named value of an option, with its line of help. */
interface Choice {
  readonly id: string;
  /** A few words of Markdown. */
  readonly about: string;
}

/** The choice that an option names; undefined if the option is not given. */
export function parseChoiceOption<Chosen extends Choice>(
  args: Arguments,
  name: string,
  kind: string,
  choices: readonly Chosen[],
): Chosen | undefined {
  const id = getOptionValue(args, name);
  const found = choices.find((choice) => choice.id === id);
  if (id === undefined || found) return found;
  const ids = choices.map((choice) => choice.id);
  const hint = didYouMean(nearest(id, ids)) ?? `Available: ${ids.join(', ')}.`;
  throw usage(`There is no ${kind} "${id}".`, hint);
}

/** An option's choices for a command's help, one per line. */
export function choiceLines(choices: readonly Choice[]): string {
  return columns(choices.map(({ id, about }) => [id, about.replaceAll('`', '')]));
}

/** Two columns of text, indented. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** The value of a required option. */
export function getRequiredValue(args: Arguments, name: string): string {
  return getOptionValue(args, name) ?? '';
}

/** The value of an option that takes a whole number of at least `min`. */
export function parseCountOption(args: Arguments, name: string, min: number): number | undefined {
  const text = getOptionValue(args, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= 0xffff_ffff) return value;
  throw usage(`--${name} must be a whole number of at least ${min}, not "${text}".`);
}

/** The `name=values` pairs of a repeated option. */
export function parseSettingsOption(args: Arguments, name: string): ParameterValues {
  const settings: Record<string, readonly number[]> = {};
  for (const text of args.values.get(name) ?? []) {
    const [, key, typed] = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)=(.+)$/.exec(text) ?? [];
    if (key === undefined || typed === undefined) {
      throw usage(`--${name} takes NAME=VALUE[,VALUE..], not "${text}".`);
    }
    const read = parseValues(typed);
    if ('problem' in read) throw usage(`--${name} ${key}: ${read.problem}.`);
    if (key in settings) {
      throw usage(
        `--${name} ${key} was given more than once.`,
        `Give all values in one option: --${name} ${key}=${settings[key]?.join(',')},${typed}`,
      );
    }
    settings[key] = read.values;
  }
  return settings;
}
