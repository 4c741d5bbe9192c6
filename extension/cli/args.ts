import type { ParameterValues } from '../core/sweep/points';
import { parseValues } from '../core/sweep/values';
import { nearest } from '../core/text/near';
import { EngineError, didYouMean } from '../engine/error';

export interface OptionSpec {
  /** What stands for the value in the help text; an option without it is a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly about: string;
  readonly required?: boolean;
  readonly repeated?: boolean;
}

export interface CommandSpec {
  readonly name: string;
  readonly about: string;
  /** What the command's own help adds. */
  readonly details?: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly positionals?: { readonly name: string; readonly min: number; readonly max: number };
}

/** The options and positional arguments of one call, checked against the command's declaration. */
export interface Arguments {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

const common: Readonly<Record<string, OptionSpec>> = {
  json: { about: 'print JSON, and nothing else, on standard output' },
  help: { short: 'h', about: 'explain this command' },
};

/** Every option of a command, with those that all commands have. */
export function optionsOf(spec: CommandSpec): Readonly<Record<string, OptionSpec>> {
  return { ...spec.options, ...common };
}

/** A failure that is the caller's: exit code 2. */
export function usage(message: string, hint?: string): EngineError {
  return new EngineError('usage', message, hint);
}

interface OptionWord {
  readonly written: string;
  readonly inline: string | undefined;
}

/** `--name=value` and `--name`; of `-oFILE` the rest is the value. */
function splitWord(word: string): OptionWord {
  const equals = word.indexOf('=');
  if (word.startsWith('--')) {
    if (equals < 0) return { written: word, inline: undefined };
    return { written: word.slice(0, equals), inline: word.slice(equals + 1) };
  }
  return { written: word.slice(0, 2), inline: word.length > 2 ? word.slice(2) : undefined };
}

function findOption(spec: CommandSpec, written: string): readonly [string, OptionSpec] {
  const options = Object.entries(optionsOf(spec));
  const found = options.find(([name, { short }]) => {
    return written === `--${name}` || (short !== undefined && written === `-${short}`);
  });
  if (found) return found;
  const near = nearest(
    written,
    options.map(([name]) => `--${name}`),
  );
  throw usage(
    `cyclescope ${spec.name} has no option ${written}.`,
    didYouMean(near) ?? `See: cyclescope help ${spec.name}`,
  );
}

function checkCounts(spec: CommandSpec, args: Arguments): void {
  for (const [name, option] of Object.entries(spec.options)) {
    const given = args.values.get(name)?.length ?? 0;
    if (option.required && given === 0) {
      throw usage(`cyclescope ${spec.name} needs --${name} ${option.value ?? ''}.`);
    }
    if (!option.repeated && given > 1) throw usage(`--${name} is given more than once.`);
  }
  const { name, min, max } = spec.positionals ?? { name: '', min: 0, max: 0 };
  if (args.positionals.length < min) throw usage(`cyclescope ${spec.name} needs ${name}.`);
  const extra = args.positionals[max];
  if (extra !== undefined) {
    throw usage(`cyclescope ${spec.name} does not know what to do with "${extra}".`);
  }
}

/** Reads a command's arguments; what is wrong becomes a sentence with the near names. */
export function parseArguments(spec: CommandSpec, words: readonly string[]): Arguments {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      positionals.push(...rest.splice(0));
      continue;
    }
    if (!word.startsWith('-') || word === '-') {
      positionals.push(word);
      continue;
    }
    const { written, inline } = splitWord(word);
    const [name, option] = findOption(spec, written);
    if (option.value === undefined) {
      if (inline !== undefined) throw usage(`${written} takes no value.`);
      flags.add(name);
      continue;
    }
    const value = inline ?? (rest[0]?.startsWith('--') ? undefined : rest.shift());
    if (value === undefined) throw usage(`${written} needs a value: ${option.value}.`);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const args = { flags, values, positionals };
  if (!flags.has('help')) checkCounts(spec, args);
  return args;
}

/** The value of an option that may be given once. */
export function valueOf(args: Arguments, name: string): string | undefined {
  return args.values.get(name)?.[0];
}

/** The value of an option that was declared as required. */
export function requiredValue(args: Arguments, name: string): string {
  return valueOf(args, name) ?? '';
}

/** The whole number of an option, from `min` on. */
export function countOf(args: Arguments, name: string, min: number): number | undefined {
  const text = valueOf(args, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= 0xffff_ffff) return value;
  throw usage(`--${name} must be a whole number from ${min} on, not "${text}".`);
}

/** The `name=values` pairs of a repeated option. */
export function settingsOf(args: Arguments, name: string): ParameterValues {
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
        `--${name} ${key} is given more than once.`,
        `All of its values in one: --${name} ${key}=${settings[key]?.join(',')},${typed}`,
      );
    }
    settings[key] = read.values;
  }
  return settings;
}
