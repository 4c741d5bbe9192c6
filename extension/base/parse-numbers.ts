/** Parses a decimal integer that JavaScript can represent exactly. */
export function parseInteger(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Parses a non-negative decimal integer. */
export function parseCount(text: string | undefined): number | undefined {
  const value = parseInteger(text);
  return value !== undefined && value >= 0 ? value : undefined;
}
