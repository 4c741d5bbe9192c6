import { describe, expect, it } from 'vitest';
import { runInLanes } from './lanes.mjs';

/** Runs jobs that the test ends, and returns the order of starts and ends. */
function start(
  /** @type {Readonly<Record<string, { processors?: number, after?: string[] }>>} */ wanted,
  processors = 2,
) {
  /** @type {string[]} */
  const started = [];
  /** @type {Map<string, () => void>} */
  const ends = new Map();
  const jobs = Object.entries(wanted).map(([name, { processors: own = 1, after = [] }]) => ({
    name,
    after,
    processors: own,
    run: () => {
      started.push(name);
      return /** @type {Promise<void>} */ (new Promise((resolve) => ends.set(name, resolve)));
    },
  }));
  const all = runInLanes(jobs, processors);
  const end = async (/** @type {string} */ name) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, end, all };
}

describe('jobs in lanes', () => {
  it('run concurrently as far as there are processors', async () => {
    const { started, end, all } = start({ a: {}, b: {}, c: {} });
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await all;
  });

  it('wait for their predecessors, and let others pass', async () => {
    const { started, end, all } = start({ a: {}, b: { after: ['a'] }, c: {} });
    expect(started).toEqual(['a', 'c']);
    await end('c');
    expect(started).toEqual(['a', 'c']);
    await end('a');
    expect(started).toEqual(['a', 'c', 'b']);
    await end('b');
    await all;
  });

  it('do not wait for what is not run', async () => {
    const { started, end, all } = start({ b: { after: ['a'] } });
    expect(started).toEqual(['b']);
    await end('b');
    await all;
  });

  it('run alone if they need more processors than there are', async () => {
    const { started, end, all } = start({ a: { processors: 2 }, b: {} }, 1);
    expect(started).toEqual(['a']);
    await end('a');
    expect(started).toEqual(['a', 'b']);
    await end('b');
    await all;
  });

  it('report their failure to the caller', async () => {
    const job = {
      name: 'a',
      after: [],
      processors: 1,
      run: () => Promise.reject(new Error('broken')),
    };
    await expect(runInLanes([job], 2)).rejects.toThrow('broken');
  });

  it('are rejected if they wait for each other', async () => {
    const { all } = start({ a: { after: ['b'] }, b: { after: ['a'] } });
    await expect(all).rejects.toThrow('wait for each other');
  });
});
