import type { RunRecord } from './record';

/** The text of a `run.json`: indented, but a list of numbers stays on one line. */
export function formatRunRecord(record: RunRecord): string {
  return `${format(record, '\n')}\n`;
}

function format(value: unknown, lineStart: string): string {
  const deeper = `${lineStart} `;
  if (Array.isArray(value)) {
    if (isNumbers(value)) return JSON.stringify(value);
    return enclose(
      '[',
      value.map((part) => format(part, deeper)),
      ']',
      lineStart,
    );
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const present = Object.entries(value).filter(([, part]) => part !== undefined);
  const fields = present.map(([key, part]) => `${JSON.stringify(key)}: ${format(part, deeper)}`);
  return enclose('{', fields, '}', lineStart);
}

function enclose(open: string, parts: readonly string[], close: string, lineStart: string): string {
  if (parts.length === 0) return open + close;
  return `${open}${lineStart} ${parts.join(`,${lineStart} `)}${lineStart}${close}`;
}

function isNumbers(value: readonly unknown[]): boolean {
  return value.every(
    (part) => typeof part === 'number' || (Array.isArray(part) && isNumbers(part)),
  );
}
