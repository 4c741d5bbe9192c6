import { compiledTokens } from './conditions';
import { digestText } from './digest';
import { type SourceLanguage, type Token, tokens } from './lex';
import { stringValue } from './literal';
import { type Options, readOptions } from './options';
import { splice } from './splice';

/** A benchmark's declaration as it stands in a source. Offsets are those of the text. */
export interface SourceBench extends Options {
  readonly op: string;
  /** Where the macro's name begins, and where its closing parenthesis ends. */
  readonly start: number;
  readonly end: number;
  /** Lines of the same, from 1: compilers differ in which of them they call the macro's. */
  readonly line: number;
  readonly lastLine: number;
  /**
   * Tells whether the operation is the one of another text. It covers the benchmark and everything
   * in the file that is not another one; comments and layout count for nothing.
   */
  readonly digest: string;
}

const SUITE = /^# ?define CYCLESCOPE_SUITE "(\w+)"$/;
const MACROS = new Set(['CYCLESCOPE_BENCH', 'CYCLESCOPE_BENCH_CUSTOM']);

/** How a language's texts are read, and what a declaration of a benchmark is in them. */
interface Reading {
  /** No text without this declares one. */
  readonly mark: string;
  /** Tells from the tokens at an index that one is declared there: its name and its options. */
  readonly declaration: (all: readonly Token[], first: number, closer: Closer) => Found | undefined;
}

type Closer = ReadonlyMap<number, number>;
type Found = Omit<Declaration, 'first'>;

const READINGS: Readonly<Record<SourceLanguage, Reading>> = {
  c: { mark: 'CYCLESCOPE_BENCH', declaration: inC },
  rust: { mark: 'bench!', declaration: inRust },
  zig: { mark: '@src()', declaration: inZig },
};

/** The language of a file by its name. */
export function languageIn(path: string): SourceLanguage {
  if (path.endsWith('.rs')) return 'rust';
  return path.endsWith('.zig') ? 'zig' : 'c';
}

/** Finds every benchmark that a text declares, in its order. */
export function findBenches(
  original: string,
  language: SourceLanguage = 'c',
): readonly SourceBench[] {
  const isC = language === 'c';
  const { text, toOriginal } = isC ? splice(original) : { text: original, toOriginal: same };
  if (!text.includes(READINGS[language].mark)) return [];
  const read = tokens(text, language);
  const all = [...(isC ? compiledTokens(read) : read)];
  const declarations = [...declarationsIn(all, READINGS[language])];
  const shared = digestText(sharedText(all, declarations));
  const lineAt = lineCounter(original);
  const suite = suiteNamed(all);
  return declarations.map(({ first, close, last, op, options }) => {
    const start = toOriginal(all[first]?.start ?? 0);
    // A continuation right behind the parenthesis is not part of it.
    const end = toOriginal((all[close]?.end ?? 1) - 1) + 1;
    const own = textOf(all.slice(first, last + 1));
    return {
      ...{ op, start, end, line: lineAt(start), lastLine: lineAt(end), ...options },
      suite: options.suite ?? suite,
      digest: digestText(`${shared} ${own}`),
    };
  });
}

/** The suite that a text names for all of its benchmarks. */
function suiteNamed(all: readonly Token[]): string | undefined {
  const naming = all.find(({ kind, text }) => kind === 'directive' && SUITE.test(text));
  return naming && SUITE.exec(naming.text)?.[1];
}

/** Indices of the tokens that a declaration is made of. */
interface Declaration {
  readonly op: string;
  readonly options: Options;
  readonly first: number;
  /** The macro's closing parenthesis. */
  readonly close: number;
  /** The end of the operation's block, or of the declaration where there is none. */
  readonly last: number;
}

const same = (offset: number) => offset;

function* declarationsIn(all: readonly Token[], { declaration }: Reading): Generator<Declaration> {
  const closer = closers(all);
  for (let first = 0; first < all.length; first += 1) {
    if (all[first]?.kind !== 'name') continue;
    const found = declaration(all, first, closer);
    if (!found) continue;
    yield { first, ...found };
    first = found.last;
  }
}

/** `CYCLESCOPE_BENCH(name, .option = value)`, mostly with a block behind it. */
function inC(all: readonly Token[], first: number, closer: Closer): Found | undefined {
  if (!MACROS.has(all[first]?.text ?? '')) return undefined;
  const [open, name, behind] = [all[first + 1], all[first + 2], all[first + 3]];
  if (open?.text !== '(' || name?.kind !== 'name') return undefined;
  if (behind?.text !== ',' && behind?.text !== ')') return undefined;
  const close = closer.get(first + 1);
  if (close === undefined) return undefined;
  const hasBlock = all[close + 1]?.text === '{';
  return {
    ...{ op: name.text, close },
    options: readOptions(all.slice(first + 4, close)),
    last: (hasBlock ? closer.get(close + 1) : undefined) ?? close,
  };
}

/** `bench!(name, option = value, |run, i| ..)`, in any brackets; not its definition. */
function inRust(all: readonly Token[], first: number, closer: Closer): Found | undefined {
  const [word, sign, , name, behind] = all.slice(first, first + 5);
  if (word?.text !== 'bench' || sign?.text !== '!') return undefined;
  const close = closer.get(first + 2);
  if (name?.kind !== 'name' || behind?.text !== ',' || close === undefined) return undefined;
  const options = readOptions(all.slice(first + 5, close), '');
  return { op: name.text, options, close, last: close };
}

/** `bench(@src(), "name", .{ .option = value }, operation)`; the operation is a function elsewhere. */
function inZig(all: readonly Token[], first: number, closer: Closer): Found | undefined {
  const texts = all.slice(first, first + 7).map(({ text }) => text);
  if (texts.join(' ') !== 'bench ( @ src ( ) ,') return undefined;
  const name = all[first + 7];
  const close = closer.get(first + 1);
  if (name?.kind !== 'string' || close === undefined) return undefined;
  const open = first + 10;
  const options = all.slice(open + 1, closer.get(open) ?? open);
  return { op: stringValue(name.text), options: readOptions(options), close, last: close };
}

/** For every bracket that is closed, the index of the one that closes it. */
function closers(all: readonly Token[]): ReadonlyMap<number, number> {
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

function sharedText(all: readonly Token[], declarations: readonly Declaration[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { first, last } of declarations) {
    parts.push(textOf(all.slice(from, first)));
    from = last + 1;
  }
  parts.push(textOf(all.slice(from)));
  return parts.filter((part) => part !== '').join('\n');
}

/** Tokens apart from each other; a directive keeps its line. */
function textOf(some: readonly Token[]): string {
  return some.map(({ kind, text }) => (kind === 'directive' ? `\n${text}\n` : text)).join(' ');
}

/** Tells the lines of rising offsets, from 1. */
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
