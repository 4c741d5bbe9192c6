/** Reads a decimal number as tools print it; undefined if it is none. */
export function decimal(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?\d+(?:\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
