/** Bytes per second of a transfer; undefined before there is anything to tell. */
export function deployRate(bytes: number, milliseconds: number): number | undefined {
  return bytes > 0 && milliseconds > 0 ? Math.round((bytes * 1000) / milliseconds) : undefined;
}
