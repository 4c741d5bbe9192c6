import { importSource } from '../lib/sources.mjs';

/*
 * Draws pairs of runs from repeats that were measured in turns with one agent, and judges them as `compare
 * --interleave` would: after 5 repeats, 10, 20 and so on, each time what is still undecided. A hundred pairs of the
 * whole catalogue would take days to measure. A planted change multiplies the figures of one side.
 */

/**
 * @typedef {{ name: string, values: readonly number[], resolution: number }} Operation the figure of every repeat
 * @typedef {{ factor: number, delta: number, most?: number }} Planted
 */

const LEAST = 5;

const { evaluateGate, listUndecided } =
  /** @type {typeof import('../../extension/compare/gate')} */ (
    await importSource('extension/compare/gate.ts')
  );
const { exampleFigures } = /** @type {typeof import('../../extension/compare/testing')} */ (
  await importSource('extension/compare/testing.ts')
);
export const { countLooks, MOST_REPEATS } =
  /** @type {typeof import('../../extension/compare/turns')} */ (
    await importSource('extension/compare/turns.ts')
  );

/** Draws one pair; returns what the gate decides in the end. */
export function drawPair(
  /** @type {readonly Operation[]} */ operations,
  /** @type {Planted} */ { factor, delta, most = MOST_REPEATS },
  random = Math.random,
) {
  const count = Math.min(...operations.map(({ values }) => values.length));
  // All operations of a repeat are drawn together: they met the same load.
  const draw = () => Array.from({ length: most }, () => Math.floor(random() * count));
  const sides = [draw(), draw()];
  /** @type {import('../../extension/compare/gate').Gate} */
  const gate = { verdict: 'regressed', delta };
  const pickFigures = (
    /** @type {Operation} */ { values, resolution },
    /** @type {number} */ runs,
  ) => {
    const [first = [], second = []] = sides.map((side, at) =>
      side.slice(0, runs).map((repeat) => (values[repeat] ?? NaN) * (at === 1 ? factor : 1)),
    );
    return { first, second, resolution };
  };
  const compared = operations.map((operation) =>
    compareOperation(operation, pickFigures(operation, LEAST)),
  );
  /** @type {import('../../extension/compare/compare').Comparison} */
  const comparison = {
    columns: COLUMNS,
    operations: compared,
    facts: [],
    looks: countLooks({ least: LEAST, most }),
  };
  for (let runs = LEAST; runs < most; runs = Math.min(2 * runs, most)) {
    const open = new Set(listUndecided(comparison, gate).map(({ operation }) => operation.name));
    if (open.size === 0) break;
    operations.forEach((operation, at) => {
      const more = Math.min(2 * runs, most);
      if (open.has(operation.name))
        compared[at] = compareOperation(operation, pickFigures(operation, more));
    });
  }
  const repeats = compared.map(({ outcomes: [outcome] }) =>
    outcome?.kind === 'judged' ? (outcome.figures?.runs[0] ?? 0) : 0,
  );
  return { outcome: evaluateGate(comparison, gate).outcome, repeats: Math.max(...repeats) };
}

/** @type {import('../../extension/compare/compare').Comparison['columns']} */
const COLUMNS = ['one', 'other'].map((id) => ({ kind: 'run', id, title: id }));

function median(/** @type {readonly number[]} */ values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

/** @returns {import('../../extension/compare/compare').ComparedOperation} */
function compareOperation(
  /** @type {Operation} */ { name },
  /** @type {import('../../extension/compare/ratio').RunFigures} */ figuresOfRuns,
) {
  const [first, second] = [median(figuresOfRuns.first), median(figuresOfRuns.second)];
  // A gate decides by the figures of the runs; it shows the interval, which takes long to compute.
  const ratio = { value: second / first, interval: { low: 1, high: 1 } };
  const mean = { insufficient: '' };
  const cell = { unit: /** @type {const} */ ('ns'), mean, median: mean, doubts: [] };
  return {
    name,
    suite: '',
    op: name,
    params: {},
    cells: [cell, cell],
    outcomes: [
      {
        kind: 'judged',
        verdict: 'undecided',
        reasons: [],
        notes: [],
        figures: exampleFigures(figuresOfRuns, ratio),
      },
    ],
  };
}
