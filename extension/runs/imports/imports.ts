import { cyclictest } from './cyclictest';
import type { ImportFormat, Reading } from './imported';
import { latencyMeasure } from './latency-measure';
import { overtos } from './overtos';
import { rtosBenchmark } from './rtos-benchmark';
import { sched } from './sched';
import { sysKernel } from './sys-kernel';
import { threadMetric } from './thread-metric';
import { twister } from './twister';
import { ztestCsv } from './ztest-csv';

/** Every format that can be imported; the surest to recognise come first. */
export const importFormats: readonly ImportFormat[] = [
  overtos,
  cyclictest,
  rtosBenchmark,
  sched,
  sysKernel,
  threadMetric,
  twister,
  ztestCsv,
  latencyMeasure,
];

/** Finds the format of another tool's output and reads it; `source` is where it came from. */
export function importText(text: string, source?: string): Reading {
  const [format, ...others] = importFormats.filter((candidate) => candidate.recognises(text));
  if (format === undefined) {
    const known = importFormats.map(({ title }) => title).join(', ');
    return { imported: undefined, problems: [`No known format was found. Known are: ${known}.`] };
  }
  const { imported, problems } = format.read(text);
  return {
    imported: imported && (source === undefined ? imported : { ...imported, source }),
    problems: [
      ...problems,
      ...others.map(({ title }) => `The text also holds ${title}, which was left out.`),
    ],
  };
}
