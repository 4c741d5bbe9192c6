/** A text of the manifest in English; translations are in `package.nls.*.json`. */
export interface Text {
  readonly key: string;
  readonly english: string;
}

export const text = (key: string, english: string): Text => ({ key, english });

/** A declaration as written to `package.json`, with keys in place of texts. */
export type Written<T> = T extends Text
  ? string
  : T extends object
    ? { readonly [K in keyof T]: Written<T[K]> }
    : T;

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && 'english' in value && 'key' in value;
}

/** Replaces each text of a declaration by its key, as VS Code expects. */
export function withKeys<T>(value: T): Written<T> {
  if (isText(value)) return `%${value.key}%` as Written<T>;
  if (Array.isArray(value)) return value.map(withKeys) as Written<T>;
  if (typeof value !== 'object' || value === null) return value as Written<T>;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.map(([key, entry]) => [key, withKeys(entry)])) as Written<T>;
}

/** Collects every text of a declaration by its key. */
export function collectTexts(value: unknown): Readonly<Record<string, string>> {
  if (isText(value)) return { [value.key]: value.english };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.values(value).map(collectTexts)) as Record<string, string>;
}
