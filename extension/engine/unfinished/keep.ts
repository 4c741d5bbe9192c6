import { createReadStream, existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CollectedRun } from '../../agent';
import {
  buildPass,
  countPassRepeats,
  type PassRun,
  type RunPass,
  type RunRecord,
} from '../../runs';
import { markDisturbed, newBenchmarkDecoder, streamTotals } from '../decode';
import { FIGURES_FILE, RECORD_FILE, writeRecord } from '../figures';
import { findAbandonedRuns, type RunFolder, SHARDS, takeOver } from '../run-folder';
import { type DraftContent, readDraft } from './draft';

const ENDED = 'The program that measured was ended before the run was.';
const REBUILT =
  'This record was made from the recordings: checks of the clock and the board are missing, and conditions are those of the last reading.';
const UNCOUNTED =
  'The preemptions are those of operations that had ended: the agent counts those of an operation at its end.';

/**
 * Keeps the runs of processes that are gone, such as killed ones, as incomplete, each with what its
 * recordings contain, and removes those that measured nothing. Several processes may do so at once; it never fails.
 */
export async function keepAbandoned(runsFolder: string): Promise<void> {
  for (const path of await findAbandonedRuns(runsFolder)) {
    await takeOver(path, (folder) => keep(folder, runsFolder)).catch(() => undefined);
  }
}

async function keep(folder: RunFolder, runsFolder: string): Promise<void> {
  const { partial } = folder;
  const draft = await readDraft(partial);
  if (!draft) {
    await keepShards(join(partial, SHARDS), runsFolder);
    return folder.discard();
  }
  // It was ended between its last two steps.
  if (existsSync(join(partial, RECORD_FILE))) return folder.keep();
  const record = await rebuild(partial, draft);
  if (!record) return folder.discard();
  await writeRecord(partial, record);
  await removeOthers(partial, record);
  return folder.keep();
}

/** The parts of a run that was never merged are runs of their own. */
async function keepShards(shards: string, runsFolder: string): Promise<void> {
  await keepAbandoned(shards);
  for (const id of await readdir(shards).catch(() => [])) {
    if (existsSync(join(shards, id, RECORD_FILE))) {
      await rename(join(shards, id), join(runsFolder, id));
    }
  }
}

/** The record of what was measured; undefined if that is nothing. */
async function rebuild(
  folder: string,
  { record, findings }: DraftContent,
): Promise<RunRecord | undefined> {
  const passes: RunPass[] = [];
  const rebuilt = (pass: RunPass) =>
    rebuildPass(join(folder, pass.recording), pass, findings[pass.recording]);
  for (const { layouts = [], ...image } of record.passes) {
    const pass = await rebuilt(image);
    if (!pass) break;
    const moved: RunPass[] = [];
    for (const each of layouts) moved.push(...[await rebuilt(each)].filter((found) => !!found));
    passes.push({ ...pass, ...(moved.length > 0 && { layouts: moved }) });
  }
  if (passes.length === 0) return undefined;
  const ends = await Promise.all(
    passes.map(async ({ recording }) => (await stat(join(folder, recording))).mtimeMs),
  );
  const milliseconds = Math.max(...ends) - Date.parse(record.created);
  return {
    ...record,
    status: 'incomplete',
    // Runs in turns repeat for as long as something is undecided.
    repeat: record.looks === undefined ? record.repeat : countPassRepeats(passes),
    durationSeconds: Math.max(0, milliseconds) / 1000,
    passes,
    notes: [...record.notes, REBUILT, ...(passes.some(isUncounted) ? [UNCOUNTED] : [])],
    problems: [ENDED],
  };
}

/** True if preemptions are known, except those of the operation that was cut off. */
const isUncounted = ({ conditions, operations }: RunPass) =>
  conditions?.['preemptions'] !== undefined &&
  operations.some(
    ({ status, preemptions }) => status === 'incomplete' && preemptions === undefined,
  );

/** Decodes the recording of a pass, which may end anywhere. */
async function rebuildPass(
  path: string,
  { build, recording, image }: RunPass,
  { facts = {}, disturbance, conditions }: DraftContent['findings'][string] = {},
): Promise<RunPass | undefined> {
  if (!existsSync(path)) return undefined;
  const decoder = newBenchmarkDecoder();
  for await (const chunk of createReadStream(path)) decoder.push(chunk as Uint8Array);
  const stream = streamTotals(decoder.finish());
  const runs = decoder.collector.runs().map((run) => markDisturbed(run, disturbance));
  const pass = buildPass({
    build,
    recording,
    image,
    facts: new Map([...runs.flatMap((run) => [...run.facts]), ...Object.entries(facts)]),
    conditions,
    runs: inRepeats(runs),
    stream,
    problems: decoder.collector.problems(),
  });
  return pass.operations.every(({ decoded }) => decoded === 0) ? undefined : pass;
}

/** Numbers repeats, which only the control line names: what is measured again belongs to the next one. */
function inRepeats(runs: readonly CollectedRun[]): readonly PassRun[] {
  const counts = new Map<string, number>();
  let repeat = 0;
  return runs.map((run) => {
    const names = run.operations.map(({ suite, name, params }) =>
      JSON.stringify([suite, name, params]),
    );
    repeat = Math.max(repeat, ...names.map((name) => counts.get(name) ?? 0));
    for (const name of names) counts.set(name, repeat + 1);
    return { run, repeat };
  });
}

/** Removes files that were never finished. */
async function removeOthers(folder: string, { passes }: RunRecord): Promise<void> {
  const all = passes.flatMap((pass) => [pass, ...(pass.layouts ?? [])]);
  const kept = new Set(
    [RECORD_FILE, FIGURES_FILE, ...all.map(({ recording }) => recording)].map((name) =>
      basename(name),
    ),
  );
  for (const name of await readdir(folder)) {
    if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
