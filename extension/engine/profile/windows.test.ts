import { describe, expect, it } from 'vitest';
import { executionStep, pathLength, restoreStep, saveStep } from '../../profile';
import { captureExecution, type MeasuredExecution } from './windows';

const OPEN = 0x100;
const CLOSE = 0x200;
const marks = { opens: [OPEN], closes: [CLOSE] };

/** `count` instructions, from an address on. */
const code = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + 2 * index);

function capture(
  paths: readonly (readonly number[])[],
  measured: Partial<MeasuredExecution> & Pick<MeasuredExecution, 'samples'>,
) {
  return captureExecution(
    {
      execution: { paths: paths.map((path) => Uint32Array.from(path)) },
      stretches: paths.map((_, index) => index),
      ticksPerInstruction: 3.2,
      after: 0,
      step: 1,
      mostSteps: 1 << 17,
      threads: 1,
      ...measured,
    },
    marks,
  );
}

/** A clock that is read at any moment of its tick. */
const ticks = (instructions: number) => Math.floor(instructions * 3.2 + 0.7);
const lengths = (found: ReturnType<typeof capture>) => found?.paths.map(pathLength);

describe('the windows of samples', () => {
  it('are the last ones before their values, without those before and after the samples', () => {
    const path = [OPEN, ...code(0x10, 4), CLOSE];
    const other = [OPEN, ...code(0x10, 5), CLOSE];
    const found = capture([path, other], {
      stretches: [0, 0, 1, 0, 1, 1],
      samples: [6, 5, 6].map(ticks),
      after: 1,
    });
    expect(found).toEqual({
      addresses: ['10', '12', '14', '16', '18', '200'],
      paths: [
        { steps: [0, 1, 2, 3, 4, 5].map(executionStep), count: 2 },
        { steps: [0, 1, 2, 3, 5].map(executionStep), count: 1 },
      ],
      order: [0, 1, 0],
    });
  });

  it('are kept of the first samples only if they are long, with the number of all', () => {
    const paths = [4, 5, 6].map((count) => [OPEN, ...code(0x10, count), CLOSE]);
    const stretches = [0, 0, 1, 2];
    const samples = [5, 5, 6, 7].map(ticks);
    const keep = (mostSteps: number) => {
      const { order, measuredSamples } = capture(paths, { stretches, samples, mostSteps }) ?? {};
      return { order, measuredSamples };
    };
    // The first path is kept however long it is.
    expect(keep(1)).toEqual({ order: [0, 0], measuredSamples: 4 });
    expect(keep(5 + 6)).toEqual({ order: [0, 0, 1], measuredSamples: 4 });
    expect(keep(5 + 6 + 7)).toEqual({ order: [0, 0, 1, 2], measuredSamples: undefined });
  });

  it('are rejected if a single length differs from its sample', () => {
    const path = [OPEN, ...code(0x10, 4), CLOSE];
    expect(capture([path], { stretches: [0, 0], samples: [5, 6].map(ticks) })).toBeUndefined();
    expect(capture([path], { stretches: [0], samples: [5, 5].map(ticks) })).toBeUndefined();
    expect(capture([path], { stretches: [0], samples: [] })).toBeUndefined();
  });

  it('may be nested, and may follow the rest of an earlier window', () => {
    const inner = [OPEN, ...code(0x10, 4), OPEN, ...code(0x20, 7), CLOSE, ...code(0x40, 3), CLOSE];
    const paths = [inner, [OPEN, ...inner]];
    expect(lengths(capture(paths, { samples: [8, 8].map(ticks) }))).toEqual([8]);
    expect(lengths(capture(paths, { samples: [17, 17].map(ticks) }))).toEqual([17]);
  });
});

/** Two workers that wait for each other, `turns` times each, and how long each has waited. */
function twoWorkers(turns: number) {
  const steps: number[] = [];
  const run = (...addresses: readonly number[]) => void steps.push(...addresses);
  const countExecuted = () => steps.filter((step) => step % 2 === 0).length;
  // The registers of the agent, and of the workers before they have run; later they are elsewhere.
  const indices = [0, 1, 2];
  let next = 3;
  const switchTo = (from: number, to: number) => {
    indices[from] = from === 0 ? 0 : next++;
    run(0x50, saveStep(indices[from]), 0x52, restoreStep(indices[to] ?? 0), 0x54);
  };
  const waited = [0, 0, 0];
  const opened = [0, 0, 0];
  const end = (worker: number) => {
    run(CLOSE);
    waited[worker] = (waited[worker] ?? 0) + countExecuted() - 1 - (opened[worker] ?? 0);
  };
  run(OPEN);
  switchTo(0, 1);
  for (let turn = 0; turn < 2 * turns; turn += 1) {
    const [worker, other] = turn % 2 === 0 ? [1, 2] : [2, 1];
    if (turn < 2) run(CLOSE, OPEN);
    else end(worker);
    run(...code(0x10, 9 + turn));
    opened[worker] = countExecuted();
    run(OPEN);
    switchTo(worker, other);
  }
  for (const worker of [1, 2]) {
    end(worker);
    run(...code(0x10, 3), CLOSE);
    if (worker === 1) switchTo(1, 2);
  }
  return { steps, waited: waited.slice(1) };
}

describe('workers', () => {
  it('share an execution, and each has the sum of its own waits', () => {
    const { steps, waited } = twoWorkers(4);
    // Each of the readings may be off by less than a tick.
    const samples = waited.map((instructions) => ticks(instructions) + 1);
    const found = capture([steps], { samples, threads: 2 });
    expect(found?.order).toEqual([0, 1]);
    expect(lengths(found)).toEqual(waited);
    const far = samples.map((each) => each + 4);
    expect(capture([steps], { samples: far, threads: 2 })).toBeUndefined();
  });

  it('have threads that are numbered by window', () => {
    const { steps } = twoWorkers(2);
    const found = capture([steps], { samples: [4].map(ticks) });
    expect(found?.paths[0]?.steps.filter((step) => step % 2 !== 0)).toEqual([
      saveStep(0),
      restoreStep(1),
    ]);
  });
});

it('keeps the first paths of operations that are too long to keep all', () => {
  const path = (n: number) => [OPEN, ...code(0x1000, 100_000 + n), CLOSE];
  const paths = [0, 1, 2, 3].map(path);
  const samples = paths.map(({ length }) => ticks(length - 1));
  expect(capture(paths, { samples })?.order).toEqual([0]);
});
