import type { Cell, Finding } from './cells';

/** The same figure printed in two places. */
export interface Twice {
  readonly first: Cell | undefined;
  readonly second: Cell | undefined;
  readonly firstTable: string;
  readonly secondTable: string;
}

/** Finds figures that two tables print differently, beyond the rounding of the coarser one. */
export function disagreements(pairs: readonly Twice[]): Finding[] {
  return pairs.flatMap(({ first, second, firstTable, secondTable }) => {
    if (first === undefined || second === undefined || agree(first, second)) return [];
    return [
      { cell: first, doubt: `${secondTable} prints ${second.printed} for the same figure` },
      { cell: second, doubt: `${firstTable} prints ${first.printed} for the same figure` },
    ];
  });
}

function agree(first: Cell, second: Cell): boolean {
  const [fine, coarse] = [first.resolution, second.resolution].sort((a, b) => a - b);
  const allowed = fine === coarse ? 0 : (coarse ?? 0) / 2;
  return Math.abs(first.value - second.value) <= allowed * (1 + 1e-9);
}
