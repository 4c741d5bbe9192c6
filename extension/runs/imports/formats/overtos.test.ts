import { expect, test } from 'vitest';
import { overtos } from './overtos';
import { getImportedOperation, readRun } from '../testing/read';
import { exampleText } from '../testing/texts';

const TEXT = exampleText('overtos');

test('reads cases as operations, and bytes as facts', () => {
  const run = readRun(overtos, TEXT);
  expect(run).toMatchObject({ unit: 'ns', operations: [{ op: 'mutex_lock_unlock' }] });
  expect(run.facts).toEqual({
    rtos: 'zephyr',
    binding: 'zig',
    'heap_delta sync/sem_cost (zig)': '48 bytes',
  });
  expect(getImportedOperation(run, 'sync/mutex_lock_unlock')).toEqual({
    suite: 'sync',
    op: 'mutex_lock_unlock',
    originalName: 'sync/mutex_lock_unlock',
    repeat: 0,
    samples: 1000,
    mean: 450,
    trimmedMean: 445,
    min: 400,
    max: 900,
    stddev: 12.5,
    percentiles: { p50: 440, p95: 500, p99: 800 },
    doubts: [],
    notes: [],
  });
});

test('memory that the benchmark could not determine is not a fact', () => {
  const run = readRun(overtos, TEXT.replace('"heap_delta":48', '"heap_delta":-1'));
  expect(Object.keys(run.facts)).toEqual(['rtos', 'binding']);
});

test('several bindings in one log are kept apart', () => {
  const run = readRun(overtos, TEXT + TEXT.replace('"zig"', '"rust"'));
  expect(run.operations.map(({ suite }) => suite)).toEqual(['sync.zig', 'sync.rust']);
});

test('an envelope without percentiles has none', () => {
  const run = readRun(overtos, TEXT.replace(/,"p50_ns".*?12500/, ''));
  const { percentiles, stddev, trimmedMean } = getImportedOperation(run, 'sync/mutex_lock_unlock');
  expect({ percentiles, stddev, trimmedMean }).toEqual({});
});

test('a case without a sample has no figures', () => {
  const run = readRun(overtos, TEXT.replace('"count":1000', '"count":0'));
  const { inconclusive, mean } = getImportedOperation(run, 'sync/mutex_lock_unlock');
  expect({ inconclusive, mean }).toEqual({ inconclusive: 'no sample was taken' });
});

test('ignores a time stamp before the JSON', () => {
  const stamped = TEXT.replaceAll('\n', '\r\n[00:00:01.000,000] ');
  expect(readRun(overtos, stamped)).toEqual(readRun(overtos, TEXT));
});

test('reports a damaged and a truncated envelope, and reads the others', () => {
  const text = TEXT.replace('"cases":[', '"cases"*** Boot') + TEXT + TEXT.slice(0, 100);
  const run = readRun(overtos, text, [
    'Envelope 1 is damaged and was skipped.',
    'Envelope 3 is cut and was skipped.',
  ]);
  expect(run.operations).toHaveLength(1);
});
