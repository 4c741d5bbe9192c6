import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CLOCK_UNITS, type ClockUnit, type Revision, revisionSchema } from '../../agent';
import { configurationOf, subjectsOf } from '../../compare';
import { valueOf } from '../../measure';
import {
  decidingFigure,
  formatRunRecord,
  headOf,
  readHead,
  type RecordHead,
  recordHeadSchema,
  type RunRecord,
  summarise,
} from '../../runs';
import { readRun, type RunPlace } from '../resolve';
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
type Stored = StoredFigures & v.InferOutput<typeof headSchema>;

/** The figures of a run that decide comparisons, without its samples. */
export type DecidingFigures = Omit<StoredFigures, 'schema' | 'bytes'>;

const fileIn = (folder: string) => join(folder, 'figures.json');

/** Writes a record, and beside it its head and figures, so that lists and histories need not read all samples. */
export async function writeRecord(folder: string, record: RunRecord): Promise<void> {
  const text = formatRunRecord(record);
  const bytes = Buffer.byteLength(text);
  const stored: Stored = { schema: 2, bytes, head: headOf(record), ...figuresOf(record) };
  await writeFileAtomic(join(folder, 'run.json'), text);
  await writeFileAtomic(fileIn(folder), JSON.stringify(stored));
}

/** Reads the figures of a run whose record has this length: those beside it, or from the record itself. */
export async function readDecidingFigures(
  place: RunPlace,
  bytes: number,
): Promise<DecidingFigures> {
  const stored = await readStored(figuresSchema, place.folder, bytes);
  return stored && isWhole(stored) ? stored : figuresOf(await readRun(place));
}

/** Reads the head of a run whose record has this length, in the same way; undefined if it is none. */
export async function readRunHead(folder: string, bytes: number): Promise<RecordHead | undefined> {
  const stored = await readStored(headSchema, folder, bytes);
  if (stored) return stored.head;
  return readHead(await readFile(join(folder, 'run.json'), 'utf8').catch(() => ''));
}

/** Reads the part of the file beside a record that a schema describes. */
async function readStored<Part extends { readonly bytes: number }>(
  schema: v.GenericSchema<unknown, Part>,
  folder: string,
  bytes: number,
): Promise<Part | undefined> {
  try {
    const { output, success } = v.safeParse(
      schema,
      JSON.parse(await readFile(fileIn(folder), 'utf8')),
    );
    return success && output.bytes === bytes ? output : undefined;
  } catch {
    return undefined;
  }
}

const isWhole = ({ operations: { length }, figures, margins: between, repeats }: DecidingFigures) =>
  [figures, between, repeats].every((column) => column.length === length);

function figuresOf(record: RunRecord): DecidingFigures {
  const column = { kind: 'run', record } as const;
  const configuration = configurationOf(column, 'headline');
  const { id, deterministic } = record.target;
  const board = record.imported?.facts['board'];
  const { revision, rows } = record.imported
    ? importedFigures(record, record.imported)
    : measuredFigures(record);
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

function measuredFigures({ passes, target }: RunRecord): Found {
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
function importedFigures(
  record: RunRecord,
  { revision }: NonNullable<RunRecord['imported']>,
): Found {
  return {
    revision,
    rows: subjectsOf({ kind: 'run', record }, 'headline').flatMap(({ suite, op, mean, scale }) => {
      const figure = valueOf(mean);
      const operation = { suite, op, params: {}, unit: scale.unit };
      return figure === undefined ? [] : [{ operation, figure, margin: undefined, repeats: 1 }];
    }),
  };
}
