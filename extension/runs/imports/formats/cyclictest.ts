import { type Fields, toFields } from '../../../base';
import { type Distribution, size } from '../../../measure';
import { collect, type FoundOperation } from '../collect';
import { decimal, computePercentiles } from '../figures';
import type { ImportFormat, ImportResult } from '../imported';
import { readNumber, parseJson, readString } from '../json';

/** The file written by `cyclictest --json`: one operation per measuring thread. */
export const cyclictest: ImportFormat = {
  id: 'cyclictest',
  title: 'cyclictest JSON',
  about: 'cyclictest, JSON',
  // Other tools of the suite write the same frame and differ by their command line.
  recognises: (text) =>
    /"thread"\s*:/.test(text) && /"cmdline:?"\s*:\s*"[^"]*cyclictest/.test(text),
  read,
};

function read(text: string): ImportResult {
  const root = toFields(parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  const threads = Object.entries(toFields(root['thread']));
  if (threads.length === 0) {
    return { imported: undefined, problems: [`${cyclictest.title}: the JSON is damaged or cut.`] };
  }
  const scale = readNumber(root['resolution_in_ns']) === 1 ? 1 : 1000;
  const declared = readNumber(root['num_threads']);
  const code = readNumber(root['return_code']) ?? 0;
  const problems = [
    ...(declared === undefined || declared === threads.length
      ? []
      : [`${threads.length} of ${declared} threads are in the file.`]),
    ...(code === 0 ? [] : [`cyclictest ended with code ${code}.`]),
  ];
  const found = threads.map(([name, thread]) =>
    operation(threads.length === 1 ? 'wakeup' : `wakeup.${name}`, toFields(thread), scale),
  );
  return collect(cyclictest, { unit: 'ns', facts: readFacts(root), found, problems });
}

function operation(op: string, thread: Fields, scale: number): FoundOperation {
  const scaleValue = (value: unknown): number | undefined => {
    const number = readNumber(value);
    // The average has two decimals; the product must not have more digits.
    return number === undefined ? undefined : Math.round(number * scale * 100) / 100;
  };
  const samples = readNumber(thread['cycles']);
  const base = {
    suite: 'cyclictest',
    op,
    originalName: op,
    about: 'from the programmed to the actual wake-up of a thread',
    samples,
  };
  if (samples === 0) return { ...base, inconclusive: 'no wake-up was measured' };
  return {
    ...base,
    mean: scaleValue(thread['avg']),
    min: scaleValue(thread['min']),
    max: scaleValue(thread['max']),
    ...histogramFigures(readHistogram(thread, scale), samples),
    notes: scale === 1 ? [] : ['measured in whole microseconds'],
  };
}

function readHistogram(thread: Fields, scale: number): [number, number][] {
  return Object.entries(toFields(thread['histogram']))
    .flatMap(([key, count]): [number, number][] => {
      const [value, times] = [decimal(key), readNumber(count)];
      return value === undefined || times === undefined ? [] : [[value * scale, times]];
    })
    .sort(([a], [b]) => a - b);
}

type HistogramFigures = Pick<FoundOperation, 'percentiles' | 'distribution' | 'beyond' | 'doubts'>;

/** Values above the histogram's limit are only counted, so their tail cannot be ranked. */
function histogramFigures(
  distribution: [number, number][],
  samples: number | undefined,
): HistogramFigures {
  const held = size(distribution satisfies Distribution);
  if (held === 0) return {};
  const beyond = (samples ?? held) - held;
  if (beyond === 0) return { percentiles: computePercentiles(distribution), distribution };
  if (beyond > 0) return { distribution, beyond };
  return { distribution, doubts: [`the histogram contains ${held} values, not ${samples}`] };
}

function readFacts(root: Fields): Record<string, string> {
  const system = toFields(root['sysinfo']);
  const facts = {
    os: readString(system['sysname']),
    os_version: readString(system['release']),
    kernel_build: readString(system['version']),
    machine: readString(system['machine']),
    realtime: readNumber(system['realtime'])?.toString(),
    // Releases up to 2.4 write some keys with a colon inside the quotes.
    command: readString(root['cmdline'] ?? root['cmdline:']),
    tool_version: readString(root['rt_test_version'] ?? root['rt_test_version:']),
    started: readString(root['start_time']),
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
