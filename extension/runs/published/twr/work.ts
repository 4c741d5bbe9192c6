import { mean } from '../derived';
import type { PublishedMake } from '../model';
import { quickComparisons, selectionComparisons, squareMultiplications } from '../plausible';

/** The numbers of integers sorted, and the sizes of the matrices. */
export const SORT_SIZES = [1e2, 1e3, 1e4, 1e5, 1e6];
export const MATRIX_SIZES = [512, 1024, 2048, 4096, 8192];

/** The two kinds of work, their algorithms and their sizes. */
const KINDS: Readonly<Record<string, { ops: readonly string[]; sizes: readonly number[] }>> = {
  sorting: { ops: ['sort/selection', 'sort/quick'], sizes: SORT_SIZES },
  matrix: { ops: ['matrix/addition', 'matrix/multiplication'], sizes: MATRIX_SIZES },
};

/** The parts of a mean over algorithms and sizes: of one kind of work, or of both. */
export function composeMean(
  metric: string,
  kind: string | undefined,
  threads: number,
): PublishedMake {
  const suffix = metric === 'execution' ? '' : `_${metric}`;
  const kinds = Object.entries(KINDS).filter(([name]) => kind === undefined || name === kind);
  const parts = kinds.flatMap(([, { ops, sizes }]) =>
    ops.flatMap((op) => sizes.map((size) => ({ op: op + suffix, params: { threads, size } }))),
  );
  return { rule: 'mean', parts };
}

/** The least work of one operation, its steps, and the assumptions about it. */
export interface Load {
  readonly steps: (size: number) => number;
  readonly step: string;
  readonly assumption: string;
}

const LOADS: Readonly<Record<string, Load>> = {
  selection: {
    steps: selectionComparisons,
    step: 'comparison',
    assumption: 'one array of n integers takes n(n-1)/2',
  },
  quick: {
    steps: quickComparisons,
    step: 'comparison',
    assumption: 'one array of n integers takes n log2 n',
  },
  addition: {
    steps: (size) => size,
    step: 'addition',
    assumption: 'matrices of n elements take n',
  },
  multiplication: {
    steps: squareMultiplications,
    step: 'multiplication',
    assumption: 'square matrices of n elements take n sqrt n',
  },
  sorting: averageLoad(SORT_SIZES, [selectionComparisons, quickComparisons], 'comparison'),
  matrix: averageLoad(MATRIX_SIZES, [(size) => size, squareMultiplications], 'operation'),
};

/** The load of an operation of tables 1 and 2, or of a mean of tables 3 and 4. */
export function findLoad(operation: string): Load | undefined {
  return LOADS[operation];
}

function averageLoad(
  sizes: readonly number[],
  algorithms: readonly ((size: number) => number)[],
  step: string,
): Load {
  const average = mean(algorithms.flatMap((steps) => sizes.map(steps)));
  return {
    steps: () => average,
    step,
    assumption: 'it is the mean over both algorithms and all sizes, as in tables 1 and 2',
  };
}
