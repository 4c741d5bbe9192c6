import { stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { EngineError } from '../base';
import { readRun, type StoredRun } from '../engine';
import { findTracedRecording } from '../tools';
import { traceFormats } from '../trace';

/** A recording in a file of its own, or one of a run. */
export interface NamedRecording {
  readonly path: string;
  /** Files made from it begin with this. */
  readonly name: string;
}

/** A recording's file, if the reference is one: a run is a folder, or the `run.json` in it. */
export async function findRecordingFile(
  reference: string,
  cwd: string,
): Promise<NamedRecording | undefined> {
  const named = resolve(cwd, reference);
  const path = await traceFileAt(named);
  const name = basename(named);
  if (!(await isFile(path)) || name === 'run.json') return undefined;
  return { path, name: basename(name, extname(name)) };
}

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() === true;

/** The file that describes a trace, if its folder is named. */
export async function traceFileAt(path: string): Promise<string> {
  const files = traceFormats.flatMap(({ reader }) => reader?.metadataFile ?? []);
  for (const file of files) if (await isFile(join(path, file))) return join(path, file);
  return path;
}

/** A run's traced recording; without one, that of the headline pass. */
export async function chooseRecording(run: StoredRun): Promise<NamedRecording> {
  const traced = await findTracedRecording(run);
  const [pass] = (await readRun(run)).passes;
  if (traced !== undefined) return { path: traced, name: run.id };
  if (pass === undefined) {
    throw new EngineError(
      'unreadable',
      `${run.id} has no recording: it was imported.`,
      'Export a run that was measured here, or name a recording.',
    );
  }
  return { path: join(run.folder, pass.recording), name: run.id };
}
