type Cell = string | number | undefined;

/** Lines of comma-separated values, quoted as RFC 4180 says; an absent value is an empty field. */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(field).join(',')}\n`).join('');
}

function field(cell: Cell): string {
  if (cell === undefined) return '';
  // Twelve digits are more than any clock has, and hide the dust of floating point.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(12)));
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
