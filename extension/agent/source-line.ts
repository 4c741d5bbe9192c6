/** A source location as stored in images and recordings: `file:line`, lines counted from 1. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Parses `file:line`; line 1 if there is no valid line. */
export function parseSourceLine(at: string): SourceLine {
  const colon = at.lastIndexOf(':');
  const digits = colon < 0 ? '' : at.slice(colon + 1);
  if (!/^\d+$/.test(digits)) return { file: at, line: 1 };
  return { file: at.slice(0, colon), line: Math.max(1, Number(digits)) };
}

/** Normalises a path: `/` as the separator, without `.` and, as far as possible, `..`. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    const isUp = part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '';
    if (isUp) parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.join('/');
}

/** Returns whether a path is absolute. */
export function isAbsolutePath(path: string): boolean {
  return /^([\\/]|[A-Za-z]:[\\/])/.test(path);
}

/** Compares a document's path with one from an image, whose beginning may be missing. */
export function isSameFile(path: string, reported: string): boolean {
  const [whole, end] = [normalPath(path), normalPath(reported)];
  return whole === end || (end !== '' && whole.endsWith(`/${end.replace(/^\//, '')}`));
}

/** Returns a suite's default name: its source file's, up to the first dot. */
export function deriveSuite(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.split('.', 1)[0] ?? '';
}
