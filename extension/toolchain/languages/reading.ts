import { readFile } from 'node:fs/promises';
import type { Token } from './lex';

/** The syntax by which benchmarks are found in a text. */
export interface BenchSyntax {
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
  readonly options: BenchOptions;
  /** The macro's closing parenthesis. */
  readonly close: number;
  /** The end of the operation's block, or of the declaration where there is none. */
  readonly last: number;
}

/** Options of a declaration; absent if not given, or given by a name. */
export interface BenchOptions {
  readonly suite: string | undefined;
  readonly iterations: number | undefined;
  readonly about: string | undefined;
}

/** Reads the options of a declaration from the tokens after its name; each may have a sign. */
export function readOptions(all: readonly Token[], sign = '.'): BenchOptions {
  const found = new Map<string, readonly Token[]>();
  for (const argument of splitAtCommas(all)) {
    const isMarked = sign === '' || argument[0]?.text === sign;
    const [name, equals, ...value] = sign === '' ? argument : argument.slice(1);
    const isOption = isMarked && name?.kind === 'name' && equals?.text === '=';
    if (isOption) found.set(name.text, value);
  }
  return {
    suite: readText(found.get('suite')),
    iterations: readNumber(found.get('iterations')),
    about: readText(found.get('about')),
  };
}

/** Splits at commas outside brackets. */
function splitAtCommas(all: readonly Token[]): readonly (readonly Token[])[] {
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
function readText(value: readonly Token[] | undefined): string | undefined {
  if (!value || value.length === 0) return undefined;
  if (value.some(({ kind }) => kind !== 'string')) return undefined;
  return value.map(({ text }) => stringValue(text)).join('');
}

function readNumber(value: readonly Token[] | undefined): number | undefined {
  const [only, more] = value ?? [];
  if (only?.kind !== 'number' || more) return undefined;
  const digits = only.text.replaceAll(/['_]/g, '').replace(/[uUlL]+$/, '');
  const isOctal = /^0[0-7]+$/.test(digits);
  const number = Number(isOctal ? `0o${digits}` : digits);
  return Number.isSafeInteger(number) ? number : undefined;
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};
const ESCAPE = /\\(?:x([\da-fA-F]+)|([0-7]{1,3})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gs;
const MAX_CODE_POINT = 0x10ffff;

/** The value of a string literal of C or C++. */
export function stringValue(literal: string): string {
  const raw = /^(?:u8|[uUL])?R"([^(]*)\((.*)\)\1"$/s.exec(literal);
  if (raw) return raw[2] ?? '';
  const inside = literal.replace(/^(?:u8|[uUL])?"/, '').replace(/"$/, '');
  return inside.replace(ESCAPE, (_, hex, octal, short, long, other: string | undefined) => {
    if (other !== undefined) return SIMPLE[other] ?? other;
    const code = octal
      ? parseInt(octal as string, 8)
      : parseInt((hex ?? short ?? long) as string, 16);
    return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '\ufffd';
  });
}

/** Lists the files that a text may name, given its own path; missing ones are ignored. */
type Named = (text: string, file: string) => readonly string[];

/** Every file that a source names, and what those name in turn. */
export async function collectNamedFiles(source: string, named: Named): Promise<readonly string[]> {
  const seen = new Set<string>();
  const follow = async (file: string): Promise<void> => {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return;
    seen.add(file);
    for (const path of named(text, file)) if (!seen.has(path)) await follow(path);
  };
  await follow(source);
  seen.delete(source);
  return [...seen];
}
