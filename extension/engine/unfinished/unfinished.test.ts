import { cpSync, existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunRecord } from '../../runs';
import { agreesWithRecording } from '../../runs/record/testing/agree';
import type { Target } from '../../targets/target';
import { decodeFile } from '../decode';
import { readRun } from '../figures';
import { listRuns, listStoredRuns } from '../resolve';
import { bench } from '../testing/benches';
import { fakeAgent } from '../testing/fake-agent';
import { fakeTarget, putImage, makeRisingLoad } from '../testing/fake-target';
import { type Scene, stageRun } from '../testing/stage-run';
import { keepAbandoned } from './keep';

const benches = [bench('heap', 'malloc'), bench('heap', 'free', { iterations: 5000 })];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfinished-'));
  await putImage(folder, 'headline', benches);
  await putImage(folder, 'traced', benches);
});
afterEach(() => rm(folder, { recursive: true }));

const runsFolder = () => join(folder, 'runs');
const getPartialFolder = (id: string) => join(runsFolder(), `.partial-${id}`);

/** A whole run, taken back to the state of one whose process was killed; `change` is what else that did. */
async function abandon(scene: Scene, change: (recording: Buffer) => Buffer): Promise<RunRecord> {
  const draft = join(folder, 'draft.json');
  const copy = () => {
    const [name = ''] = readdirSync(runsFolder());
    cpSync(join(runsFolder(), name, 'unfinished.json'), draft);
  };
  const { run } = stageRun(folder, benches, { ...scene, onProgress: copy });
  const { record, folder: kept } = await run;
  const partial = getPartialFolder(record.id);
  await rename(kept, partial);
  await rename(draft, join(partial, 'unfinished.json'));
  for (const name of ['run.json', 'figures.json']) await rm(join(partial, name));
  const recording = join(partial, 'recording.SVDat');
  await writeFile(recording, change(await readFile(recording)));
  return record;
}

/** Cuts a recording in its last operation. */
const cut = (recording: Buffer) => recording.subarray(0, Math.round(recording.length * 0.9));

/** Cuts a recording between the last operation's preemptions and its end. */
function cutBehindCount(recording: Buffer): Buffer {
  const text = 'preemptions=3';
  const timeBytes = 1;
  return recording.subarray(0, recording.lastIndexOf(text) + text.length + timeBytes);
}

test('a run whose process was killed is kept as incomplete, with all that its recording has', async () => {
  const whole = await abandon({ spec: { repeat: 2 } }, cut);
  await writeFile(join(getPartialFolder(whole.id), 'half-written'), '');
  const runs = await listRuns(runsFolder());
  expect(runs.map(({ id }) => id)).toEqual([whole.id]);
  const listed = runs[0]!;
  expect((await readdir(listed.folder)).sort()).toEqual([
    'figures.json',
    'recording.SVDat',
    'run.json',
  ]);
  const record = await readRun(listed);
  const { passes, status, problems, notes, durationSeconds, ...rest } = record;
  expect(rest).toMatchObject({ id: whole.id, command: whole.command, repeat: 2 });
  expect([status, problems]).toEqual(['incomplete', [expect.stringContaining('was ended before')]]);
  expect(notes.at(-1)).toContain('made from the recordings');
  expect(durationSeconds).toBeGreaterThanOrEqual(0);
  const [before = [], after = []] = [whole, record].map((each) => each.passes[0]?.operations);
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  expect(after.at(-1)).toMatchObject({ op: 'free', repeat: 1, status: 'incomplete' });
  expect(after.at(-1)!.decoded).toBeGreaterThan(1000);
  const file = join(listed.folder, 'recording.SVDat');
  const { runs: found } = await decodeFile(file, { signal: new AbortController().signal });
  expect(passes.flatMap((pass) => agreesWithRecording(pass, found))).toEqual([]);
});

test.each([
  { unit: 'cycles', counter: { hz: 100e6, ticks: 0, meanwhile: () => undefined } },
  { unit: 'instructions', counter: undefined },
])('what the link found out belongs to it, also about figures in $unit', async (each) => {
  const { unit, counter } = each;
  const { target } = fakeTarget(() => fakeAgent(benches, { ...(counter && { counter }) }));
  const open: Target['open'] = async (...order) => ({
    ...(await target.open(...order)),
    facts: { place: 'board' },
    disturbance: 'the core was stopped',
  });
  await abandon({ target: { ...target, open } }, cut);
  const [run] = await listRuns(runsFolder());
  const [pass] = (await readRun(run!)).passes;
  expect(pass?.facts['place']).toBe('board');
  // A core that is stopped executes nothing.
  const isDoubtful = unit === 'cycles';
  expect(pass?.operations.map(({ problems }) => problems.includes('the core was stopped'))).toEqual(
    [isDoubtful, isDoubtful],
  );
});

test('its conditions are those of the last reading', async () => {
  const { target } = fakeTarget(() => fakeAgent(benches, {}));
  const read = makeRisingLoad();
  const clock = vi.spyOn(performance, 'now');
  try {
    // After each reading the next one is due.
    const began = performance.now();
    let readings = 0;
    clock.mockImplementation(() => began + readings * 60_000);
    const conditions: Target['conditions'] = (signal) => {
      readings += 1;
      return read(signal);
    };
    await abandon({ target: { ...target, conditions }, spec: { repeat: 2 } }, cut);
  } finally {
    clock.mockRestore();
  }
  const [run] = await listRuns(runsFolder());
  const [pass] = (await readRun(run!)).passes;
  expect(pass?.conditions).toEqual({ load_begin: '1.00', load_end: '2.00', stolen_ms: '10' });
});

test.each([
  { end: 'in the operation', cut, known: [3, 3, 3, undefined], notes: ['made from', 'at its end'] },
  { end: 'behind the count', cut: cutBehindCount, known: [3, 3, 3, 3], notes: ['made from'] },
])('it has the preemptions that its recording holds: cut off $end', async (each) => {
  await abandon({ faults: { preemptions: 3 }, spec: { repeat: 2 } }, each.cut);
  const [run] = await listRuns(runsFolder());
  const { notes, passes } = await readRun(run!);
  const [{ conditions, operations } = {}] = passes;
  expect(operations?.map(({ preemptions }) => preemptions)).toEqual(each.known);
  expect(operations?.at(-1)?.status).toBe('incomplete');
  const sum = each.known.reduce<number>((all, count = 0) => all + count, 0);
  expect(conditions?.['preemptions']).toBe(String(sum));
  expect(notes).toEqual(each.notes.map((part) => expect.stringContaining(part) as string));
});

test('its second pass may have just begun', async () => {
  const { id } = await abandon({ spec: { trace: true } }, (recording) => recording);
  const traced = join(getPartialFolder(id), 'recording-traced.SVDat');
  await writeFile(traced, (await readFile(traced)).subarray(0, 200));
  await keepAbandoned(runsFolder());
  const [run] = await listStoredRuns(runsFolder());
  const { passes } = await readRun(run!);
  expect(passes.map(({ build }) => build)).toEqual(['headline']);
  expect(existsSync(join(run!.folder, 'recording-traced.SVDat'))).toBe(false);
});

test('a run that was ended between its last two steps is kept as it is', async () => {
  const whole = await abandon({}, (recording) => recording);
  await writeFile(join(getPartialFolder(whole.id), 'run.json'), JSON.stringify(whole));
  const [run] = await listRuns(runsFolder());
  expect(await readRun(run!)).toEqual(whole);
  expect((await readdir(run!.folder)).sort()).toEqual(['recording.SVDat', 'run.json']);
});

test('nothing is kept of a run that measured nothing, or whose draft is damaged', async () => {
  const { id } = await abandon({}, (recording) => recording.subarray(0, 100));
  expect(await listRuns(runsFolder())).toEqual([]);
  await mkdir(getPartialFolder(id));
  await writeFile(join(getPartialFolder(id), 'unfinished.json'), '{"record":');
  expect(await listRuns(runsFolder())).toEqual([]);
  expect(await readdir(runsFolder())).toEqual([]);
});

test('shards that were not merged are kept as runs of their own', async () => {
  const one = await abandon({}, cut);
  const outer = getPartialFolder('20261120T210509Z-fake-0000');
  await mkdir(join(outer, 'shards'), { recursive: true });
  await rename(getPartialFolder(one.id), join(outer, 'shards', `.partial-${one.id}`));
  const [run, ...others] = await listRuns(runsFolder());
  expect([run?.id, others]).toEqual([one.id, []]);
  expect((await readRun(run!)).status).toBe('incomplete');
  expect(await readdir(runsFolder())).toEqual([one.id]);
});
