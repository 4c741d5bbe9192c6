import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { CLOCK_UNITS, revisionSchema } from '../agent';
import { newTable, throwIfCancelled } from '../base';
import { listRuns, readDecidingFigures, type RunPlace, writeFileAtomic } from '../engine';
import { fullName } from '../runs';
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
 * is made anew if it is missing or damaged.
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
  const places = await listRuns(runsFolder);
  const stamps = await Promise.all(places.map(stampOf));
  const runs: Index['runs'] = [];
  for (const [done, place] of places.entries()) {
    throwIfCancelled(signal);
    const stamp = stamps[done] ?? NO_STAMP;
    const before = knownRuns.get(place.id);
    if (before?.stamp.join() === stamp.join()) {
      runs.push(before);
      continue;
    }
    onProgress(done, places.length);
    runs.push({ id: place.id, stamp, content: await contentOf(place, stamp[1], tables) });
  }
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

/** Of a record that is not there. */
const NO_STAMP: [number, number] = [0, 0];

async function stampOf({ folder }: RunPlace): Promise<[number, number]> {
  const found = await stat(join(folder, 'run.json')).catch(() => undefined);
  return found ? [found.mtimeMs, found.size] : NO_STAMP;
}

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

const newTables = ({ operations, configurations }: Index) => ({
  operations: newTable((each: MeasuredOperation) => `${fullName(each)} ${each.unit}`, operations),
  configurations: newTable((each: Record<string, string>) => JSON.stringify(each), configurations),
});

type Tables = ReturnType<typeof newTables>;

async function contentOf(
  place: RunPlace,
  bytes: number,
  tables: Tables,
): Promise<Index['runs'][number]['content']> {
  try {
    const { configuration, operations, margins, ...same } = await readDecidingFigures(place, bytes);
    return {
      ...same,
      configuration: tables.configurations.add(configuration),
      operations: operations.map((operation) => tables.operations.add(operation)),
      margins: margins.map((margin) => margin ?? NO_MARGIN),
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** In the column of margins, where JSON has no `undefined`. */
export const NO_MARGIN = -1;
