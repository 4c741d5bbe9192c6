import { type Fields, fieldsOf, textOf, textsOf } from '../../../base';
import { fieldsIn, parseJsonc, substitute } from '../../detect';
import type { ProjectPlace } from '../place';
import type { ProjectFact } from '../project';

const FILES = ['CMakePresets.json', 'CMakeUserPresets.json', 'mcux_include.json'];

/** A configure preset with everything that it inherits. */
export interface Preset {
  readonly name: string;
  readonly source: string;
  readonly isHidden: boolean;
  readonly cache: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

/** The configure presets that can be chosen in the project's own files. */
export function presetsOf(place: ProjectPlace): readonly Preset[] {
  const written = FILES.flatMap((source) => {
    const file = fieldsIn(parseJsonc(place.near(source) ?? ''));
    const list: readonly unknown[] = Array.isArray(file['configurePresets'])
      ? file['configurePresets']
      : [];
    return list.map((preset) => ({ source, fields: fieldsOf(preset) }));
  });
  const byName = new Map(written.map((each) => [textOf(each.fields['name']) ?? '', each]));
  return [...byName].flatMap(([name, { source, fields }]) =>
    name === '' ? [] : [presetOf(name, source, fields, byName)],
  );
}

function presetOf(
  name: string,
  source: string,
  fields: Fields,
  byName: ReadonlyMap<string, { readonly fields: Fields }>,
): Preset {
  const chain = inherited(fields, byName);
  return {
    name,
    source,
    isHidden: fields['hidden'] === true,
    cache: merged(chain, 'cacheVariables'),
    environment: merged(chain, 'environment'),
  };
}

/** The preset itself and those it inherits from, each once and what counts most first. */
function inherited(
  fields: Fields,
  byName: ReadonlyMap<string, { readonly fields: Fields }>,
  seen = new Set<Fields>(),
): readonly Fields[] {
  if (seen.has(fields)) return [];
  seen.add(fields);
  const parents = textsOf(fields['inherits'])
    .map((name) => byName.get(name)?.fields)
    .filter((parent) => parent !== undefined);
  return [fields, ...parents.flatMap((parent) => inherited(parent, byName, seen))];
}

function merged(chain: readonly Fields[], member: string): Readonly<Record<string, string>> {
  const entries = [...chain].reverse().flatMap((fields) =>
    Object.entries(fieldsOf(fields[member])).flatMap(([key, value]) => {
      const text = textOf(value) ?? textOf(fieldsOf(value)['value']);
      return text === undefined ? [] : [[key, text] as const];
    }),
  );
  return Object.fromEntries(entries);
}

const CACHED = { board: 'board', BOARD: 'board', core_id: 'core' } as const;

/** Facts from presets: their names, and their board, core and toolchain. */
export function presetFacts(place: ProjectPlace): readonly ProjectFact[] {
  return presetsOf(place).flatMap((preset): readonly ProjectFact[] => {
    const { name, source, isHidden, cache, environment } = preset;
    if (isHidden && source !== 'mcux_include.json') return [];
    const where = `${source}: "${name}"`;
    const cached = Object.entries(CACHED).flatMap(([variable, question]) => {
      const value = cache[variable];
      return value === undefined || value.includes('$') ? [] : [{ question, value, source: where }];
    });
    const toolchain = toolchainOf(environment, place);
    return [
      ...(isHidden ? [] : [{ question: 'preset', value: name, source } as const]),
      ...cached,
      ...(toolchain === undefined
        ? []
        : [{ question: 'toolchain', value: toolchain, source: where } as const]),
    ];
  });
}

/** The variable by which NXP's CMake files find their compiler. */
function toolchainOf(
  environment: Readonly<Record<string, string>>,
  { folder, world }: ProjectPlace,
): string | undefined {
  const written = environment['ARMGCC_DIR'];
  if (written === undefined || /\$p?env\{/.test(written)) return undefined;
  const whole = substitute(written, { folder, world });
  return 'text' in whole ? textOf(whole.text) : undefined;
}
