import { explainStretch } from './explain';
import type { ExplainedSample } from './model';
import type { TraceRecording } from './recording';

const TICK_INSIDE = 1;
const COLD = 2;
const SUM = 4;

/** Explains a traced sample by its number among all samples of the recording. */
export function explainSample(
  recording: TraceRecording,
  number: number,
): ExplainedSample | undefined {
  const { samples, operations } = recording.benchmarks;
  const operation = operations[samples.operation[number] ?? -1];
  if (!operation) return undefined;
  const stretch = { start: samples.start[number] ?? 0, stop: samples.stop[number] ?? 0 };
  const flags = samples.flags[number] ?? 0;
  return {
    ...explainStretch(recording, stretch, operation.run.core, operation.run, (flags & SUM) !== 0),
    operation: operation.name,
    repeat: operation.repeat,
    index: samples.index[number] ?? 0,
    isCold: (flags & COLD) !== 0,
    tickInside: (flags & TICK_INSIDE) !== 0,
  };
}

/** The numbers of an operation's samples, without the cold one. */
function listSamples({ benchmarks }: TraceRecording, name: string, repeat: number): number[] {
  const { samples, operations } = benchmarks;
  const at = operations.findIndex((each) => each.name === name && each.repeat === repeat);
  const numbers: number[] = [];
  for (let number = 0; number < samples.operation.length; number++) {
    if (samples.operation[number] !== at || (samples.flags[number] ?? 0) & COLD) continue;
    numbers.push(number);
  }
  return at < 0 ? [] : numbers;
}

/** The slowest samples of an operation, the slowest first; the earliest first among equals. */
export function slowestSamples(
  recording: TraceRecording,
  name: string,
  repeat: number,
  count: number,
): ExplainedSample[] {
  const { elapsed } = recording.benchmarks.samples;
  return listSamples(recording, name, repeat)
    .sort((a, b) => (elapsed[b] ?? 0) - (elapsed[a] ?? 0) || a - b)
    .slice(0, count)
    .flatMap((number) => explainSample(recording, number) ?? []);
}

/** Finds a sample by its name. */
export function findSample(
  recording: TraceRecording,
  name: string,
  repeat: number,
  index: number,
): ExplainedSample | undefined {
  const { samples } = recording.benchmarks;
  const number = listSamples(recording, name, repeat).find((each) => samples.index[each] === index);
  return number === undefined ? undefined : explainSample(recording, number);
}
