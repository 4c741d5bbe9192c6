import { cyclictest } from './formats/cyclictest';
import { latencyMeasure } from './formats/latency-measure';
import { overtos } from './formats/overtos';
import { rtosBenchmark } from './formats/rtos-benchmark';
import { sched } from './formats/sched';
import { sysKernel } from './formats/sys-kernel';
import { threadMetric } from './formats/thread-metric';
import { twister } from './formats/twister';
import { ztestCsv } from './formats/ztest-csv';
import type { ImportFormat, ImportResult } from './imported';

/** Every format that can be imported; those recognised most reliably come first. */
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

/** Detects the format of another tool's output and reads it; `source` is its origin. */
export function importText(text: string, source?: string): ImportResult {
  const [format, ...others] = importFormats.filter((candidate) => candidate.recognises(text));
  if (format === undefined) {
    const known = importFormats.map(({ title }) => title).join(', ');
    return {
      imported: undefined,
      problems: [`The format was not recognised. Known formats: ${known}.`],
    };
  }
  const { imported, problems } = format.read(text);
  return {
    imported: imported && (source === undefined ? imported : { ...imported, source }),
    problems: [
      ...problems,
      ...others.map(({ title }) => `The text also contains ${title}, which was skipped.`),
    ],
  };
}
