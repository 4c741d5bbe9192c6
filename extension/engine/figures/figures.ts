import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { CLOCK_UNITS, type ClockUnit, type Revision, revisionSchema } from '../../agent';
import { EngineError, unreadableError } from '../../base';
import { collectConfiguration, listSubjects } from '../../compare';
import { getFigureValue } from '../../measure';
import {
  decidingFigure,
  formatRunRecord,
  extractRecordHead,
  readHead,
  readRunRecord,
  type RecordHead,
  recordHeadSchema,
  type RunRecord,
  summarise,
} from '../../runs';
import { writeFileAtomic } from '../run-folder';

interface Operation {
  readonly suite: string;
  readonly op: string;
  readonly params: Record<string, number>;
  readonly unit: ClockUnit;
}

/** Checked at once: a history reads some 100,000, and a schema for each would take longer than that. */
const operations = v.custom<Operation[]>(
  (value) => Array.isArray(value) && value.every(isOperation),
  'Expected operations',
);
const numbers = v.custom<number[]>(
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'number'),
  'Expected numbers',
);
const margins = v.custom<(number | null)[]>(
  (value) =>
    Array.isArray(value) && value.every((each) => each === null || typeof each === 'number'),
  'Expected margins',
);

function isOperation(value: unknown): value is Operation {
  const { suite, op, params, unit } = (value ?? {}) as Partial<Operation>;
  return (
    typeof suite === 'string' &&
    typeof op === 'string' &&
    CLOCK_UNITS.some((known) => known === unit) &&
    typeof params === 'object' &&
    Object.values(params).every((each) => typeof each === 'number')
  );
}

/** The file beside a record, of which each reader checks its part. */
const file = {
  schema: v.literal(2),
  /** The length of the record that it is of; a record of another length is read again. */
  bytes: v.number(),
};

const headSchema = v.object({ ...file, head: recordHeadSchema });

/** Columns of one entry for each operation; a margin is null if there is none. */
const figuresSchema = v.object({
  ...file,
  target: v.object({ id: v.string(), deterministic: v.boolean() }),
  revision: v.optional(revisionSchema),
  configuration: v.record(v.string(), v.string()),
  operations,
  figures: numbers,
  margins,
  repeats: numbers,
});

type StoredFigures = v.InferOutput<typeof figuresSchema>;

/** The figures of a run that decide comparisons, without its samples. */
export type DecidingFigures = Omit<StoredFigures, 'schema' | 'bytes'>;

/** The files of a stored run besides its recordings. */
export const RECORD_FILE = 'run.json';
export const FIGURES_FILE = 'figures.json';

const getFiguresPath = (folder: string) => join(folder, FIGURES_FILE);

/** Ends the first line of the file, which has the head: lists of runs need not parse the others. */
const HEAD_END = ',\n';

/** Writes a record, and beside it its head and figures, so that lists and histories need not read all samples. */
export async function writeRecord(folder: string, record: RunRecord): Promise<void> {
  const text = formatRunRecord(record);
  const bytes = Buffer.byteLength(text);
  const first: v.InferOutput<typeof headSchema> = {
    schema: 2,
    bytes,
    head: extractRecordHead(record),
  };
  const parts = [
    JSON.stringify(first).slice(0, -1),
    JSON.stringify(computeFigures(record)).slice(1),
  ];
  await writeFileAtomic(join(folder, RECORD_FILE), text);
  await writeFileAtomic(getFiguresPath(folder), parts.join(HEAD_END));
}

/** A run's folder, and the length of the record in it. */
export interface StoredRecord {
  readonly folder: string;
  readonly bytes: number;
}

/** Reads a run's record; throws the reason if it cannot be used. */
export async function readRun({ folder }: Pick<StoredRecord, 'folder'>): Promise<RunRecord> {
  const path = join(folder, RECORD_FILE);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadableError(path, error);
  });
  const { record, problems } = readRunRecord(text);
  if (record) return record;
  throw new EngineError(
    'unreadable',
    `${path}: ${problems.join(' ')}`,
    'Restore the file, or delete the run and measure again.',
  );
}

/** Reads the figures of runs: those beside their records, or from the records themselves; or why there are none. */
export function readDecidingFigures(
  records: readonly StoredRecord[],
): Promise<readonly (DecidingFigures | { readonly problem: string })[]> {
  return readEach(
    records,
    (record) => {
      const stored = readStored(figuresSchema, record);
      return stored && isWhole(stored) ? stored : undefined;
    },
    async (record) => {
      try {
        return computeFigures(await readRun(record));
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
  );
}

/** Reads the heads of runs in the same way; undefined where there is none. */
export function readRunHeads(
  records: readonly StoredRecord[],
): Promise<readonly (RecordHead | undefined)[]> {
  return readEach<RecordHead | undefined>(
    records,
    (stored) => readStored(headSchema, stored, firstLine)?.head,
    async ({ folder }) =>
      readHead(await readFile(join(folder, RECORD_FILE), 'utf8').catch(() => '')),
  );
}

/** The first line of the file, as JSON. */
function firstLine(text: string): string {
  const end = text.indexOf(HEAD_END);
  return end < 0 ? text : `${text.slice(0, end)}}`;
}

/** Files that are read before others of the thread have their turn. */
const AT_ONCE = 32;

/**
 * Reads what is beside each record, or else the record. Small files are read at once: the pool of threads for files,
 * which all threads of an editor's extensions share, takes several times as long for a thousand.
 */
async function readEach<Part>(
  records: readonly StoredRecord[],
  readBeside: (stored: StoredRecord) => Part | undefined,
  readRecord: (stored: StoredRecord) => Promise<Part>,
): Promise<readonly Part[]> {
  const found: Part[] = [];
  for (const [at, stored] of records.entries()) {
    if (at % AT_ONCE === 0) await setImmediate();
    found.push(readBeside(stored) ?? (await readRecord(stored)));
  }
  return found;
}

/** Reads the part of the file beside a record that a schema describes. */
function readStored<Part extends { readonly bytes: number }>(
  schema: v.GenericSchema<unknown, Part>,
  { folder, bytes }: StoredRecord,
  selectPart: (text: string) => string = (text) => text,
): Part | undefined {
  try {
    const text = selectPart(readFileSync(getFiguresPath(folder), 'utf8'));
    const { output, success } = v.safeParse(schema, JSON.parse(text));
    return success && output.bytes === bytes ? output : undefined;
  } catch {
    return undefined;
  }
}

const isWhole = ({ operations: { length }, figures, margins: between, repeats }: DecidingFigures) =>
  [figures, between, repeats].every((column) => column.length === length);

function computeFigures(record: RunRecord): DecidingFigures {
  const column = { kind: 'run', record } as const;
  const configuration = collectConfiguration(column, 'headline');
  const { id, deterministic } = record.target;
  const board = record.imported?.facts['board'];
  const { revision, rows } = record.imported
    ? collectImportedFigures(record, record.imported)
    : collectMeasuredFigures(record);
  return {
    target: { id: board === undefined ? id : `${id}:${board}`, deterministic },
    ...(revision && { revision }),
    configuration,
    operations: rows.map(({ operation }) => operation),
    figures: rows.map(({ figure }) => figure),
    margins: rows.map(({ margin }) => margin ?? null),
    repeats: rows.map(({ repeats }) => repeats),
  };
}

interface Found {
  readonly revision: Revision | undefined;
  readonly rows: readonly {
    readonly operation: Operation;
    readonly figure: number;
    readonly margin: number | undefined;
    readonly repeats: number;
  }[];
}

function collectMeasuredFigures({ passes, target }: RunRecord): Found {
  const headline = passes.filter(({ build }) => build === 'headline');
  return {
    revision: headline[0]?.image.revision,
    rows: summarise({ passes: headline }).flatMap((row) => {
      const found = decidingFigure(row, target.deterministic);
      const { suite, op, params, clock } = row;
      return found ? [{ operation: { suite, op, params, unit: clock.unit }, ...found }] : [];
    }),
  };
}

/** Another tool's means; of operations that it reports several times, the mean of all. */
function collectImportedFigures(
  record: RunRecord,
  { revision }: NonNullable<RunRecord['imported']>,
): Found {
  return {
    revision,
    rows: listSubjects({ kind: 'run', record }, 'headline').flatMap(
      ({ suite, op, mean, scale }) => {
        const figure = getFigureValue(mean);
        const operation = { suite, op, params: {}, unit: scale.unit };
        return figure === undefined ? [] : [{ operation, figure, margin: undefined, repeats: 1 }];
      },
    ),
  };
}
