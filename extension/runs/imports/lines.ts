/** A line of console output with its number in the text, counted from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
  /** The text ends without a line end, perhaps within a number. */
  readonly open?: true;
}

const LINE_END = /\r\n|\n\r|\r|\n/;
const ESCAPE_SEQUENCE = new RegExp(String.raw`\u001b\[[0-9;?]*[ -/]*[@-~]`, 'g');
const CONTROL = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f]`, 'g');

// Prefixes that terminals and loggers add to a line: stamps, levels, prompts, arrows.
const STAMPS = [
  String.raw`\[[^\]]{0,40}\d[^\]]{0,40}\]`,
  String.raw`\d{4}-\d\d-\d\dT?`,
  String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d+)*(?:Z|[+-]\d\d:?\d\d)?`,
  String.raw`\d+\.\d{3,}(?=\s)`,
  String.raw`<\w{3}>(?: \w+:)?`,
  String.raw`uart:~\$`,
  '->',
  '[|>]',
];
const PREFIX = new RegExp(`^(?:\\s*(?:${STAMPS.join('|')}))+`);

// No tool writes rows that long; they would only cost time.
const LONGEST = 2_000;

/** The non-empty lines of console output, without a terminal's additions. */
export function consoleLines(text: string): Line[] {
  const raw = text.split(LINE_END);
  return raw.flatMap((line, index): Line[] => {
    const held = line.length <= LONGEST ? bare(line) : '';
    if (held === '') return [];
    const open = index === raw.length - 1 ? { open: true as const } : {};
    return [{ number: index + 1, text: held, ...open }];
  });
}

/** A doubt about a row whose last figure may be cut by the end of the text. */
export function cutDoubts({ open }: Pick<Line, 'open'>): string[] {
  return open ? ['the text ends in this row, which may be cut'] : [];
}

/** One sentence about rows that could not be read; none if all could. */
export function unreadable(lines: readonly Line[]): string[] {
  const [first] = lines;
  if (first === undefined) return [];
  const rows = lines.length === 1 ? '1 row' : `${lines.length} rows`;
  return [
    `${rows} could not be read, the first in line ${first.number}: "${excerpt(first.text)}".`,
  ];
}

function bare(line: string): string {
  return line.replace(ESCAPE_SEQUENCE, '').replace(CONTROL, '').replace(PREFIX, '').trim();
}

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
