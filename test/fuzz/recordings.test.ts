import { toPasses, runSummary } from '../../extension/engine';
import { newBenchmarkDecoder } from '../../extension/engine/decode';
import { visibleJson } from '../../extension/base';
import { terminalTable } from '../../extension/report';
import { simulateRun } from '../../extension/agent/testing/simulate';
import { encodeStream, streamStart } from '../../extension/engine/testing/stream';
import { exampleCounts, exampleOperation } from '../../extension/runs/record/testing/example';
import { readHeader, summariseRecording, svdatHeader } from '../../extension/systemview';
import { expectHarmless, fuzz, garbleBytes } from './fuzz';

const run = simulateRun({
  facts: ['tick_hz=1000'],
  operations: [
    exampleOperation('heap/malloc', 146, 400, exampleCounts(146)),
    exampleOperation('heap/free', 120, 40),
  ],
});
const stream = Uint8Array.of(...streamStart(), ...encodeStream(run));
const header = svdatHeader({
  recorded: new Date(Date.UTC(2026, 10, 7)),
  author: 'Cyclescope',
  title: 'heap',
  description: 'headline pass',
});
const recording = Uint8Array.of(...header, ...stream);

fuzz('a recording is decoded as far as it goes', garbleBytes(recording, stream), (bytes) => {
  visibleJson(readHeader(bytes));
  const decoder = newBenchmarkDecoder();
  const half = bytes.length >> 1;
  decoder.push(bytes.subarray(0, half));
  decoder.push(bytes.subarray(half));
  const summary = summariseRecording(decoder.finish(), 'x.SVDat');
  const runs = decoder.collector.runs();
  visibleJson(summary);
  runs.forEach(runSummary);
  expectHarmless(terminalTable({ passes: [...toPasses(runs)] }, 80));
});
