import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type RunRecord, runRecordSchema } from '../../runs';
import { DRAFT_FILE, writeFileAtomic } from '../run-folder';

/*
 * The record of a run that has only begun, beside its recordings until it is stored. If no process is left
 * to end the run, this and the recordings are what there is of it.
 */

const texts = v.record(v.string(), v.string());

const finding = v.object({
  /** Facts that the link found out about the hardware. */
  facts: v.optional(texts),
  disturbance: v.optional(v.string()),
  /** The conditions up to the last reading. */
  conditions: v.optional(texts),
});

type Finding = Readonly<v.InferOutput<typeof finding>>;

const schema = v.object({
  /** Its passes are empty. */
  record: runRecordSchema,
  /** Findings of each pass that are not in its stream, by the name of its recording. */
  findings: v.record(v.string(), finding),
});

export type DraftContent = v.InferOutput<typeof schema>;

/** The draft of a run in progress. */
export interface RunDraft {
  /** Writes down what a recording does not contain; the last finding counts. */
  readonly note: (recording: string, finding: Finding) => Promise<void>;
}

/** Writes the draft of a run that begins to measure. */
export async function beginDraft(folder: string, record: RunRecord): Promise<RunDraft> {
  let content: DraftContent = { record, findings: {} };
  const write = () => writeFileAtomic(join(folder, DRAFT_FILE), JSON.stringify(content));
  await write();
  return {
    note: async (recording, finding) => {
      const noted = content.findings[recording] ?? {};
      if (JSON.stringify(finding) === JSON.stringify(noted)) return;
      content = { ...content, findings: { ...content.findings, [recording]: finding } };
      await write();
    },
  };
}

/** Reads the draft in a folder; undefined if there is none that this version can read. */
export async function readDraft(folder: string): Promise<DraftContent | undefined> {
  try {
    const text = await readFile(join(folder, DRAFT_FILE), 'utf8');
    const checked = v.safeParse(schema, JSON.parse(text));
    return checked.success ? checked.output : undefined;
  } catch {
    return undefined;
  }
}
