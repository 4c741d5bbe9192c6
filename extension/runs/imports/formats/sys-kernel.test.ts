import { expect, test } from 'vitest';
import { sysKernel } from './sys-kernel';
import { getImportedOperation, readRun } from '../testing/read';
import { exampleText } from '../testing/texts';

const PARTIAL = ['The benchmark itself reports: PARTIAL.'];

test('test cases are operations under their own names', () => {
  const run = readRun(sysKernel, exampleText('sys-kernel'), PARTIAL);
  expect(run).toMatchObject({ unit: 'ns', facts: { kernel_version: '0x3070100' } });
  expect(getImportedOperation(run, 'sys_kernel/Semaphore #1')).toEqual({
    suite: 'sys_kernel',
    op: 'Semaphore #1',
    originalName: 'Semaphore #1',
    about: 'k_sem_init, k_sem_take(K_FOREVER)',
    repeat: 0,
    mean: 54772,
    samples: 5000,
    doubts: [],
    notes: [],
  });
});

test('a failed case has its reason and no figure', () => {
  const run = readRun(sysKernel, exampleText('sys-kernel').replaceAll('\n', '\r\n'), PARTIAL);
  const failed = getImportedOperation(run, 'sys_kernel/LIFO #1');
  expect(failed.inconclusive).toBe('FAILED: timer tick happened. Results are inaccurate');
  expect(failed.mean).toBeUndefined();
});

test.each([
  ['TEST CASE: A #1\nDETAILS: Average time for 1 iteration: 7 nSec', { mean: 7 }],
  [
    'TEST CASE: A #1\nTEST RESULT: SUCCESSFUL\nDETAILS: Average time for 1 iteration: NNNN nSec',
    { inconclusive: 'SUCCESSFUL: Average time for 1 iteration: NNNN nSec' },
  ],
  [
    'TEST CASE: B\nTEST RESULT: SUCCESSFUL\nDETAILS: Average time for 1 iteration: 7 nSec\nTEST CASE: A #1',
    { inconclusive: 'the text ends before the result' },
  ],
])('a truncated or damaged block keeps what it has: %j', (text, expected) => {
  expect(sysKernel.recognises(text)).toBe(true);
  const run = readRun(sysKernel, text, ['The text ends before the benchmark does.']);
  expect(run.operations.at(-1)).toMatchObject({ op: 'A #1', ...expected });
});
