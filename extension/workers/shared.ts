/** Limits calls to one per `milliseconds`; a call for which `isLast` is true always passes. */
export function atMostEvery<T extends readonly unknown[]>(
  milliseconds: number,
  isLast: (...args: T) => boolean,
  call: (...args: T) => void,
): (...args: T) => void {
  let last = -Infinity;
  return (...args) => {
    const now = performance.now();
    if (now - last < milliseconds && !isLast(...args)) return;
    last = now;
    call(...args);
  };
}
