import { dirname, isAbsolute } from 'node:path';
import { searchPath } from '../../targets/programs/search-path';
import type { Environment } from '../settings/environment';

/** What settings tell of the environment in which the user builds. */
export interface BuildSettings {
  /** Variables by name, the later ones over the earlier; null takes one away. */
  readonly variables: readonly Readonly<Record<string, string | null>>[];
  /** The interpreter of Python that is set: beside it lies what was installed with it, such as west. */
  readonly python: string | undefined;
}

/** Where `${…}` in settings points to. */
export interface BuildPlaces {
  readonly folder: string | undefined;
  readonly home: string;
}

/** The environment of the user's terminal, as far as settings tell of it. */
export function buildEnvironment(
  { variables, python }: BuildSettings,
  places: BuildPlaces,
  inherited: Environment,
): Environment {
  const set = variables
    .flatMap((each) => Object.entries(each))
    .reduce<Record<string, string | undefined>>(
      (known, [name, value]) => ({
        ...known,
        [name]: value === null ? undefined : resolved(value, places, known),
      }),
      { ...inherited },
    );
  const interpreter = python === undefined ? '' : resolved(python, places, set);
  return isAbsolute(interpreter) ? { ...set, ...searchPath(set, [dirname(interpreter)]) } : set;
}

const VARIABLE = /\$\{(?:(env):([^}]+)|(workspaceFolder|userHome))\}/g;

/** The variables of VS Code that such settings use; what has no value is empty, as in a shell. */
function resolved(text: string, { folder = '', home }: BuildPlaces, known: Environment): string {
  return text.replace(VARIABLE, (_, env?: string, name = '', place = '') => {
    if (env !== undefined) return known[name] ?? '';
    return place === 'userHome' ? home : folder;
  });
}
