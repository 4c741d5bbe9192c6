import { compiledTokens } from './conditions';
import { digestText } from './digest';
import { type Token, tokens } from './lex';
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

const MACROS = new Set(['CYCLESCOPE_BENCH', 'CYCLESCOPE_BENCH_CUSTOM']);

/** Finds every benchmark that a C or C++ text declares, in its order. */
export function findBenches(original: string): readonly SourceBench[] {
  const { text, toOriginal } = splice(original);
  if (!text.includes('CYCLESCOPE_BENCH')) return [];
  const all = [...compiledTokens(tokens(text))];
  const declarations = [...declarationsIn(all)];
  const shared = digestText(sharedText(all, declarations));
  const lineAt = lineCounter(original);
  return declarations.map(({ first, close, last, op, options }) => {
    const start = toOriginal(all[first]?.start ?? 0);
    // A continuation right behind the parenthesis is not part of it.
    const end = toOriginal((all[close]?.end ?? 1) - 1) + 1;
    const own = textOf(all.slice(first, last + 1));
    return {
      ...{ op, start, end, line: lineAt(start), lastLine: lineAt(end), ...options },
      digest: digestText(`${shared} ${own}`),
    };
  });
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

function* declarationsIn(all: readonly Token[]): Generator<Declaration> {
  const closer = closers(all);
  for (let first = 0; first < all.length; first += 1) {
    const token = all[first];
    if (token?.kind !== 'name' || !MACROS.has(token.text)) continue;
    const declaration = declarationAt(all, first, closer);
    if (!declaration) continue;
    yield declaration;
    first = declaration.last;
  }
}

function declarationAt(
  all: readonly Token[],
  first: number,
  closer: ReadonlyMap<number, number>,
): Declaration | undefined {
  const [open, name, behind] = [all[first + 1], all[first + 2], all[first + 3]];
  if (open?.text !== '(' || name?.kind !== 'name') return undefined;
  if (behind?.text !== ',' && behind?.text !== ')') return undefined;
  const close = closer.get(first + 1);
  if (close === undefined) return undefined;
  const hasBlock = all[close + 1]?.text === '{';
  return {
    ...{ op: name.text, first, close },
    options: readOptions(all.slice(first + 4, close)),
    last: (hasBlock ? closer.get(close + 1) : undefined) ?? close,
  };
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
