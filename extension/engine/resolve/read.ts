import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, systemCode } from '../../base';
import { readRunRecord, type RunRecord } from '../../runs';
import type { RunPlace } from './resolve';

/** Reads a run's record; throws the reason if it cannot be used. */
export async function readRun({ folder }: RunPlace): Promise<RunRecord> {
  const path = join(folder, 'run.json');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new EngineError('unreadable', `${path} cannot be read (${systemCode(error)}).`);
  });
  const { record, problems } = readRunRecord(text);
  if (record) return record;
  throw new EngineError('unreadable', `${path}: ${problems.join(' ')}`);
}
