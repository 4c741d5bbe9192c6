import { fieldsOf, type Fields } from './values';
import type { SettingLookup } from './world';

/** Looks settings up in files of the project, the first of which wins. */
export function settingsFromFiles(files: readonly Fields[]): SettingLookup {
  return (id) => {
    const values = files.map((file) => lookUp(file, id.split('.')));
    const value = values.find((one) => one !== undefined && one !== null);
    return value === undefined ? undefined : { value, fromProject: true };
  };
}

/** Names are written in full or in part: `"a.b": {"c": 1}` says what `"a.b.c": 1` says. */
function lookUp(value: unknown, parts: readonly string[]): unknown {
  if (parts.length === 0) return value;
  const fields = fieldsOf(value);
  for (let count = parts.length; count > 0; count--) {
    const name = parts.slice(0, count).join('.');
    const inner = Object.hasOwn(fields, name)
      ? lookUp(fields[name], parts.slice(count))
      : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
