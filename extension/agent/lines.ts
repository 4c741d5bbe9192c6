import { formatToken, type Parsed, parseTokens } from './tokens';

/** Maximum bytes in a line to an agent, without its line feed, and in a line from it. */
export const MAX_LINE_BYTES = 255;
export const MAX_REPLY_BYTES = 510;

/** One line from the agent: data of the current command, or the line that ends it. */
export type Reply =
  | {
      readonly kind: 'data';
      readonly keyword: string;
      readonly values: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'ok'; readonly command: string; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: 'error'; readonly reason: string };

// Characters that would end the line or move a terminal's cursor.
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** Formats a control line; the problems explain why an agent would not accept it. */
export function formatLine(
  words: readonly string[],
  values: Iterable<readonly [string, string]> = [],
): Parsed<string> {
  const pairs = Array.from(values, ([key, value]) => formatToken(key, value));
  const line = [...words, ...pairs].join(' ');
  const problems = words.filter((word) => !isWord(word)).map((word) => `"${word}" is not one word`);
  if (CONTROL_CHARACTER.test(line)) problems.push('a control line cannot carry control characters');
  return { value: line, problems: [...problems, ...lengthProblems(line, MAX_LINE_BYTES)] };
}

/** Parses one line from the agent. */
export function parseReply(line: string): Parsed<Reply> {
  const text = line.replace(/[\r\n]+$/, '');
  const { words, values, problems: found } = parseTokens(text);
  const [keyword = '', command = ''] = words;
  const problems = [...found, ...lengthProblems(text, MAX_REPLY_BYTES)];
  const expectedWords = keyword === 'ok' ? 2 : 1;
  if (words.length !== expectedWords) {
    problems.push(`${words.length} words instead of ${expectedWords}`);
  }
  if (keyword === 'ok') return { value: { kind: 'ok', command, values }, problems };
  if (keyword !== 'error') return { value: { kind: 'data', keyword, values }, problems };
  const reason = values.get('reason') ?? '';
  if (reason === '') problems.push('an error line without a reason');
  return { value: { kind: 'error', reason: reason || 'the agent gave no reason' }, problems };
}

/** Parses a `fact` line, or the same text from a fact event, which has no keyword. */
export function parseFact(line: string): Parsed<ReadonlyMap<string, string>> {
  const { words, values, problems } = parseTokens(line.replace(/[\r\n]+$/, ''));
  const foreign = words.filter((word, index) => index > 0 || word !== 'fact');
  const stray = foreign.map((word) => `"${word}" is not key=value`);
  return { value: values, problems: [...problems, ...stray] };
}

function isWord(text: string): boolean {
  return /^[^\s="\\]+$/.test(text);
}

function lengthProblems(line: string, most: number): readonly string[] {
  const bytes = new TextEncoder().encode(line).length;
  return bytes <= most ? [] : [`the line has ${bytes} bytes; at most ${most} are allowed`];
}
