/** The members of a JSON object whose shape nobody has checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; of anything else, none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** A text that says something; people write serial numbers and ids as numbers, too. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** The texts of a list; one text counts as a list of one. */
export function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((item) => textOf(item) ?? []);
}

/** A frequency in kHz from a number of kHz or from a text such as `4000`. */
export function kilohertz(value: unknown): number | undefined {
  const speed = Number(textOf(value));
  return Number.isFinite(speed) && speed > 0 ? Math.round(speed) : undefined;
}
