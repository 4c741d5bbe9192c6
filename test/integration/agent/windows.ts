import type { Measured } from './measured';

/** Index and width of every traced window, in instructions. */
export function computeWindows({ runs }: Measured): Record<string, readonly number[]> {
  const entries = runs.flatMap((run) =>
    run.operations.map((operation) => {
      const { index, start, stop } = operation.traced;
      const widths = [...index].flatMap((each, at) => {
        const ticks = ((stop[at] ?? 0) - (start[at] ?? 0)) >>> 0;
        return [each, Math.floor((ticks * 5 + 8) / 16)];
      });
      return [`${operation.suite}/${operation.name}`, widths] as const;
    }),
  );
  return Object.fromEntries(entries);
}
