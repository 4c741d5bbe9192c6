/** What would tell who and where the user is. */
export interface Private {
  readonly home: string;
  readonly user: string;
  /** This computer's name, and those of machines in the settings. */
  readonly hosts: readonly string[];
  /** Where this extension is installed: under somebody's name, or a company's. */
  readonly extension: string;
  /** Workspace folders, which may carry a customer's name. */
  readonly folders: readonly string[];
}

/** Shorter names would be found inside of other words. */
const minName = 3;

/** Names that say nothing, and that stand in texts for other reasons. */
const common = new Set(['root', 'localhost', 'user']);

const patterns: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/\bssh:\/\/[^\s"'`)\]}>,]+/gi, 'ssh://<machine>'],
  [/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g, '<user>@<machine>'],
  [/\/dev\/serial\/by-id\/[^\s"'`,)]+/g, '/dev/serial/by-id/<serial>'],
  [/\b(serial(?:[ _-]?(?:number|no))?\.?["']?[ :=#]+["']?)(?=[\w-]*\d)[\w-]{4,}/gi, '$1<serial>'],
  [/\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/gi, '<serial>'],
  // The unique id of a microcontroller or a probe; a SHA-256 is longer.
  [/\b[0-9A-F]{24}(?:[0-9A-F]{8})?\b/gi, '<serial>'],
  [/\b(?:[0-9A-F]{2}[:-]){5}[0-9A-F]{2}\b/gi, '<serial>'],
  [/\b(?!127\.0\.0\.1\b)(?:\d{1,3}\.){3}\d{1,3}\b/g, '<address>'],
];

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A path in either way of writing; whatever stands behind it stays. */
function replacePath(text: string, path: string, by: string): string {
  const parts = path.split(/[\\/]+/).filter((part) => part !== '');
  if (parts.length === 0) return text;
  const root = /^[\\/]/.test(path) ? '[\\\\/]+' : '';
  const pattern = root + parts.map(escaped).join('[\\\\/]+');
  return text.replaceAll(new RegExp(`${pattern}(?![\\w-])`, 'gi'), () => by);
}

function replaceName(text: string, name: string, by: string): string {
  if (name.length < minName || common.has(name.toLowerCase())) return text;
  return text.replaceAll(new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`, 'gi'), () => by);
}

/** Replaces everything that would tell who and where the user is; the rest stays as it is. */
export function redact(text: string, { home, extension, user, hosts, folders }: Private): string {
  // A folder inside of another one goes first.
  const paths = folders.map((path, at) => ({ path, by: `<folder ${at + 1}>` }));
  const own = { path: extension, by: '<extension>' };
  const all = [...paths, own, { path: home, by: '<home>' }].sort(
    (a, b) => b.path.length - a.path.length,
  );
  let redacted = all.reduce((done, { path, by }) => replacePath(done, path, by), text);
  for (const [pattern, by] of patterns) redacted = redacted.replaceAll(pattern, by);
  for (const host of hosts) redacted = replaceName(redacted, host, '<host>');
  return replaceName(redacted, user, '<user>');
}
