import { distance } from 'fastest-levenshtein';

/** Returns the most likely candidates for a mistyped word, best first. */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = word.toLowerCase();
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, mistakes: countMistakes(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, mistakes }) => mistakes <= allowance(wanted, candidate))
    .sort((a, b) => a.mistakes - b.mistakes || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Allows mistakes in a third of the longer word, at least one letter. */
function allowance(word: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
}

/** Counts mistakes; a part of a name, or two swapped letters, counts as one at most. */
function countMistakes(word: string, candidate: string): number {
  const changes = distance(word, candidate);
  const isPart = word.length > 1 && (candidate.includes(word) || word.includes(candidate));
  const isOne = (isPart && candidate !== '') || (changes === 2 && areSwapped(word, candidate));
  return isOne ? Math.min(1, changes) : changes;
}

/** If two positions differ and the letters are the same, those two are swapped. */
function areSwapped(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
}

/** Returns whether a text is a sentence rather than a command to be typed. */
export function isSentence(text: string): boolean {
  return /^[A-Z]\S* |[.!?]$/.test(text);
}

/** Lists names; of many only the first ones, and how many more there are. */
export function listNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}

/** Quotes a word for a shell if necessary. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// C0, DEL, C1, and the marks that change the text direction.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Makes a line of unknown origin harmless by showing its control characters as signs. Text that is not
 * ours passes through here before it reaches a terminal, Markdown, an image or a page.
 */
export function visibleLine(text: string): string {
  return text.replace(CONTROL, (character) => toVisibleCharacter(character.charCodeAt(0)));
}

/** The same for text of several lines, which stay what they are. */
export function visibleText(text: string): string {
  return text.replace(CONTROL, (character) =>
    character === '\n' || character === '\t'
      ? character
      : toVisibleCharacter(character.charCodeAt(0)),
  );
}

/** Escapes a line of unknown origin for XML and HTML, in elements and in attributes. */
export function escapeMarkup(text: string): string {
  // XML allows no control characters, halves of surrogate pairs and non-characters, not even escaped.
  return visibleLine(text)
    .replace(/[\p{Surrogate}\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function toVisibleCharacter(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** Formats JSON whose control characters are all escaped, so that a terminal may show it. */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, undefined, indent).replace(CONTROL, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Shortens the id of a commit, as git does. */
export const shortCommit = (id: string): string => id.slice(0, 10);

/** Makes a reporter of texts with many lines, such as a compiler's messages, from one of single lines. */
export const toTextReporter =
  (report: (line: string) => void) =>
  (text: string): void =>
    text
      .trimEnd()
      .split('\n')
      .forEach((line) => report(line));
