import { type Token, tokens } from './lex';
import type { BenchOptions, BenchSyntax, Closer, FoundDeclaration } from './reading';

/** A benchmark's declaration in a source. Offsets are those of the text. */
export interface SourceBench extends BenchOptions {
  readonly op: string;
  /** The start of the macro's name, and the end of its closing parenthesis. */
  readonly start: number;
  readonly end: number;
  /** Lines of the same, from 1: compilers differ in which of them they call the macro's. */
  readonly line: number;
  readonly lastLine: number;
  /**
   * Identifies the text of the operation. It covers the benchmark and everything
   * in the file that is not another one, without comments and layout.
   */
  readonly digest: string;
}

const SUITE = /^# ?define CYCLESCOPE_SUITE "(\w+)"$/;

/** Finds every benchmark that a text declares, in its order. */
export function parseBenches(original: string, reading: BenchSyntax): readonly SourceBench[] {
  const isC = reading.literals === undefined;
  const { text, toOriginal } = isC ? splice(original) : { text: original, toOriginal: same };
  if (!text.includes(reading.mark)) return [];
  const read = tokens(text, reading.literals);
  const all = [...(isC ? filterCompiledTokens(read) : read)];
  const declarations = [...findDeclarations(all, reading)];
  const shared = digestText(joinSharedText(all, declarations));
  const lineAt = lineCounter(original);
  const suite = suiteNamed(all);
  return declarations.map(({ first, close, last, op, options }) => {
    const start = toOriginal(all[first]?.start ?? 0);
    // A continuation right after the parenthesis is not part of it.
    const end = toOriginal((all[close]?.end ?? 1) - 1) + 1;
    const own = joinTokens(all.slice(first, last + 1));
    return {
      op,
      start,
      end,
      line: lineAt(start),
      lastLine: lineAt(end),
      ...options,
      suite: options.suite ?? suite,
      digest: digestText(`${shared} ${own}`),
    };
  });
}

/** The functions that a text in C or C++ defines for other files. */
export function parseFunctions(original: string): ReadonlySet<string> {
  const all = [...filterCompiledTokens(tokens(splice(original).text, undefined))];
  const closer = closers(all);
  const found = new Set<string>();
  let isStatic = false;
  for (let at = 0; at < all.length; at += 1) {
    const { kind, text } = all[at] as Token;
    if (kind === 'directive' || text === ';' || text === '{' || text === '}') isStatic = false;
    else if (text === 'static') isStatic = true;
    const body = kind === 'name' ? bodyAfter(all, at + 1, closer) : undefined;
    if (body === undefined) continue;
    if (!isStatic) found.add(text);
    isStatic = false;
    at = closer.get(body) ?? all.length;
  }
  return found;
}

/** The index of the brace behind parameters, and behind attributes and words such as `noexcept`. */
function bodyAfter(all: readonly Token[], open: number, closer: Closer): number | undefined {
  if (all[open]?.text !== '(') return undefined;
  let next = (closer.get(open) ?? all.length) + 1;
  while (all[next]?.kind === 'name') {
    const inner = all[next + 1]?.text === '(' ? closer.get(next + 1) : next;
    next = (inner ?? all.length) + 1;
  }
  return all[next]?.text === '{' ? next : undefined;
}

/** The suite that a text names for all of its benchmarks. */
function suiteNamed(all: readonly Token[]): string | undefined {
  const naming = all.find(({ kind, text }) => kind === 'directive' && SUITE.test(text));
  return naming && SUITE.exec(naming.text)?.[1];
}

/** A declaration with the index of its first token. */
type Declaration = FoundDeclaration & { readonly first: number };

const same = (offset: number) => offset;

function* findDeclarations(
  all: readonly Token[],
  { declaration }: BenchSyntax,
): Generator<Declaration> {
  const closer = closers(all);
  for (let first = 0; first < all.length; first += 1) {
    if (all[first]?.kind !== 'name') continue;
    const found = declaration(all, first, closer);
    if (!found) continue;
    yield { first, ...found };
    first = found.last;
  }
}

/** For every bracket that is closed, the index of the one that closes it. */
function closers(all: readonly Token[]): Closer {
  const pairs = new Map<number, number>();
  const open = { ')': [] as number[], '}': [] as number[] };
  all.forEach(({ kind, text }, index) => {
    if (kind !== 'sign') return;
    if (text === '(') open[')'].push(index);
    if (text === '{') open['}'].push(index);
    if (text !== ')' && text !== '}') return;
    const from = open[text].pop();
    if (from !== undefined) pairs.set(from, index);
  });
  return pairs;
}

function joinSharedText(all: readonly Token[], declarations: readonly Declaration[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { first, last } of declarations) {
    parts.push(joinTokens(all.slice(from, first)));
    from = last + 1;
  }
  parts.push(joinTokens(all.slice(from)));
  return parts.filter((part) => part !== '').join('\n');
}

/** Tokens apart from each other; a directive keeps its line. */
function joinTokens(some: readonly Token[]): string {
  return some.map(({ kind, text }) => (kind === 'directive' ? `\n${text}\n` : text)).join(' ');
}

/** Finds the lines of ascending offsets, from 1. */
function lineCounter(text: string): (offset: number) => number {
  let [counted, line] = [0, 1];
  return (offset) => {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < offset;) {
      line += 1;
      counted = at + 1;
      at = text.indexOf('\n', counted);
    }
    return line;
  };
}

/** A text whose continued lines are joined, and the way back to positions in the original. */
interface Spliced {
  readonly text: string;
  readonly toOriginal: (offset: number) => number;
}

// Compilers allow spaces after the backslash.
const CONTINUATION = /\\[ \t]*\r?\n/g;

/** Joins lines that end in a backslash, as a compiler does before it reads anything else. */
function splice(original: string): Spliced {
  if (!original.includes('\\')) return { text: original, toOriginal: (offset) => offset };
  const parts: string[] = [];
  /** The start of each part in the joined text and in the original. */
  const joined: number[] = [];
  const starts: number[] = [];
  let length = 0;
  let from = 0;
  const add = (to: number) => {
    joined.push(length);
    starts.push(from);
    parts.push(original.slice(from, to));
    length += to - from;
  };
  for (const { index, 0: removed } of original.matchAll(CONTINUATION)) {
    add(index);
    from = index + removed.length;
  }
  add(original.length);
  return {
    text: parts.join(''),
    toOriginal: (offset) => {
      const part = lastAtMost(joined, offset);
      return (starts[part] ?? 0) + offset - (joined[part] ?? 0);
    },
  };
}

/** The index of the last of the rising numbers that is not above a value. */
function lastAtMost(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rising[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** True if a group of lines is compiled, as far as the text alone shows. */
type Truth = 'yes' | 'no' | 'unknown';

interface Conditional {
  readonly isCompiled: boolean;
  /** An earlier group of the same conditional is certainly compiled. */
  readonly isDecided: boolean;
}

const CONDITIONAL = /^# (if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)(?: (.*))?$/s;

/**
 * The tokens that a compiler may see: those under `#if 0` and its like are left out. Of conditions
 * the undecided ones stay.
 */
function* filterCompiledTokens(all: Iterable<Token>): Generator<Token> {
  const open: Conditional[] = [];
  let hidden = 0;
  for (const token of all) {
    const [, word, rest = ''] =
      token.kind === 'directive' ? (CONDITIONAL.exec(token.text) ?? []) : [];
    if (word === undefined) {
      if (hidden === 0) yield token;
      continue;
    }
    const before = word.startsWith('if') ? undefined : open.pop();
    if (before && !before.isCompiled) hidden -= 1;
    if (word === 'endif') continue;
    const truth = word === 'else' ? 'yes' : evaluateCondition(word, rest);
    if (truth === 'unknown' && hidden === 0) yield token;
    const after = next(before, truth);
    if (!after.isCompiled) hidden += 1;
    open.push(after);
  }
}

function next(before: Conditional | undefined, truth: Truth): Conditional {
  if (before?.isDecided) return { isCompiled: false, isDecided: true };
  return { isCompiled: truth !== 'no', isDecided: truth === 'yes' };
}

/** Evaluates constants only: definitions elsewhere are unknown here. */
function evaluateCondition(word: string, condition: string): Truth {
  if (word !== 'if' && word !== 'elif') return 'unknown';
  if (/^0 & & [^|?]*$/.test(condition)) return 'no';
  const tokens = condition.split(' ').filter((token) => token !== '(' && token !== ')');
  const negations = tokens.slice(0, -1);
  const value = constantValue(tokens.at(-1) ?? '');
  if (value === undefined || !negations.every((token) => token === '!')) return 'unknown';
  return (negations.length % 2 === 0) === value ? 'yes' : 'no';
}

function constantValue(token: string): boolean | undefined {
  if (token === 'false' || token === 'true') return token === 'true';
  if (!/^(0[xX][\da-fA-F']+|0[bB][01']+|\d[\d']*)[uUlL]*$/.test(token)) return undefined;
  return /[1-9a-fA-F]/.test(token.replace(/^0[xXbB]/, ''));
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a (32 bit) over a text's UTF-16 units: 8 hex digits. It only distinguishes texts. */
function digestText(text: string): string {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), PRIME);
    hash = Math.imul(hash ^ (unit >>> 8), PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
