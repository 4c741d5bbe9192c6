/** What the small part of YAML that build systems write can say. */
export type Yaml = string | readonly Yaml[] | { readonly [key: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

interface Block {
  readonly value: Yaml;
  /** The first line behind it. */
  readonly next: number;
}

const MAX_DEPTH = 16;
const ITEM = /^-(?:\s+|$)/;
const PAIR = /^("[^"]*"|'[^']*'|[^\s:#[{&*!|>'"-][^:]*?)\s*:(?:\s+(.*))?$/;

/** Reads mappings, lists and scalars; every scalar is a text, and what it does not know it leaves out. */
export function parseYaml(text: string): Yaml {
  const lines = text.split(/\r?\n/).flatMap(lineOf);
  return lines.length === 0 ? '' : block(lines, 0, lines[0]?.indent ?? 0, 0).value;
}

function lineOf(line: string): readonly Line[] {
  const text = line.replace(/^\uFEFF/, '').trim();
  if (text === '' || text.startsWith('#') || text === '---' || text === '...') return [];
  const indent = line.length - line.trimStart().length;
  const item = text.replace(ITEM, '');
  if (item === text || !PAIR.test(item)) return [{ indent, text }];
  // A mapping that begins behind its dash: as if it began on a line of its own.
  return [
    { indent, text: '-' },
    { indent: indent + text.length - item.length, text: item },
  ];
}

function block(lines: readonly Line[], start: number, indent: number, depth: number): Block {
  const isList = ITEM.test(lines[start]?.text ?? '');
  const entries: [string, Yaml][] = [];
  let next = start;
  for (let line = lines[next]; line !== undefined && line.indent >= indent; line = lines[next]) {
    if (line.indent === indent && ITEM.test(line.text) !== isList) break;
    const entry = line.indent === indent ? entryOf(line.text, isList) : undefined;
    next++;
    if (entry === undefined) continue;
    const inner = innerBlock(lines, next, indent, isList, depth);
    if (entry.text !== '' || inner === undefined) {
      entries.push([entry.key, scalar(entry.text)]);
    } else {
      entries.push([entry.key, inner.value]);
      next = inner.next;
    }
  }
  const value = isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  return { value, next };
}

function entryOf(text: string, isList: boolean) {
  if (isList) return { key: '', text: text.replace(ITEM, '') };
  const [, key, value = ''] = PAIR.exec(text) ?? [];
  return key === undefined ? undefined : { key: unquoted(key), text: value };
}

/** What belongs to the entry before: whatever is indented deeper, and a list right below its key. */
function innerBlock(
  lines: readonly Line[],
  start: number,
  indent: number,
  inList: boolean,
  depth: number,
): Block | undefined {
  const first = lines[start];
  if (first === undefined || depth >= MAX_DEPTH) return undefined;
  const isBelow = first.indent === indent && !inList && ITEM.test(first.text);
  if (first.indent <= indent && !isBelow) return undefined;
  return block(lines, start, first.indent, depth + 1);
}

function scalar(text: string): Yaml {
  const plain = withoutComment(text);
  if (plain.startsWith('[') && plain.endsWith(']')) {
    return (plain.slice(1, -1).match(/"[^"]*"|'[^']*'|[^,]+/g) ?? [])
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(unquoted);
  }
  return unquoted(plain);
}

function withoutComment(text: string): string {
  const quoted = /^("(?:\\.|[^"\\])*"|'(?:''|[^'])*')/.exec(text)?.[0];
  return quoted ?? text.replace(/(^|\s)#.*$/, '').trim();
}

function unquoted(text: string): string {
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (/^".*"$/.test(text)) return text.slice(1, -1).replaceAll(/\\(["\\/])/g, '$1');
  return text;
}
