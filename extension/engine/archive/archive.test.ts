import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatRunProfile } from '../../profile';
import { exampleRunProfile } from '../../profile/stored/testing';
import { formatRunRecord, type RunRecord } from '../../runs/record/record';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../runs/record/testing/example';
import { readProfile } from '../profile/stored';
import { newRunId, openRunFolder } from '../run-folder/run-folder';
import { exportRun, openArchive, pack } from './archive';

const record = exampleRecord(
  examplePass(collectSimulated({ operations: [exampleOperation('heap/malloc', 146, 100)] })),
);
const recording = Uint8Array.from({ length: 5000 }, (_, i) => (i * i) % 251);
const tool = 'cyclescope 0.1.0';

let folder = '';
let runs = '';
let file = '';

/** A run as the engine leaves it, exported to `file`. */
async function exportRecord(of: RunRecord = record) {
  const options = { runsFolder: runs, target: '', now: new Date(), id: of.id, ignored: false };
  const made = await openRunFolder(options);
  await writeFile(join(made.partial, 'run.json'), formatRunRecord(of));
  await writeFile(join(made.partial, 'recording.SVDat'), recording);
  await made.keep();
  return exportRun({ id: of.id, folder: made.final }, file, tool);
}

const open = (out = 'opened') =>
  openArchive(file, { runsFolder: join(folder, out), isChosenFolder: true });
const refusal = async (): Promise<unknown> => {
  const error: unknown = await open().catch((reason: unknown) => reason);
  expect(await readdir(join(folder, 'opened')).catch(() => [])).toEqual([]);
  return error;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  runs = join(folder, 'runs');
  file = join(folder, 'x.cyclescope');
});
afterEach(() => rm(folder, { recursive: true }));

describe('an exported run', () => {
  it('opens elsewhere with the same bytes', async () => {
    expect(await exportRecord()).toMatchObject({
      files: ['run.json', 'recording.SVDat'],
      missing: [],
    });
    const { state, folder: opened } = await open();
    expect([state, opened]).toEqual(['kept', join(folder, 'opened', record.id)]);
    expect(await readdir(opened)).toEqual(['recording.SVDat', 'run.json']);
    for (const name of await readdir(opened)) {
      const original = await readFile(join(runs, record.id, name));
      expect((await readFile(join(opened, name))).equals(original)).toBe(true);
    }
  });

  it('has the recordings of the sample, which are packed there', async () => {
    const samples = join(import.meta.dirname, '../../../media/sample');
    const [id = ''] = await readdir(samples);
    const { files } = await exportRun({ id, folder: join(samples, id) }, file, tool);
    const recordings = ['recording.SVDat', 'recording-traced.SVDat'];
    expect(files).toEqual(['run.json', ...recordings]);
    const { folder: opened } = await open();
    for (const name of recordings) {
      const recording = await readFile(join(opened, name));
      expect(recording.toString('latin1', 0, 1)).toBe(';');
      const packed = await readFile(join(samples, id, `${name}.br`));
      expect(brotliDecompressSync(packed).equals(recording)).toBe(true);
    }
  });

  it('is refused with the name of a packed recording that is damaged', async () => {
    await exportRecord();
    const run = { id: record.id, folder: join(runs, record.id) };
    const path = join(run.folder, 'recording.SVDat');
    await rm(path);
    await writeFile(`${path}.br`, 'damaged');
    await expect(exportRun(run, file, tool)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining(`${path}.br cannot be read`),
    });
  });

  it.each(['ssh://pi@10.0.0.7:22', `board:${'x'.repeat(300)}`])(
    'opens elsewhere if it was measured on %s',
    async (target) => {
      await exportRecord({ ...record, id: newRunId(new Date(), target) });
      expect((await open()).state).toBe('kept');
    },
  );

  it('starts with a line that people can read', async () => {
    await exportRecord();
    const [line = ''] = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    expect(JSON.parse(line)).toMatchObject({ format: 'cyclescope-run', version: 1, tool });
  });

  it('may lack its recording, which is reported', async () => {
    await exportRecord();
    await rm(join(runs, record.id, 'recording.SVDat'));
    const stored = { id: record.id, folder: join(runs, record.id) };
    expect(await exportRun(stored, file, tool)).toMatchObject({
      files: ['run.json'],
      missing: ['recording.SVDat'],
    });
    expect((await open()).record).toEqual(record);
  });

  it('contains its profile, and adds it to a stored copy of the same run without one', async () => {
    await exportRecord();
    const { folder: opened } = await open();
    const profile = formatRunProfile(exampleRunProfile());
    const stored = { id: record.id, folder: join(runs, record.id) };
    await writeFile(join(stored.folder, 'profile.json'), profile);
    expect(await exportRun(stored, file, tool)).toMatchObject({
      files: ['run.json', 'recording.SVDat', 'profile.json'],
      missing: [],
    });
    const fresh = await open('fresh');
    expect(await readProfile(fresh.folder)).toEqual(exampleRunProfile());
    expect((await open()).state).toBe('present');
    expect(await readFile(join(opened, 'profile.json'), 'utf8')).toBe(profile);
    await writeFile(join(opened, 'profile.json'), '{}');
    await expect(open()).rejects.toMatchObject({
      message: expect.stringMatching(/profile\.json differ/),
    });
    expect(await readFile(join(opened, 'profile.json'), 'utf8')).toBe('{}');
  });

  it('is the stored run if it is opened twice, and overwrites no other', async () => {
    await exportRecord();
    const { folder: opened } = await open();
    expect((await open()).state).toBe('present');
    await writeFile(join(opened, 'recording.SVDat'), 'another');
    await expect(open()).rejects.toMatchObject({
      code: 'exists',
      message: expect.stringMatching(/recording\.SVDat differ/),
    });
    expect(await readFile(join(opened, 'recording.SVDat'), 'utf8')).toBe('another');
  });
});

describe('rejects, leaving nothing behind:', () => {
  it.each([
    ['a foreign file', Buffer.from('PK'), /is not an exported run/],
    ['nothing', Buffer.alloc(0), /is not an exported run/],
    ['another gzip file', gzipSync('hello\n'), /is not an exported run/],
    ['a newer version', gzipSync('{"format":"cyclescope-run","version":2}\n'), /has version 2/],
    ['a damaged header', gzipSync('{"format":"cyclescope-run","version":1}\n'), /first line/],
  ])('%s', async (_, bytes, message) => {
    await writeFile(file, bytes);
    expect(await refusal()).toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(message),
    });
  });

  it.each<[string, (bytes: Buffer) => Uint8Array, RegExp]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 100), /cannot be unpacked/],
    ['cut inside', (bytes) => gzipSync(gunzipSync(bytes).subarray(0, -1)), /is truncated/],
    [
      'changed',
      (bytes) => gzipSync(flipLastBit(gunzipSync(bytes))),
      /SHA-256 of .* does not match/,
    ],
    [
      'with something behind',
      (bytes) => gzipSync(Buffer.concat([gunzipSync(bytes), Buffer.from('x')])),
      /after its last file/,
    ],
  ])('a run that was %s', async (_, damage, message) => {
    await exportRecord();
    await writeFile(file, damage(await readFile(file)));
    expect(await refusal()).toMatchObject({ message: expect.stringMatching(message) });
  });

  const recordFile = (change: Partial<RunRecord> = {}) => ({
    name: 'run.json',
    bytes: Buffer.from(formatRunRecord({ ...record, ...change })),
  });
  const other = (name: string) => ({ name, bytes: recording });
  const passNaming = (name: string) => ({
    passes: record.passes.map((pass) => ({ ...pass, recording: name })),
  });

  it.each([
    ['no record', [other('recording.SVDat')], /has no run\.json/],
    ['a record that is none', [{ ...recordFile(), bytes: recording }], /not a run record/],
    [
      'a record of a newer schema',
      [{ name: 'run.json', bytes: Buffer.from('{"schema":3}') }],
      /newer|up to 2/,
    ],
    [
      'an id that is a path',
      [recordFile({ id: '../20261120T221500Z-x-1a2b' })],
      /not a valid run id/,
    ],
    ['a file beside the run', [recordFile(), other('.bashrc')], /does not belong to its run/],
    [
      'a recording that is a path',
      [recordFile(passNaming('../x.SVDat')), other('../x.SVDat')],
      /does not belong to its run/,
    ],
    [
      'a recording that is a program',
      [recordFile(passNaming('x.sh')), other('x.sh')],
      /does not belong to its run/,
    ],
    [
      'one file twice',
      [recordFile(), other('recording.SVDat'), other('recording.SVDat')],
      /recording\.SVDat twice/,
    ],
  ])('%s', async (_, files, message) => {
    await writeFile(file, pack(files, tool));
    expect(await refusal()).toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(message),
    });
  });
});

function flipLastBit(bytes: Buffer): Buffer {
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  return bytes;
}
