import { expect, test } from 'vitest';
import { getImportedOperation, readRun } from '../testing/read';
import { exampleText } from '../testing/texts';
import { threadMetric } from './thread-metric';

const head = (name: string, seconds: number) =>
  `**** Thread-Metric ${name} Test **** Relative Time: ${seconds}\n`;
const total = (count: number) => `Time Period Total:  ${count}\n\n`;

test('a period counts from the one before it', () => {
  const run = readRun(threadMetric, exampleText('thread-metric'));
  expect(run).toMatchObject({ unit: 'ns', facts: { os: 'Zephyr', os_version: '4.1.0' } });
  expect(run.operations).toMatchObject([
    { suite: 'thread_metric', op: 'preemptive_scheduling', repeat: 0, mean: 10_000 },
    { repeat: 1, mean: 5_000, samples: 6_000_000 },
  ]);
});

test('another test starts from zero', () => {
  const text = head('Basic Processing', 30) + total(30) + head('Message Processing', 30);
  const run = readRun(threadMetric, text + total(60));
  expect(getImportedOperation(run, 'thread_metric/message_processing').mean).toBe(0.5e9);
});

test('a complaint of the benchmark is a doubt', () => {
  const complaint = 'ERROR: Invalid counter value(s). Preemptive counters differ by more than 1!';
  const run = readRun(
    threadMetric,
    `${head('Preemptive Scheduling', 30)}${complaint}\n${total(3)}`,
  );
  expect(run.operations[0]?.doubts).toEqual([`the benchmark itself reports: ${complaint}`]);
});

test.each([
  ['', 'the text ends before the result'],
  [total(0), 'nothing was counted'],
])('a report that continues with %j is inconclusive', (rest, why) => {
  const run = readRun(threadMetric, head('Basic Processing', 30) + rest);
  expect(run.operations).toMatchObject([{ inconclusive: why }]);
});
