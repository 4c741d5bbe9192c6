/** Looks up what a `.config` assigns: `NAME="text"` or `NAME=value`. */
export function assignments(text: string): (name: string) => string | undefined {
  return (name) => {
    const value = new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.trim();
    const bare = value?.replace(/^"(.*)"$/, '$1');
    return bare === '' ? undefined : bare;
  };
}

/** Reads a key in a section of an ini file, such as west's configuration. */
export function iniValue(text: string, section: string, key: string): string | undefined {
  let isInside = false;
  for (const line of text.split(/\r?\n/)) {
    const head = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (head !== undefined) isInside = head === section;
    const [, name, value = ''] = /^\s*([^#;=:]+?)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (isInside && name === key) return value === '' ? undefined : value;
  }
  return undefined;
}

/** Looks up what a `CMakeCache.txt` holds: `NAME:TYPE=value`. */
export function cacheEntries(text: string): (name: string) => string | undefined {
  return (name) => {
    const value = new RegExp(`^"?${name}"?:\\w+=(.*)$`, 'm').exec(text)?.[1]?.trim();
    return value === '' || value?.endsWith('-NOTFOUND') === true ? undefined : value;
  };
}
