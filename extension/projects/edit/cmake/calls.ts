/** One argument of a command of CMake. */
interface CMakeArgument {
  /** As it is written, without the quotes or brackets around it. */
  readonly text: string;
  readonly form: 'plain' | 'quoted' | 'bracket' | 'parenthesis';
}

/** One call of a command: `add_executable(app main.c)`. */
export interface CMakeCall {
  /** In lower case: CMake ignores case here. */
  readonly name: string;
  readonly args: readonly CMakeArgument[];
  readonly start: number;
  /** Behind the closing parenthesis. */
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
  /** Depth of nested `if`, `foreach`, `function` and the like. */
  readonly depth: number;
}

/** Every call of a CMake file up to the first thing that CMake itself would refuse. */
export interface CMakeReading {
  readonly calls: readonly CMakeCall[];
  readonly problem?: string | undefined;
}

const SKIPPED = /(?:\s+|#\[(=*)\[[^]*?\]\1\]|#(?!\[=*\[)[^\n]*)*/y;
const NAME = /([A-Za-z_]\w*)[ \t]*\(/y;
const BRACKET = /\[(=*)\[([^]*?)\]\1\]/y;
const QUOTED = /"((?:\\[^]|[^"\\])*)"/y;
/** An unquoted argument, in which CMake still accepts quotes and `$(NAME)`. */
const PLAIN = /(?:\\.|\$\([A-Za-z0-9_]*\)|[^\s()#"\\]|"(?:\\[^]|[^"\\])*")+/y;

const OPENS = /^(?:if|foreach|while|function|macro|block)$/;
const CLOSES = /^end(?:if|foreach|while|function|macro|block)$/;

/** Reads a CMake file as CMake does: past comments, quotes and brackets. */
export function readCalls(text: string): CMakeReading {
  const calls: CMakeCall[] = [];
  const lineAt = lineCounter(text);
  let depth = 0;
  let at = skip(text, text.startsWith('\uFEFF') ? 1 : 0);
  while (at < text.length) {
    const [opening, written = ''] = match(NAME, text, at) ?? [];
    const inner = opening === undefined ? undefined : argumentsFrom(text, at + opening.length);
    if (inner === undefined) {
      return { calls, problem: `Line ${lineAt(at)} is not valid CMake` };
    }
    const name = written.toLowerCase();
    if (CLOSES.test(name)) depth = Math.max(0, depth - 1);
    calls.push({ name, args: inner.args, start: at, end: inner.end, line: lineAt(at), depth });
    if (OPENS.test(name)) depth++;
    at = skip(text, inner.end);
  }
  return { calls };
}

function argumentsFrom(text: string, start: number) {
  const args: CMakeArgument[] = [];
  let open = 1;
  let at = skip(text, start);
  while (at < text.length) {
    const mark = text[at];
    if (mark === '(' || mark === ')') {
      open += mark === '(' ? 1 : -1;
      at++;
      if (open === 0) return { args, end: at };
      args.push({ text: mark, form: 'parenthesis' });
    } else {
      const found = argumentAt(text, at);
      if (found === undefined) return undefined;
      args.push(found.argument);
      at = found.end;
    }
    at = skip(text, at);
  }
  return undefined;
}

function argumentAt(text: string, at: number) {
  const read = (pattern: RegExp, group: number, form: CMakeArgument['form']) => {
    const found = match(pattern, text, at);
    const argument = { text: found?.[group] ?? '', form };
    return found && { argument, end: at + found[0].length };
  };
  return read(BRACKET, 2, 'bracket') ?? read(QUOTED, 1, 'quoted') ?? read(PLAIN, 0, 'plain');
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function skip(text: string, at: number): number {
  return at + (match(SKIPPED, text, at)?.[0].length ?? 0);
}

/** Counts lines only forwards, so that a long file is walked once. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let counted = 0;
  return (at) => {
    for (; counted < at; counted++) if (text[counted] === '\n') line++;
    return line;
  };
}

/** Values of a file's variables, as far as they are plain to see. */
export type CMakeVariables = ReadonlyMap<string, string>;

const VARIABLE = /\$\{([^${}]*)\}/;
const MAX_STEPS = 100;

/** Values of `set` and `project` in the order of the file, outside any `if`. */
export function collectVariables(calls: readonly CMakeCall[]): CMakeVariables {
  const known = new Map<string, string>();
  for (const { name, args, depth } of calls) {
    const [first, ...rest] = args.map(({ text }) => text);
    if (first === undefined || depth > 0) continue;
    if (name === 'project') {
      const title = expandVariables(first, known);
      for (const each of ['PROJECT_NAME', 'CMAKE_PROJECT_NAME']) {
        if (title !== undefined && !(each.startsWith('CMAKE') && known.has(each))) {
          known.set(each, title);
        }
      }
    }
    if (name !== 'set') continue;
    const cache = rest.indexOf('CACHE');
    const value = expandVariables((cache < 0 ? rest : rest.slice(0, cache)).join(';'), known);
    if (value === undefined) known.delete(first);
    else known.set(first, value);
  }
  return known;
}

/** A text with its variables replaced; undefined where one of them is not known. */
export function expandVariables(text: string, variables: CMakeVariables): string | undefined {
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
