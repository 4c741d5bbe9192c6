/** Looks up what a `.config` assigns: `NAME="text"` or `NAME=value`. */
export function assignments(text: string): (name: string) => string | undefined {
  return (name) => {
    const value = new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.trim();
    const bare = value?.replace(/^"(.*)"$/, '$1');
    return bare === '' ? undefined : bare;
  };
}

/** Looks up what a `CMakeCache.txt` holds: `NAME:TYPE=value`. */
export function cacheEntries(text: string): (name: string) => string | undefined {
  return (name) => {
    const value = new RegExp(`^"?${name}"?:\\w+=(.*)$`, 'm').exec(text)?.[1]?.trim();
    return value === '' || value?.endsWith('-NOTFOUND') === true ? undefined : value;
  };
}
