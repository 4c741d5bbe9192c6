import { cellFinder } from '../cells';
import { change, derive, type Derived, mean } from '../derived';
import { KINDS, METRICS, table3 } from './averages';
import { BOARDS, table4, table5 } from './platforms';
import { rowName, type Sweep, table1, table2 } from './sweeps';

const THREADS = [2, 4, 8, 16, 32];

/** The averages over sizes in tables 1 and 2. */
export const averages: readonly Derived[] = [table1, table2].flatMap((sweep) => {
  const at = cellFinder(sweep.cells);
  return THREADS.flatMap((threads) =>
    sweep.kinds.flatMap((kind) => {
      const sizes = sweep.sizes.map((size) => at('uclinux', rowName(threads, kind, size)));
      return derive(at('average', rowName(threads, kind)), 'mean', sizes, mean);
    }),
  );
});

/** The means over both kinds in tables 1 and 2. */
export const sweepMeans: readonly Derived[] = [table1, table2].flatMap((sweep) => {
  const at = cellFinder(sweep.cells);
  return THREADS.flatMap((threads) =>
    derive(at('mean', rowName(threads)), 'mean', averagesOf(sweep, threads), mean),
  );
});

/** The changes from two threads in tables 1 and 2, from averages more precise than the means. */
export const sweepRatios: readonly Derived[] = [table1, table2].flatMap((sweep) => {
  const at = cellFinder(sweep.cells);
  return THREADS.flatMap((threads) => {
    const inputs = [...averagesOf(sweep, threads), ...averagesOf(sweep, 2)];
    return derive(at('ratio', rowName(threads)), 'change', inputs, changeOfMeans);
  });
});

function averagesOf(sweep: Sweep, threads: number): ReturnType<ReturnType<typeof cellFinder>>[] {
  const at = cellFinder(sweep.cells);
  return sweep.kinds.map((kind) => at('average', rowName(threads, kind)));
}

const in3 = cellFinder(table3.cells);
const in4 = cellFinder(table4.cells);
const in5 = cellFinder(table5.cells);

/** The execution times of table 3, from tables 1 and 2. */
export const executions: readonly Derived[] = THREADS.flatMap((threads) =>
  [table1, table2].flatMap((sweep, kind) => {
    const name = rowName(threads, `execution, ${KINDS[kind] ?? ''}`);
    return derive(in3('uclinux', name), 'mean', averagesOf(sweep, threads), mean);
  }),
);

/** The means of table 3. */
export const means: readonly Derived[] = overMetrics((name) =>
  derive(
    in3('mean', name),
    'mean',
    KINDS.map((kind) => in3('uclinux', `${name}, ${kind}`)),
    mean,
  ),
);

/** The changes of table 3. */
export const ratios: readonly Derived[] = overMetrics((name, first) => {
  const inputs = [name, first].flatMap((row) =>
    KINDS.map((kind) => in3('uclinux', `${row}, ${kind}`)),
  );
  return derive(in3('ratio', name), 'change', inputs, changeOfMeans);
});

/** The means of table 5, from table 4. */
export const summaries: readonly Derived[] = BOARDS.flatMap(({ id }) =>
  overMetrics((name) => {
    const inputs = KINDS.map((kind) => in4(id, `${name}, ${kind}`));
    return derive(in5(id, name), 'mean', inputs, mean);
  }),
);

function overMetrics(each: (name: string, first: string) => Derived[]): Derived[] {
  return THREADS.flatMap((threads) =>
    METRICS.flatMap((metric) => each(rowName(threads, metric), rowName(2, metric))),
  );
}

/** The change from the mean of the second half of some figures to that of the first. */
function changeOfMeans(values: readonly number[]): number {
  const half = values.length / 2;
  return change([mean(values.slice(0, half)), mean(values.slice(half))]);
}
