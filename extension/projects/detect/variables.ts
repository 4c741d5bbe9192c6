import { type Fields, toFields, lookUp } from '../../base';
import type { BoardImages, BoardSetup, SetupGap } from '../../targets';

import { choosePathModule, type Scope } from './world';

/** The reason why a variable has no value. */
interface Unresolved {
  readonly gap: SetupGap;
  /** The command that the editor could run for it, on a click. */
  readonly command?: string | undefined;
  /** True if the thing that the variable names does not exist here. */
  readonly isAbsent?: boolean;
}

/** A text with all of its variables replaced, or why it cannot be had. Never half of it. */
type Substitution = { readonly text: string } | Unresolved;

const MAX_DEPTH = 8;
const MAX_LENGTH = 4096;

/** Replaces `${..}` as the editor would, as far as that needs neither a question nor a program. */
export function substitute(text: string, scope: Scope): Substitution {
  return text.length > MAX_LENGTH
    ? makeUnresolved(`A value of ${text.length} characters is too long`, 'Shorten it.')
    : expand(text, scope, []);
}

function expand(text: string, scope: Scope, within: readonly string[]): Substitution {
  let done = '';
  let at = 0;
  for (let open = text.indexOf('${'); open >= 0; open = text.indexOf('${', at)) {
    const close = closingBrace(text, open + 2);
    if (close < 0) return makeUnresolved(`"${text}" has a \${ without its }`, 'Close it.');
    const name = expand(text.slice(open + 2, close), scope, within);
    if ('gap' in name) return name;
    const value = resolveVariable(name.text, scope, within);
    if ('gap' in value) return value;
    done += text.slice(at, open) + value.text;
    at = close + 1;
  }
  return { text: done + text.slice(at) };
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('${', at)) depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

function resolveVariable(variable: string, scope: Scope, within: readonly string[]): Substitution {
  const colon = variable.indexOf(':');
  const kind = colon < 0 ? variable : variable.slice(0, colon);
  const argument = colon < 0 ? undefined : variable.slice(colon + 1);
  if (argument !== undefined) return withArgument(kind, argument, scope, within);
  switch (kind) {
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'cwd':
      return resolveFolder(undefined, scope);
    case 'workspaceFolderBasename':
    case 'workspaceRootFolderName':
      return toBasename(resolveFolder(undefined, scope), scope);
    case 'userHome':
      return { text: scope.world.home };
    case 'pathSeparator':
    case '/':
      return { text: choosePathModule(scope.world).sep };
    default:
      return makeUnresolved(
        `\${${kind}} has no value outside an editor session`,
        'Write a path there, or ${workspaceFolder}.',
      );
  }
}

function withArgument(
  kind: string,
  argument: string,
  scope: Scope,
  within: readonly string[],
): Substitution {
  const variable = `\${${kind}:${argument}}`;
  switch (kind) {
    case 'workspaceFolder':
      return resolveFolder(argument, scope);
    case 'workspaceFolderBasename':
      return toBasename(resolveFolder(argument, scope), scope);
    case 'env':
      return environment(argument, scope, variable);
    case 'config':
      return setting(argument, scope, variable, within);
    case 'command':
      return command(argument, scope, variable);
    case 'input':
      return makeUnresolved(
        `${variable} asks for a value each time`,
        'Write the answer there, or describe the board in the setting cyclescope.boards.',
      );
    default:
      return makeUnresolved(`${variable} is an unknown variable`, 'Write its value there.');
  }
}

function resolveFolder(name: string | undefined, { folder, world }: Scope): Substitution {
  const only = world.folders.length === 1 ? world.folders[0] : undefined;
  const found =
    name === undefined ? (folder ?? only) : world.folders.find((one) => one.name === name);
  if (found !== undefined) return { text: found.path };
  return name === undefined
    ? makeUnresolved('${workspaceFolder} is ambiguous here', 'Write ${workspaceFolder:NAME} there.')
    : makeUnresolved(`There is no folder "${name}" here`, 'Open it, or correct its name.');
}

function toBasename(folder: Substitution, { world }: Scope): Substitution {
  return 'gap' in folder ? folder : { text: choosePathModule(world).basename(folder.text) };
}

/** The editor replaces an unset variable by an empty text, which would leave a path without its beginning. */
function environment(name: string, { world }: Scope, variable: string): Substitution {
  const { env, platform } = world;
  const key =
    platform === 'win32'
      ? (Object.keys(env).find((one) => one.toUpperCase() === name.toUpperCase()) ?? name)
      : name;
  const value = lookUp(env, key);
  return value === undefined || value === ''
    ? absent(`${variable} is not set in the environment`, `Set ${name}, and start again.`)
    : { text: value };
}

function setting(
  id: string,
  scope: Scope,
  variable: string,
  within: readonly string[],
): Substitution {
  const value = (scope.folder ?? scope.world).setting(id)?.value;
  if (typeof value === 'number' || typeof value === 'boolean') return { text: String(value) };
  if (typeof value !== 'string' || value === '') {
    return absent(`${variable} has no value here`, `Set ${id}, or write its value there.`);
  }
  return within.includes(id) || within.length >= MAX_DEPTH
    ? makeUnresolved(`${variable} refers to itself`, `Correct the setting ${id}.`)
    : expand(value, scope, [...within, id]);
}

function command(name: string, { world }: Scope, variable: string): Substitution {
  const answer = lookUp(world.commands ?? {}, name);
  if (answer !== undefined && answer !== '') return { text: answer };
  return {
    ...makeUnresolved(
      `${variable} runs a command of the editor`,
      'Choose the board in the editor, which then runs the command, or write its result there.',
    ),
    command: name,
  };
}

function makeUnresolved(what: string, remedy: string): Unresolved {
  return { gap: { what, remedy } };
}

function absent(what: string, remedy: string): Unresolved {
  return { ...makeUnresolved(what, remedy), isAbsent: true };
}

/** Some members of a configuration with all variables replaced; those that cannot be had are left out. */
interface Resolved {
  readonly fields: Fields;
  readonly unresolved: readonly Unresolved[];
}

/** Replaces the variables in those members, in all the texts they hold. */
export function resolveFields(config: Fields, names: readonly string[], scope: Scope): Resolved {
  const failures: Unresolved[] = [];
  const entries = names
    .filter((name) => config[name] !== undefined)
    .map((name) => [name, deep(config[name], scope, failures, MAX_DEPTH)]);
  return { fields: Object.fromEntries(entries) as Fields, unresolved: failures };
}

/**
 * Leaves out members that can be done without if a variable in them has no value here, as that of an
 * extension that is not installed; the others are resolved later. Each is named with what is used instead.
 */
export function omitAbsent(
  config: Fields,
  instead: Readonly<Record<string, string>>,
  scope: Scope,
): { readonly fields: Fields; readonly remarks: readonly string[] } {
  const remarks = new Map<string, string>();
  for (const [name, other] of Object.entries(instead)) {
    const { unresolved } = resolveFields(config, [name], scope);
    const [first] = unresolved;
    if (first !== undefined && unresolved.every(({ isAbsent }) => isAbsent)) {
      remarks.set(name, `${name}: ${other}, as ${first.gap.what}`);
    }
  }
  const kept = Object.entries(config).filter(([name]) => !remarks.has(name));
  return { fields: Object.fromEntries(kept), remarks: [...remarks.values()] };
}

function deep(value: unknown, scope: Scope, failures: Unresolved[], depth: number): unknown {
  if (typeof value === 'string') {
    const done = substitute(value, scope);
    if ('text' in done) return done.text;
    failures.push(done);
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return undefined;
  const inner = (item: unknown) => deep(item, scope, failures, depth - 1);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(
    Object.entries(toFields(value)).map(([key, item]) => [key, inner(item)]),
  );
}

/** One configuration's description of a board. */
export interface Found {
  readonly server?: BoardSetup['server'];
  readonly probe?: string | undefined;
  readonly device?: string | undefined;
  readonly speedKhz?: number | undefined;
  readonly images?: BoardImages | undefined;
  /** A program, or arguments for one, were read from a file of the project. */
  readonly namesPrograms?: boolean | undefined;
  readonly gaps?: readonly SetupGap[] | undefined;
  /** Variables without a value: gaps as well. */
  readonly unresolved?: readonly Unresolved[] | undefined;
  readonly remarks?: readonly string[] | undefined;
}

/** The remedy where only the user can add what is missing. */
export const DESCRIBE = 'Describe the board in the setting cyclescope.boards.';

/** A finding that cannot be used, and why. */
export function toUnusable(what: string, remedy = DESCRIBE): Found {
  return { gaps: [{ what, remedy }] };
}

const OTHER_CORES = /xtensa|riscv|espIdf|mips|avr-gdb|x86_64/i;

/** Recognises, by its name, a program for cores without agents. */
export function isForOtherCores(program: string): boolean {
  return OTHER_CORES.test(program.split(/[\\/]/).at(-1) ?? '');
}

/** The gap for such cores. */
export const OTHER_CORE = toUnusable(
  'Its GDB is not for Arm cores',
  'Cyclescope has agents for Arm Cortex-M boards and for Linux.',
);
