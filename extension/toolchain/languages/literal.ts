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
