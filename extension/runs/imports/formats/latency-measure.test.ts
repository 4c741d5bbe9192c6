import { describe, expect, test } from 'vitest';
import { latencyMeasure } from './latency-measure';
import { getImportedOperation, readRun } from '../testing/read';
import { exampleText } from '../testing/texts';

const END = 'PROJECT EXECUTION SUCCESSFUL';
const ends = (row: string): string => `${row}\n${END}`;

describe('the text variant', () => {
  const run = readRun(latencyMeasure, exampleText('latency-measure'));

  test('has means in cycles and in time, and nothing that the tool does not report', () => {
    expect(run).toMatchObject({ format: 'latency-measure', unit: 'cycles' });
    expect(run.facts).toEqual({
      os: 'Zephyr',
      os_version: '3.7.1',
      clock_hz: '25000000',
      clock_hz_of_rows: '25000000',
    });
    const give = getImportedOperation(run, 'semaphore/give.immediate.kernel');
    expect(give).toEqual({
      suite: 'semaphore',
      op: 'give.immediate.kernel',
      originalName: 'semaphore.give.immediate.kernel',
      about: 'Give a semaphore (no waiters)',
      repeat: 0,
      mean: 50,
      meanNanoseconds: 2000,
      doubts: [],
      notes: [],
    });
  });

  test('names our operations with the reason', () => {
    const { mean, originalName, notes } = getImportedOperation(run, 'context_switch/switch');
    expect({ mean, originalName }).toEqual({
      mean: 175,
      originalName: 'thread.yield.preemptive.ctx.k_to_k',
    });
    expect(notes.join()).toContain('two threads of equal priority');
    expect(getImportedOperation(run, 'mutex/lock').notes.join()).toContain('recursive');
  });

  test('keeps and reports wraps, ticks and failures', () => {
    const wrapped = getImportedOperation(run, 'isr/resume.different.thread.kernel');
    expect(wrapped).toMatchObject({ mean: 4261598 });
    expect(wrapped.doubts.join()).toContain('close to 2^32 / 1000');
    expect(getImportedOperation(run, 'mutex/lock').doubts).toEqual([
      'the benchmark itself reports: Error: Tick Occurred',
    ]);
    const failed = getImportedOperation(run, 'heap/malloc');
    expect(failed.inconclusive).toBe('FAILED: no memory');
    expect(failed.mean).toBeUndefined();
  });
});

describe('one row in each format', () => {
  const name = 'heap.free.immediate';
  test.each([
    ['text', `${name} - Average time for heap free : 425 cycles , 3541 ns :`],
    ['text without an end', `${name}   - Average time for heap free:425 cycles,3541 ns`],
    ['CSV', `${name}  - Average time for heap free   ,     425,    3541,`],
    ['CSV without blanks', `${name} - Average time for heap free,425,3541`],
    ['a time stamp', `[00:00:01.000,000] ${name} - x : 425 cycles , 3541 ns :`],
    ['a record', `REC: ${name} - Free : 425 cycles , 3541 ns`],
    ['the second generation', 'Average time for heap free   :     425 cycles ,     3541 ns :'],
  ])('%s', (_, row) => {
    expect(latencyMeasure.recognises(row)).toBe(true);
    const run = readRun(latencyMeasure, ends(row));
    expect(getImportedOperation(run, 'heap/free')).toMatchObject({
      mean: 425,
      meanNanoseconds: 3541,
    });
    expect(run.facts['clock_hz_of_rows']).toBe('120000000');
  });
});

test('rows of old releases that match none of our operations keep their names', () => {
  const row = 'Take a semaphore (context switch K -> U)  :  1540 cycles , 12838 ns :';
  const { operations } = readRun(latencyMeasure, ends(row));
  expect(operations[0]).toMatchObject({
    suite: 'latency_measure',
    op: 'Take a semaphore (context switch K -> U)',
    notes: [],
  });
});

test('reports a row that boot text interrupts instead of guessing', () => {
  const rows = ['heap.free.immediate - Free : 42*** Booting', 'a.b - B : 50 cycles , 2000 ns :'];
  const run = readRun(latencyMeasure, ends(rows.join('\n')), [
    expect.stringContaining('1 row could not be read, the first in line 1'),
  ]);
  expect(run.operations).toHaveLength(1);
});

test('doubts a row whose cycles and time contradict the others', () => {
  const rows = ['a.a - A : 50 cycles , 2000 ns', 'a.b - B : 60 cycles , 2400 ns'];
  const run = readRun(latencyMeasure, ends([...rows, 'a.c - C : 7 cycles , 2800 ns'].join('\n')));
  expect(run.operations.map(({ doubts }) => doubts)).toEqual([
    [],
    [],
    ['7 cycles are not 2800 ns at the 25 MHz of the other rows'],
  ]);
});

test('derives a clock that is not a whole number of megahertz', () => {
  const run = readRun(latencyMeasure, ends('a.b - B : 100 cycles , 8000 ns :'));
  expect(run.facts['clock_hz_of_rows']).toBe('12500000');
});

test('repeats in one log are counted', () => {
  const row = 'a.b - B : 50 cycles , 2000 ns :';
  const { operations } = readRun(latencyMeasure, ends(`${row}\n${row}`));
  expect(operations.map(({ repeat }) => repeat)).toEqual([0, 1]);
});

test.each([
  ['', 'The text ends before the benchmark does.'],
  ['PROJECT EXECUTION FAILED', 'The benchmark itself reports: FAILED.'],
  [`[QEMU] CPU: cortex-m3\n${END}`, 'It ran in QEMU: its cycles are those of an emulated'],
])('reports an end of %j', (end, problem) => {
  const text = `a.b - B : 50 cycles , 2000 ns :\n${end}`;
  readRun(latencyMeasure, text, [expect.stringContaining(problem)]);
});
