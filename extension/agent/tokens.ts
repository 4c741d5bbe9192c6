/** Result of parsing data that may be damaged. */
export interface Parsed<T> {
  readonly value: T;
  readonly problems: readonly string[];
}

/** Words and `key=value` pairs of a line, in order. */
export interface Tokens {
  readonly words: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

const NEEDS_QUOTES = /[ "\\]/;

/** Formats a `key=value` token, quoting the value if necessary. */
export function formatToken(key: string, value: string): string {
  if (value !== '' && !NEEDS_QUOTES.test(value)) return `${key}=${value}`;
  return `${key}="${value.replace(/["\\]/g, '\\$&')}"`;
}

/** Splits a line into words and pairs; the first value of a repeated key wins. */
export function parseTokens(text: string): Tokens {
  const words: string[] = [];
  const values = new Map<string, string>();
  const problems: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === ' ') {
      at += 1;
      continue;
    }
    const token = readToken(text, at);
    at = token.end;
    problems.push(...token.problems);
    if (token.key === undefined) words.push(token.value);
    else if (values.has(token.key)) problems.push(`"${token.key}" occurs twice`);
    else values.set(token.key, token.value);
  }
  return { words, values, problems };
}

interface Token {
  readonly key: string | undefined;
  readonly value: string;
  readonly end: number;
  readonly problems: readonly string[];
}

function readToken(text: string, start: number): Token {
  const blank = text.indexOf(' ', start);
  const end = blank < 0 ? text.length : blank;
  const equals = text.indexOf('=', start);
  if (equals < 0 || equals >= end) {
    return { key: undefined, value: text.slice(start, end), end, problems: [] };
  }
  const key = text.slice(start, equals);
  const problems = key === '' ? ['a value without a name'] : [];
  if (text[equals + 1] === '"') {
    const quoted = readQuoted(text, equals + 2);
    return { ...quoted, key, problems: [...problems, ...quoted.problems] };
  }
  return { key, value: text.slice(equals + 1, end), end, problems };
}

function readQuoted(text: string, start: number): Omit<Token, 'key'> {
  const problems: string[] = [];
  let value = '';
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      const after = text[at + 1];
      if (after !== undefined && after !== ' ') problems.push('no space after a closing quote');
      return { value, end: at + 1, problems };
    }
    const next = text[at + 1];
    if (char === '\\' && (next === '"' || next === '\\')) {
      value += next;
      at += 1;
      continue;
    }
    if (char === '\\') problems.push('a backslash before neither a quote nor a backslash');
    value += char;
  }
  return { value, end: text.length, problems: [...problems, 'a quote is never closed'] };
}
