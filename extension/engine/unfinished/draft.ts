import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type RunRecord, runRecordSchema } from '../../runs';
import type { TargetLink } from '../../targets';
import { DRAFT_FILE, writeFileAtomic } from '../run-folder';

/*
 * The record of a run that has only begun, beside its recordings until it is stored. If nobody is left
 * to end the run, this and the recordings are what there is of it.
 */

const links = v.record(
  v.string(),
  v.object({ facts: v.record(v.string(), v.string()), disturbance: v.optional(v.string()) }),
);

const schema = v.object({
  /** Its passes are empty. */
  record: runRecordSchema,
  /** Findings of the link of each pass, by the name of the recording. */
  links,
});

export type DraftContent = v.InferOutput<typeof schema>;

/** The draft of a run in progress. */
export interface RunDraft {
  /** Adds what a recording does not contain; each agent that is opened for it may be followed by another. */
  readonly note: (
    recording: string,
    link: Pick<TargetLink, 'facts' | 'disturbance'>,
  ) => Promise<void>;
}

/** Writes the draft of a run that begins to measure. */
export async function beginDraft(folder: string, record: RunRecord): Promise<RunDraft> {
  let content: DraftContent = { record, links: {} };
  const write = () => writeFileAtomic(join(folder, DRAFT_FILE), JSON.stringify(content));
  await write();
  return {
    note: async (recording, { facts, disturbance }) => {
      if (content.links[recording] || (!facts && disturbance === undefined)) return;
      const link = { facts: { ...facts }, disturbance };
      content = { ...content, links: { ...content.links, [recording]: link } };
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
