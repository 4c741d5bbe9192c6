import { expect, test } from 'vitest';
import { rtosBenchmark } from './rtos-benchmark';
import { getImportedOperation, readRun } from '../testing/read';
import { exampleText } from '../testing/texts';

const TEXT = exampleText('rtos-benchmark');

test('rows have a mean and bounds in nanoseconds', () => {
  const run = readRun(rtosBenchmark, TEXT);
  expect(run).toMatchObject({ unit: 'ns', facts: {} });
  expect(getImportedOperation(run, 'mutex/lock')).toMatchObject({
    originalName: 'Mutex Stats: Lock (no owner)',
    mean: 310,
    min: 300,
    max: 700,
    doubts: [],
  });
  expect(getImportedOperation(run, 'thread/create').originalName).toContain('Spawn');
});

test('n/a has no figure', () => {
  const start = getImportedOperation(
    readRun(rtosBenchmark, TEXT),
    'thread/Start (no context switch)',
  );
  expect(start.inconclusive).toBe('n/a: not measured on this system');
  expect(start.mean).toBeUndefined();
});

test('ignores time stamps before the rows', () => {
  const stamped = TEXT.replace(/^ ?(?=[A-Z*])/gm, '22:15:00.123 -> ');
  expect(stamped).toContain('-> Lock');
  expect(readRun(rtosBenchmark, stamped)).toEqual(readRun(rtosBenchmark, TEXT));
});

test('doubts a minimum that was never set', () => {
  const run = readRun(rtosBenchmark, TEXT.replace('   300', '18446744073709551615'));
  expect(getImportedOperation(run, 'mutex/lock').doubts.join()).toContain('is above mean 310');
});

test('only a banner states the system', () => {
  const run = readRun(rtosBenchmark, `*** Booting Zephyr OS build v4.0.0 ***\n${TEXT}`);
  expect(run.facts).toEqual({ os: 'Zephyr', os_version: '4.0.0' });
});

test('reports a damaged row and a missing end', () => {
  const text = TEXT.replace('300,    700', '30*** Boot').replace('Done', 'Don');
  readRun(rtosBenchmark, text, [
    expect.stringContaining('1 row could not be read'),
    'The text ends before the benchmark does.',
  ]);
});
