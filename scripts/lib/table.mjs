/**
 * Aligns rows into columns: the first to the left, the others to the right.
 * @param {readonly (readonly string[])[]} rows
 * @returns {string}
 */
export function table(rows) {
  /** @type {number[]} */
  const widths = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  }
  const line = (/** @type {readonly string[]} */ row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
