/** A place in a source as images and recordings tell it: `file:line`, lines counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Reads `file:line`; without a usable line it is the first. */
export function parsePlace(at: string): Place {
  const colon = at.lastIndexOf(':');
  const digits = colon < 0 ? '' : at.slice(colon + 1);
  if (!/^\d+$/.test(digits)) return { file: at, line: 1 };
  return { file: at.slice(0, colon), line: Math.max(1, Number(digits)) };
}

/** A path with `/` between its parts and none that is `.` or, as far as possible, `..`. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    const isUp = part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '';
    if (isUp) parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.join('/');
}

/** Whether a path begins at a root rather than at some folder. */
export function isAbsolutePath(path: string): boolean {
  return /^([\\/]|[A-Za-z]:[\\/])/.test(path);
}

/** Whether a document's path is the one that an image tells, of which the beginning may be missing. */
export function isSameFile(path: string, told: string): boolean {
  const [whole, end] = [normalPath(path), normalPath(told)];
  return whole === end || (end !== '' && whole.endsWith(`/${end.replace(/^\//, '')}`));
}

/** A suite without a name of its own has that of its source file, up to the first dot. */
export function suiteOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.split('.', 1)[0] ?? '';
}
