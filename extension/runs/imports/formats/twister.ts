import { type Fields, toFields } from '../../../base';
import { collect } from '../collect';
import type { ImportFormat, ImportResult } from '../imported';
import { readList, parseJson, readString } from '../json';
import { decimal } from '../figures';
import { emulationProblems, normaliseRelease } from '../zephyr';
import { clockFacts, latencyMeasure, latencyOperations, type LatencyRow } from './latency-measure';

const LONGEST_HEAD = 500;
/** Platforms that twister runs in QEMU, except for device tests. */
const EMULATED = /^(?:qemu_|mps2)/;

/** A test suite in twister's output with recordings. */
interface Suite {
  readonly name: string;
  readonly platform: string;
  readonly status: string;
  readonly records: readonly Fields[];
}

/**
 * Twister's recordings of a benchmark, from `recording.csv` of a build folder or `twister.json`.
 * Its records are rows of latency_measure and of benchmarks with the same output.
 */
export const twister: ImportFormat = {
  id: 'twister',
  title: 'Zephyr twister recording',
  about: "Zephyr's `twister.json` and `recording.csv`",
  namesakes: latencyMeasure.namesakes,
  method: latencyMeasure.method,
  recognises: (text) => parseReport(text) !== undefined || parseTable(text) !== undefined,
  read,
};

function read(text: string): ImportResult {
  const report = parseReport(text);
  if (report === undefined) {
    return readRecords(parseTable(text) ?? [], {}, ['A recording does not show what ran where.']);
  }
  const [first, ...others] = listSuites(report);
  if (first === undefined) return readRecords([], {}, []);
  const environment = toFields(report['environment']);
  const version = readString(environment['zephyr_version']);
  const toolchain = readString(environment['toolchain']);
  const facts = {
    os: 'Zephyr',
    test: first.name,
    board: first.platform,
    ...(version === undefined ? {} : { os_version: normaliseRelease(version) }),
    ...(toolchain === undefined ? {} : { toolchain }),
    ...(isEmulated(first, environment) ? { emulator: 'QEMU' } : {}),
  };
  return readRecords(first.records, facts, [...statusProblems(first), ...reportSkipped(others)]);
}

function readRecords(
  records: readonly Fields[],
  known: Readonly<Record<string, string>>,
  problems: readonly string[],
): ImportResult {
  const rows = records.flatMap((record) => toRow(record) ?? []);
  const unread = records.length - rows.length;
  return collect(twister, {
    unit: 'cycles',
    facts: { ...known, ...clockFacts(rows) },
    found: latencyOperations(rows),
    problems: [
      ...problems,
      ...(unread === 0
        ? []
        : [`Records without a metric in cycles, which were skipped: ${unread}.`]),
      ...emulationProblems(known),
    ],
  });
}

function toRow(record: Fields): LatencyRow | undefined {
  // The recording expression also captures what a console or logger put before the name.
  const name = readString(record['metric'])?.trim().split(/\s+/).at(-1);
  const cycles = decimal(readString(record['cycles'])?.trim());
  if (name === undefined || name === '' || cycles === undefined) return undefined;
  const about = readString(record['description'])?.trim();
  return {
    name,
    ...(about === undefined || about === '' ? {} : { about }),
    cycles,
    nanoseconds: decimal(readString(record['nanoseconds'])?.trim()),
    note: '',
  };
}

function parseReport(text: string): Fields | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  const report = toFields(parseJson(text));
  return Array.isArray(report['testsuites']) ? report : undefined;
}

function listSuites(report: Fields): readonly Suite[] {
  return readList(report['testsuites']).flatMap((each): Suite[] => {
    const suite = toFields(each);
    const records = readList(suite['recording']).map(toFields);
    const field = (key: string) => readString(suite[key]) ?? '?';
    if (records.length === 0) return [];
    return [{ name: field('name'), platform: field('platform'), status: field('status'), records }];
  });
}

function parseTable(text: string): readonly Fields[] | undefined {
  // Any other text may be long and is no table.
  const [head = ''] = text.slice(0, LONGEST_HEAD).split(/[\r\n]/);
  if (!head.includes('metric') || !head.includes('cycles')) return undefined;
  const [heads = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  if (!heads.includes('metric') || !heads.includes('cycles')) return undefined;
  return rows
    .filter((row) => row.length === heads.length)
    .map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at]])));
}

function isEmulated({ platform }: Suite, environment: Fields): boolean {
  return EMULATED.test(platform) && toFields(environment['options'])['device_testing'] !== true;
}

function statusProblems({ name, status }: Suite): string[] {
  return status === 'passed' ? [] : [`Twister reports for ${name}: ${status}.`];
}

/** A run is of one board; recordings of others must not be averaged in. */
function reportSkipped(others: readonly Suite[]): string[] {
  if (others.length === 0) return [];
  const named = others.map(({ name, platform }) => `${name} on ${platform}`).join(', ');
  return [`The report also contains recordings that were skipped: ${named}.`];
}

/** A field between commas, quoted or plain; what follows it ends the field or the record. */
const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Reads records of comma-separated values, as far as they are valid. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let fields: string[] = [];
  let at = 0;
  while (at < text.length) {
    FIELD.lastIndex = at;
    const [whole, quoted, plain = '', end] = FIELD.exec(text) ?? [];
    if (whole === undefined) break;
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    if (end === ',' && at < text.length) continue;
    records.push(fields);
    fields = [];
  }
  return records;
}
