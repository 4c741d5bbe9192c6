/** A token of a source: no white space, no comments. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'character' | 'sign' | 'directive';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const code = (sign: string) => sign.charCodeAt(0);
const NEWLINE = code('\n');
const SLASH = code('/');
const STAR = code('*');
const HASH = code('#');
const DOT = code('.');
const BACKSLASH = code('\\');
const QUOTE = code('"');
const APOSTROPHE = code("'");

/** Prefixes of string literals. */
const PREFIX = /^(u8|[uUL])?R?$/;
const RAW = /R"([^\s()\\]{0,16})\(/y;

/**
 * Reads C or C++ that is spliced, or another language with literals of its own, from beginning to end;
 * nothing is an error.
 */
export function* tokens(text: string, literals: RegExp | undefined): Generator<Token> {
  let at = 0;
  let isLineStart = true;
  while ((at = skipBlanks(text, at)) < text.length) {
    const next = text.charCodeAt(at);
    if (next === NEWLINE) {
      at += 1;
      isLineStart = true;
      continue;
    }
    const comment = next === SLASH ? commentEnd(text, at) : undefined;
    if (comment !== undefined) {
      at = comment;
      continue;
    }
    const token =
      (literals === undefined
        ? next === HASH && isLineStart && directive(text, at)
        : special(text, at, literals)) || plain(text, at);
    yield token;
    at = token.end;
    isLineStart = false;
  }
}

/** White space ends at the end of its line. */
function skipBlanks(text: string, at: number): number {
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** Includes the byte order mark that some editors write. */
const isBlank = (sign: number) =>
  sign === 0x20 ||
  (sign >= 0x09 && sign <= 0x0d && sign !== NEWLINE) ||
  sign === 0xa0 ||
  sign === 0xfeff;
const isDigit = (sign: number) => sign >= 0x30 && sign <= 0x39;
/** Letters, `_`, `$`, and everything beyond ASCII. */
const isLetter = (sign: number) =>
  (sign >= 0x61 && sign <= 0x7a) ||
  (sign >= 0x41 && sign <= 0x5a) ||
  sign === 0x5f ||
  sign === 0x24 ||
  sign > 0x7f;
const isPart = (sign: number) => isLetter(sign) || isDigit(sign);

function commentEnd(text: string, at: number): number | undefined {
  const second = text.charCodeAt(at + 1);
  if (second === SLASH) return replaceMissing(text.indexOf('\n', at), text.length);
  if (second !== STAR) return undefined;
  const close = text.indexOf('*/', at + 2);
  return close < 0 ? text.length : close + 2;
}

function replaceMissing(found: number, otherwise: number): number {
  return found < 0 ? otherwise : found;
}

function special(text: string, start: number, pattern: RegExp): Token | undefined {
  pattern.lastIndex = start;
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return undefined;
  return token(found === "'" ? 'sign' : 'string', text, start, start + found.length);
}

function plain(text: string, start: number): Token {
  const first = text.charCodeAt(start);
  const kind = classifyToken(first, text.charCodeAt(start + 1));
  switch (kind) {
    case 'name':
      return nameOrLiteral(text, start);
    case 'number':
      return token(kind, text, start, numberEnd(text, start));
    case 'sign':
      return token(kind, text, start, start + 1);
    default:
      return token(kind, text, start, quoteEnd(text, start + 1, first));
  }
}

function classifyToken(
  first: number,
  second: number,
): 'name' | 'number' | 'sign' | 'string' | 'character' {
  if (isLetter(first)) return 'name';
  if (isDigit(first) || (first === DOT && isDigit(second))) return 'number';
  if (first === QUOTE) return 'string';
  return first === APOSTROPHE ? 'character' : 'sign';
}

function token(kind: Token['kind'], text: string, start: number, end: number): Token {
  return { kind, text: text.slice(start, end), start, end };
}

function nameOrLiteral(text: string, start: number): Token {
  let end = start + 1;
  while (isPart(text.charCodeAt(end))) end += 1;
  const quote = text.charCodeAt(end);
  const isLiteral =
    (quote === QUOTE || quote === APOSTROPHE) && PREFIX.test(text.slice(start, end));
  if (!isLiteral) return token('name', text, start, end);
  RAW.lastIndex = end - 1;
  const raw = RAW.exec(text);
  if (raw) {
    const close = `)${raw[1]}"`;
    const found = text.indexOf(close, RAW.lastIndex);
    return token('string', text, start, found < 0 ? text.length : found + close.length);
  }
  const kind = quote === QUOTE ? 'string' : 'character';
  return token(kind, text, start, quoteEnd(text, end + 1, quote));
}

/** The end of a preprocessing number: `1'000`, `0x1p-3`, `10u`. */
function numberEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const sign = text.charCodeAt(at);
    const isSign = (sign === 0x2b || sign === 0x2d) && /[eEpP]/.test(text[at - 1] ?? '');
    if (isPart(sign) || isSign || sign === DOT) at += 1;
    else if (sign === APOSTROPHE && isPart(text.charCodeAt(at + 1))) at += 2;
    else return at;
  }
}

/** The end of a literal, which an unpaired quote has at the end of its line. */
function quoteEnd(text: string, from: number, quote: number): number {
  for (let at = from; at < text.length; at += 1) {
    const next = text.charCodeAt(at);
    if (next === NEWLINE) return at;
    if (next === quote) return at + 1;
    if (next === BACKSLASH && text.charCodeAt(at + 1) !== NEWLINE) at += 1;
  }
  return text.length;
}

/** A preprocessor's line up to its end, one blank between its tokens and no comments. */
function directive(text: string, start: number): Token {
  const parts = ['#'];
  let at = start + 1;
  for (;;) {
    at = skipBlanks(text, at);
    const next = text.charCodeAt(at);
    if (at >= text.length || next === NEWLINE) break;
    const comment = next === SLASH ? commentEnd(text, at) : undefined;
    if (comment !== undefined) {
      at = comment;
      continue;
    }
    const { text: part, end } = plain(text, at);
    parts.push(part);
    at = end;
  }
  return { kind: 'directive', text: parts.join(' '), start, end: at };
}
