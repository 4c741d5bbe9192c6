import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { CLOCK_UNITS, revisionSchema } from '../agent';
import { newTable, throwIfCancelled } from '../base';
import {
  type DecidingFigures,
  type ListedRun,
  listRuns,
  readDecidingFigures,
  writeFileAtomic,
} from '../engine';
import { fullName, isSameMeasurement } from '../runs';
import type { SearchedPieces } from './change-points';

const operationSchema = v.object({
  suite: v.string(),
  op: v.string(),
  params: v.record(v.string(), v.number()),
  unit: v.picklist(CLOCK_UNITS),
});

/** An operation by one unit of time; figures of different units never meet. */
type MeasuredOperation = v.InferOutput<typeof operationSchema>;

/** Checked at once: a schema for each of some 100,000 numbers would take longer than reading them. */
const numbers = v.custom<number[]>(
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'number'),
  'Expected numbers',
);

const readableSchema = v.object({
  target: v.object({ id: v.string(), deterministic: v.boolean() }),
  /** Undefined if the image has no such record. */
  revision: v.optional(revisionSchema),
  /** The entry in `configurations`. */
  configuration: v.number(),
  // A column each; the operations are entries of `operations`. A margin below zero is none.
  operations: numbers,
  figures: numbers,
  margins: numbers,
  repeats: numbers,
});

/** A run with the figures that decide. */
export type IndexedFigures = v.InferOutput<typeof readableSchema>;

const indexedRun = v.object({
  id: v.string(),
  /** Time and size of the record that was read; another one is read again. */
  stamp: v.tuple([v.number(), v.number()]),
  /** The figures, or why there are none. */
  content: v.union([readableSchema, v.object({ problem: v.string() })]),
});

const indexSchema = v.object({
  schema: v.literal(1),
  operations: v.array(operationSchema),
  configurations: v.array(v.record(v.string(), v.string())),
  runs: v.array(indexedRun),
  pieces: v.optional(v.record(v.string(), v.array(v.pipe(v.number(), v.integer())))),
});

type Index = v.InferOutput<typeof indexSchema>;

/** The deciding figures of all runs in a folder, oldest run first. */
export interface StoredFigures extends Pick<Index, 'operations' | 'configurations' | 'runs'> {
  /** Pieces of series that were searched for changes before. */
  readonly searched: SearchedPieces;
  /** Keeps what was read and searched for the next reading, which takes longer without it. */
  readonly keep: () => Promise<void>;
}

/** The index is beside the runs' folder. */
const indexFile = (runsFolder: string) => join(dirname(runsFolder), 'history.json');

/**
 * Reads the figures of all runs. Each record is read once: what was found is kept in an index file, which
 * is rebuilt if it is missing or damaged.
 */
export async function readFigures(
  runsFolder: string,
  onProgress: (done: number, total: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<StoredFigures> {
  const path = indexFile(runsFolder);
  const known = await readIndex(path);
  const tables = newTables(known);
  const knownRuns = new Map(known.runs.map((run) => [run.id, run]));
  const listed = await listRuns(runsFolder);
  const unread = listed.filter((run) => !isUpToDate(run, knownRuns.get(run.id)));
  for (let done = 0; done < unread.length; done += READ_AT_ONCE) {
    throwIfCancelled(signal);
    onProgress(done, unread.length);
    const some = unread.slice(done, done + READ_AT_ONCE);
    const found = await readDecidingFigures(some);
    for (const [at, { id, modified, bytes }] of some.entries()) {
      const figures = found[at] ?? { problem: '' };
      knownRuns.set(id, { id, stamp: [modified, bytes], content: encodeContent(figures, tables) });
    }
  }
  const runs = listed.flatMap(({ id }) => knownRuns.get(id) ?? []);
  const { rows: operations } = tables.operations;
  const { rows: configurations } = tables.configurations;
  const pieces = Object.entries(known.pieces ?? {});
  const searched: SearchedPieces = new Map(pieces);
  const isSame = () =>
    searched.size === pieces.length &&
    pieces.every(([key, changes]) => searched.get(key) === changes) &&
    runs.length === known.runs.length &&
    runs.every((run, at) => run === known.runs[at]);
  const keep = async (): Promise<void> => {
    if (isSame()) return;
    const newest = Object.fromEntries([...searched].slice(-MOST_PIECES));
    const index: Index = { schema: 1, operations, configurations, runs, pieces: newest };
    await writeFileAtomic(path, JSON.stringify(index)).catch(() => undefined);
  };
  return { operations, configurations, runs, searched, keep };
}

/** Those of 1,000 runs of 300 operations, in 0.5 MB: histories from other commits on have other pieces. */
const MOST_PIECES = 10_000;

/** Runs that are read between two checks of the signal. */
const READ_AT_ONCE = 64;

/** Checks that figures in the index are those of the record that is there. */
const isUpToDate = ({ modified, bytes }: ListedRun, known: Index['runs'][number] | undefined) =>
  known !== undefined && known.stamp[0] === modified && known.stamp[1] === bytes;

const EMPTY: Index = { schema: 1, operations: [], configurations: [], runs: [] };

async function readIndex(path: string): Promise<Index> {
  try {
    const { output, success } = v.safeParse(indexSchema, JSON.parse(await readFile(path, 'utf8')));
    return success && isSound(output) ? output : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** Checks that the columns of each run agree, and that all entries exist. */
function isSound({ operations, configurations, runs }: Index): boolean {
  return runs.every(({ content }) => {
    if ('problem' in content) return true;
    const columns = [content.figures, content.margins, content.repeats];
    return (
      configurations[content.configuration] !== undefined &&
      content.operations.every((entry) => operations[entry] !== undefined) &&
      columns.every((column) => column.length === content.operations.length)
    );
  });
}

function newTables(known: Index) {
  const operations = newTable(
    (each: MeasuredOperation) => `${fullName(each)} ${each.unit}`,
    known.operations,
  );
  const configurations = newTable(
    (each: Record<string, string>) => JSON.stringify(each),
    known.configurations,
  );
  // Most runs measure the same as the run before, so no keys are made of them.
  let before: readonly number[] = [];
  const isSame = (one: MeasuredOperation, other: MeasuredOperation | undefined) =>
    other !== undefined && one.unit === other.unit && isSameMeasurement(one, other);
  return {
    operations,
    configurations,
    addOperations: (all: readonly MeasuredOperation[]): number[] => {
      const entries = all.map((each, at) => {
        const guess = before[at] ?? -1;
        return isSame(each, operations.rows[guess]) ? guess : operations.add(each);
      });
      before = entries;
      return entries;
    },
  };
}

type Tables = ReturnType<typeof newTables>;

function encodeContent(
  figures: DecidingFigures | { readonly problem: string },
  { configurations, addOperations }: Tables,
): Index['runs'][number]['content'] {
  if ('problem' in figures) return figures;
  const { configuration, operations, margins, ...same } = figures;
  return {
    ...same,
    configuration: configurations.add(configuration),
    operations: addOperations(operations),
    margins: margins.map((margin) => margin ?? NO_MARGIN),
  };
}

/** In the column of margins, where JSON has no `undefined`. */
export const NO_MARGIN = -1;
