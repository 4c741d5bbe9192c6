import * as v from 'valibot';
import { parseValues } from '../../../runs';
import { settingContributions } from '../../contributions';
import { settings } from '../../names';

const text = v.pipe(v.string(), v.trim());
const texts = v.array(text);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const whole = v.pipe(v.number(), v.safeInteger());

/** One value, a list of them, or both in the command line's syntax. */
const parameterValues = v.union([
  v.pipe(
    whole,
    v.transform((value): readonly number[] => [value]),
  ),
  v.pipe(v.array(whole), v.minLength(1)),
  v.pipe(
    v.string(),
    v.transform(parseValues),
    v.object({ values: v.array(whole) }),
    v.transform(({ values }): readonly number[] => values),
  ),
]);

const schema = v.object({
  target: v.pipe(text, v.nonEmpty()),
  sshHosts: texts,
  boards: v.array(v.record(v.string(), v.unknown())),
  benchmarks: texts,
  iterations: v.nullable(count),
  repeat: v.nullable(count),
  parameters: v.record(v.string(), parameterValues),
  gate: text,
  inlineResults: v.boolean(),
  maxEvents: count,
  imagesFolder: text,
  programsFolders: texts,
});

/** The user's settings for one home, each value checked for its type. */
export type Settings = Readonly<v.InferOutput<typeof schema>>;

type Name = keyof typeof settings;

/** Reads settings as written; a value of the wrong type counts as not set. */
export function settingsFrom(get: (id: string) => unknown): Settings {
  const names = Object.keys(settings) as Name[];
  const values = names.map((name) => {
    const read = v.safeParse(schema.entries[name], get(settings[name]));
    return [name, read.success ? read.output : settingContributions[settings[name]]?.default];
  });
  return Object.fromEntries(values) as Settings;
}
