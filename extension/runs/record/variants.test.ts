import { expect, test } from 'vitest';
import { selectTwins, withVariants } from './variants';
import { collectSimulated, exampleOperation, examplePass, exampleRecord } from './testing/example';

const names = [
  'heap/malloc',
  'mutex/lock',
  'context_switch/switch',
  'posix_heap/malloc',
  'posix_mutex/lock',
];
const operations = names.map((name, index) => exampleOperation(name, 100 * (index + 1), 10));
const record = exampleRecord(examplePass(collectSimulated({ operations })));

/** The smallest sample of each operation, including the clock's cost of one. */
const listSmallest = (words: readonly string[]) =>
  withVariants(record, words)?.record.passes[0]?.operations.map(({ suite, op, quiet }) => [
    `${suite}/${op}`,
    quiet[0]?.[0],
  ]);

test('all suites with a prefix replace the ones without it', () => {
  expect(listSmallest(['posix'])).toEqual([
    ['context_switch/switch', 301],
    ['heap/malloc', 401],
    ['mutex/lock', 501],
  ]);
});

test('a single suite replaces its twin, and the rest stays', () => {
  expect(listSmallest(['posix_mutex'])).toEqual([
    ['heap/malloc', 101],
    ['context_switch/switch', 301],
    ['posix_heap/malloc', 401],
    ['mutex/lock', 501],
  ]);
});

test('operations with a twin can be selected', () => {
  const twins = withVariants(record, ['posix_mutex'])?.twins ?? new Set();
  expect([...twins]).toEqual(['mutex/lock']);
  const [pass] = selectTwins(record, twins).passes;
  expect(pass?.operations.map(({ suite, op }) => `${suite}/${op}`)).toEqual(['mutex/lock']);
});

test.each([[['cmsis']], [['posix', 'posix_thread']], [['heap']], [['']]])(
  '%j cannot replace anything',
  (words) => {
    expect(withVariants(record, words)).toBeUndefined();
  },
);
