import type { Token } from './lex';
import { stringValue } from './literal';

/** How the benchmarks that a text declares are found in it. */
export interface Reading {
  /** No text without this declares one. */
  readonly mark: string;
  /**
   * Features of this language only: raw strings, and quotes that do not enclose characters. Without it a text is
   * read as C, with a preprocessor.
   */
  readonly literals?: RegExp;
  /** Finds the declaration that begins at the token of an index, if one does. */
  declaration(all: readonly Token[], first: number, closer: Closer): FoundDeclaration | undefined;
}

/** The index of the closing bracket for each opening one. */
export type Closer = ReadonlyMap<number, number>;

/** A declaration by the indices of its tokens. */
export interface FoundDeclaration {
  readonly op: string;
  readonly options: Options;
  /** The macro's closing parenthesis. */
  readonly close: number;
  /** The end of the operation's block, or of the declaration where there is none. */
  readonly last: number;
}

/** Options of a declaration; absent if not given, or given by a name. */
export interface Options {
  readonly suite: string | undefined;
  readonly iterations: number | undefined;
  readonly about: string | undefined;
}

/** Reads the options of a declaration from the tokens after its name; each may have a sign. */
export function readOptions(all: readonly Token[], sign = '.'): Options {
  const found = new Map<string, readonly Token[]>();
  for (const argument of argumentsOf(all)) {
    const isMarked = sign === '' || argument[0]?.text === sign;
    const [name, equals, ...value] = sign === '' ? argument : argument.slice(1);
    const isOption = isMarked && name?.kind === 'name' && equals?.text === '=';
    if (isOption) found.set(name.text, value);
  }
  return {
    suite: textIn(found.get('suite')),
    iterations: numberIn(found.get('iterations')),
    about: textIn(found.get('about')),
  };
}

/** Splits at commas outside brackets. */
function argumentsOf(all: readonly Token[]): readonly (readonly Token[])[] {
  const split: Token[][] = [[]];
  let depth = 0;
  for (const token of all) {
    if (token.kind === 'directive') continue;
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth += 1;
    if (token.kind === 'sign' && ')]}'.includes(token.text)) depth -= 1;
    if (depth === 0 && token.text === ',') split.push([]);
    else split.at(-1)?.push(token);
  }
  return split;
}

/** The text of one or several string literals beside each other. */
function textIn(value: readonly Token[] | undefined): string | undefined {
  if (!value || value.length === 0) return undefined;
  if (value.some(({ kind }) => kind !== 'string')) return undefined;
  return value.map(({ text }) => stringValue(text)).join('');
}

function numberIn(value: readonly Token[] | undefined): number | undefined {
  const [only, more] = value ?? [];
  if (only?.kind !== 'number' || more) return undefined;
  const digits = only.text.replaceAll(/['_]/g, '').replace(/[uUlL]+$/, '');
  const isOctal = /^0[0-7]+$/.test(digits);
  const number = Number(isOctal ? `0o${digits}` : digits);
  return Number.isSafeInteger(number) ? number : undefined;
}
