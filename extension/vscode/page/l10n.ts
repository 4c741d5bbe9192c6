import { L10N_META } from '../protocol';

type Value = string | number;

const table = readTable();

/** Translates a text; the English text is the key, `{0}` and `{name}` are filled in. */
export function t(text: string, ...values: readonly (Value | Readonly<Record<string, Value>>)[]) {
  return fill(table[text] ?? text, values);
}

/** Fills values into the placeholders of a text; one without a value stays. */
export function fill(
  text: string,
  values: readonly (Value | Readonly<Record<string, Value>>)[],
): string {
  const [first] = values;
  const named = typeof first === 'object' ? first : Object.fromEntries(values.entries());
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(named[name] ?? place));
}

function readTable(): Readonly<Record<string, string>> {
  // Pure parts of views are tested without a page.
  if (typeof document === 'undefined') return {};
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${L10N_META}"]`);
  return meta === null ? {} : (JSON.parse(meta.content) as Record<string, string>);
}
