/**
 * Replaces the generated tables of a document. Each is between two comments, the first of which
 * names it:
 *
 *     <!-- families: written by npm run docs -->
 *     <!-- end -->
 *
 * An undeclared name is an error.
 * @returns {string}
 */
export const withTables = (
  /** @type {string} */ text,
  /** @type {Readonly<Record<string, string>>} */ tables,
) =>
  text.replace(
    /(<!-- ([\w-]+): written by npm run docs -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin, name, end) => {
      const table = tables[name];
      if (table === undefined) throw new Error(`There is no table "${name}".`);
      return `${begin}\n${table}\n\n${end}`;
    },
  );

/** Formats a Markdown table like prettier. @returns {string} */
export function markdownTable(
  /** @type {readonly string[]} */ heads,
  /** @type {readonly (readonly string[])[]} */ rows,
) {
  const all = [heads, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = heads.map((_, at) => Math.max(3, ...all.map((row) => (row[at] ?? '').length)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  const [first = [], ...rest] = all;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join(
    '\n',
  );
}
