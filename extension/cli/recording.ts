import { stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { EngineError } from '../base';
import { readRun, type RunPlace } from '../engine';
import { tracedRecording } from '../tools';

/** A recording in a file of its own, or one of a run. */
export interface NamedRecording {
  readonly path: string;
  /** Files made from it begin with this. */
  readonly name: string;
}

/** A recording's file, if the reference is one: a run is a folder, or the `run.json` in it. */
export async function recordingFile(
  reference: string,
  cwd: string,
): Promise<NamedRecording | undefined> {
  const path = resolve(cwd, reference);
  const name = basename(path);
  const isFile = (await stat(path).catch(() => undefined))?.isFile() === true;
  if (!isFile || name === 'run.json') return undefined;
  return { path, name: basename(name, extname(name)) };
}

/** A run's traced recording; without one, that of the headline pass. */
export async function recordingOf(run: RunPlace): Promise<NamedRecording> {
  const traced = await tracedRecording(run);
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
