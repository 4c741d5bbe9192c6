/** Bytes per second of a transfer; undefined until it can be computed. */
export function deployRate(bytes: number, milliseconds: number): number | undefined {
  return bytes > 0 && milliseconds > 0 ? Math.round((bytes * 1000) / milliseconds) : undefined;
}
