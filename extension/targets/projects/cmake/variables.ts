import type { CMakeCall } from './calls';

/** Values of a file's variables, as far as they are plain to see. */
export type CMakeVariables = ReadonlyMap<string, string>;

const VARIABLE = /\$\{([^${}]*)\}/;
const MAX_STEPS = 100;

/** What `set` and `project` say in the order of the file, where no `if` decides about it. */
export function variablesOf(calls: readonly CMakeCall[]): CMakeVariables {
  const known = new Map<string, string>();
  for (const { name, args, depth } of calls) {
    const [first, ...rest] = args.map(({ text }) => text);
    if (first === undefined || depth > 0) continue;
    if (name === 'project') {
      const title = expand(first, known);
      for (const each of ['PROJECT_NAME', 'CMAKE_PROJECT_NAME']) {
        if (title !== undefined && !(each.startsWith('CMAKE') && known.has(each))) {
          known.set(each, title);
        }
      }
    }
    if (name !== 'set') continue;
    const cache = rest.indexOf('CACHE');
    const value = expand((cache < 0 ? rest : rest.slice(0, cache)).join(';'), known);
    if (value === undefined) known.delete(first);
    else known.set(first, value);
  }
  return known;
}

/** A text with its variables replaced; undefined where one of them is not known. */
export function expand(text: string, variables: CMakeVariables): string | undefined {
  let done = text;
  for (let step = 0; step < MAX_STEPS; step++) {
    const [whole, name = ''] = VARIABLE.exec(done) ?? [];
    if (whole === undefined) return done;
    const value = variables.get(name);
    if (value === undefined) return undefined;
    done = done.replace(whole, () => value);
  }
  return undefined;
}
