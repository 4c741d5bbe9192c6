import { expect, test } from 'vitest';
import type { AgentEvent } from '../../agent/events';
import { operationBegin, runBegin } from '../../agent/testing/begin';
import { newBenchmarkDecoder } from '../decode/file';
import { encodeStream, streamStart } from '../testing/stream';
import { watchRunTimes } from './clock-rate';

const hz = 100_000_000;

function events(seconds: number): readonly AgentEvent[] {
  return [
    runBegin({ clockHz: hz, ratio: [1, 1], unit: 'cycles', clock: 'dwt-cyccnt' }),
    operationBegin(),
    { kind: 'operationEnd', op: 0, status: 'ok', attempted: 0, stored: 0, reason: '' },
    {
      kind: 'runEnd',
      status: 'ok',
      attempted: 0,
      stored: 0,
      clockTicks: hz * seconds,
      reason: '',
    },
  ];
}

/** A run that takes ten seconds of this computer, and `seconds` by its own clock. */
function problemsAfter(seconds: number): readonly string[] {
  let now = 0;
  const times = watchRunTimes(() => now);
  const decoder = newBenchmarkDecoder({ onPacket: times.onPacket });
  const [begin, ...rest] = events(seconds);
  decoder.push(streamStart());
  if (begin) decoder.push(encodeStream([begin]));
  now = 10_000;
  decoder.push(encodeStream(rest));
  decoder.finish();
  const runs = times.judge(decoder.collector.runs());
  return runs.flatMap((run) => run.operations.flatMap((operation) => operation.problems));
}

test('accepts a clock that keeps its rate', () => {
  expect(problemsAfter(10.05)).toEqual([]);
});

test('an operation is inconclusive if its clock is off by more than a hundredth', () => {
  expect(problemsAfter(8)).toEqual([
    'the clock dwt-cyccnt claims 100.0 MHz and counts cycles at 80.0 MHz',
  ]);
});
