import { type Fields, toFields } from '../../../base';
import { collect, type FoundOperation } from '../collect';
import type { ImportFormat, ImportResult } from '../imported';
import { readList, readNumber, parseJson, readString } from '../json';

const BEGIN = '###BENCH_JSON_BEGIN';
const END = '###BENCH_JSON_END';

/** JSON envelopes printed between sentinels by oveRTOS' benchmarks, one per suite. */
export const overtos: ImportFormat = {
  id: 'overtos',
  title: 'oveRTOS benchmark JSON',
  about: 'oveRTOS, JSON',
  recognises: (text) => text.includes(BEGIN),
  read,
};

interface Envelope {
  readonly suite: string;
  readonly binding: string;
  readonly rtos: string;
  readonly cases: readonly Fields[];
}

function read(text: string): ImportResult {
  const problems: string[] = [];
  const envelopes: Envelope[] = [];
  text
    .split(BEGIN)
    .slice(1)
    .forEach((part, index) => {
      const end = part.indexOf(END);
      const envelope = end < 0 ? undefined : parseEnvelope(part.slice(0, end));
      if (envelope !== undefined) envelopes.push(envelope);
      else
        problems.push(`Envelope ${index + 1} is ${end < 0 ? 'cut' : 'damaged'} and was skipped.`);
    });
  const bindings = distinct(envelopes.map(({ binding }) => binding));
  const found = envelopes.flatMap((each) => operations(each, bindings.length > 1));
  const facts = {
    rtos: distinct(envelopes.map(({ rtos }) => rtos)).join(', '),
    binding: bindings.join(', '),
    ...Object.fromEntries(envelopes.flatMap(heapFacts)),
  };
  return collect(overtos, { unit: 'ns', facts, found, problems });
}

function parseEnvelope(text: string): Envelope | undefined {
  // A logger may have added a stamp before it.
  const body = parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  const { suite, binding, rtos, cases } = toFields(body);
  if (readString(suite) === undefined || !Array.isArray(cases)) return undefined;
  return {
    suite: readString(suite) ?? '',
    binding: readString(binding) ?? 'unknown',
    rtos: readString(rtos) ?? 'unknown',
    cases: readList(cases).map(toFields),
  };
}

function operations(
  { suite, binding, cases }: Envelope,
  severalBindings: boolean,
): FoundOperation[] {
  return cases.flatMap((fields): FoundOperation[] => {
    const name = readString(fields['name']);
    if (name === undefined || isMemory(fields)) return [];
    const shown = severalBindings ? `${suite}.${binding}` : suite;
    const base = { suite: shown, op: name, originalName: `${suite}/${name}` };
    const samples = readNumber(fields['count']);
    if (samples === 0) return [{ ...base, samples, inconclusive: 'no sample was taken' }];
    const thousandths = readNumber(fields['stddev_ns_q1000']);
    return [
      {
        ...base,
        samples,
        mean: readNumber(fields['avg_ns']),
        trimmedMean: readNumber(fields['trimmed_mean_ns']),
        min: readNumber(fields['min_ns']),
        max: readNumber(fields['max_ns']),
        stddev: thousandths === undefined ? undefined : thousandths / 1000,
        percentiles: readPercentiles(fields),
      },
    ];
  });
}

function readPercentiles(fields: Fields): Record<string, number> | undefined {
  const entries = Object.entries(fields).flatMap(([key, value]) => {
    const name = /^(p\d+)_ns$/.exec(key)?.[1];
    const number = readNumber(value);
    return name === undefined || number === undefined ? [] : [[name, number] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function isMemory(fields: Fields): boolean {
  return fields['type'] === 'memory';
}

/** Bytes are not a time, so they become facts. */
function heapFacts({ suite, binding, cases }: Envelope): [string, string][] {
  return cases.filter(isMemory).flatMap((fields): [string, string][] => {
    const bytes = readNumber(fields['heap_delta']);
    const name = `heap_delta ${suite}/${readString(fields['name']) ?? 'unknown'} (${binding})`;
    // The benchmark writes -1 if the value is unknown.
    return bytes === undefined || bytes < 0 ? [] : [[name, `${bytes} bytes`]];
  });
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
