/** Lines shown around the difference. */
const CONTEXT = 3;

/**
 * What differs between two texts, as `diff -u` tells it, in one piece from the first line that differs
 * to the last. Nothing where they are the same.
 */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, now.length);
  let first = 0;
  while (first < shortest && old[first] === now[first]) first++;
  let last = 0;
  while (last < shortest - first && old.at(-1 - last) === now.at(-1 - last)) last++;
  const [removed, added] = [old, now].map((lines) => lines.slice(first, lines.length - last));
  if (removed?.length === 0 && added?.length === 0) return '';
  const start = Math.max(0, first - CONTEXT);
  const lead = old.slice(start, first);
  const tail = old.slice(old.length - last, old.length - last + CONTEXT);
  const range = (lines: readonly string[] = []) => {
    const count = lead.length + lines.length + tail.length;
    return `${count === 0 ? start : start + 1},${count}`;
  };
  return [
    `--- ${before === undefined ? '/dev/null' : `a/${path}`}\n`,
    `+++ ${after === undefined ? '/dev/null' : `b/${path}`}\n`,
    `@@ -${range(removed)} +${range(added)} @@\n`,
    ...[...marked(' ', lead), ...marked('-', removed), ...marked('+', added), ...marked(' ', tail)],
  ].join('');
}

/** Each line with what ends it, so that endings are compared as well. */
function linesOf(text = ''): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function marked(mark: string, lines: readonly string[] = []): readonly string[] {
  return lines.map((line) =>
    line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`,
  );
}
