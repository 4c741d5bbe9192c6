/** One heading of the diagnostics with its lines. */
export interface Chapter {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A fence that the text inside cannot close. */
function fenced(lines: readonly string[]): string {
  const ticks = lines.flatMap((line) => line.match(/`+/g) ?? []);
  const longest = Math.max(2, ...ticks.map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...lines, fence].join('\n');
}

/** What is shown before anything is saved: plain lines under headings. */
export function diagnosticsText(chapters: readonly Chapter[]): string {
  const head = [
    '# Cyclescope diagnostics',
    '',
    'Nothing was sent. Names, folders, machines and serial numbers are replaced; read it before you share it.',
  ].join('\n');
  const told = chapters.map(({ title, lines }) => `## ${title}\n\n${fenced(lines)}`);
  return `${[head, ...told].join('\n\n')}\n`;
}
