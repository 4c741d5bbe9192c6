import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRunHeads } from '../../../engine/figures';
import { pinRun, unpinRun } from '../../../engine/resolve/resolve';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../../runs/record/testing/example';
import type { Home } from '../../common/services';
import { storageHome } from '../homes/homes';
import {
  type KnownRuns,
  listEntries,
  namesFile,
  type ReadHeads,
  readNames,
  writeNames,
} from './entries';
import { removeRuns } from './remove';

const first = '20261101T100000Z-board-0001';
const second = '20261102T100000Z-board-0002';
const record = exampleRecord(
  examplePass(collectSimulated({ operations: [exampleOperation('heap/malloc', 70, 100)] })),
);
let folder = '';
let home: Home;
let known: KnownRuns;

async function put(id: string, facts: object = {}): Promise<string> {
  const run = join(home.runsFolder, id);
  await mkdir(run, { recursive: true });
  await writeFile(join(run, 'run.json'), JSON.stringify({ ...record, id, ...facts }));
  return run;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runs-'));
  home = storageHome(folder, 'Storage');
  known = new Map();
  await put(first);
  await put(second);
});
afterEach(() => rm(folder, { recursive: true }));

let asked: string[] = [];
const readHeads: ReadHeads = (records) => {
  asked = records.map(({ folder: run }) => run);
  return readRunHeads(records);
};
const list = () => listEntries(home, known, readHeads);
const ids = async () => (await list()).map(({ id }) => id);

describe('the runs of a home', () => {
  it('are listed with the contents of their files, the newest first', async () => {
    const recording = record.passes[0]?.recording ?? '';
    await writeFile(join(home.runsFolder, second, recording), 'x'.repeat(500));
    const [newest, oldest] = await list();
    expect([newest?.id, oldest?.id]).toEqual([second, first]);
    expect(newest).toMatchObject({ home: 'storage', status: 'complete', isBaseline: false });
    expect(newest).toMatchObject({ operations: 1, target: record.target, imported: undefined });
    expect(newest?.recordings.headline).toBe(join(home.runsFolder, second, recording));
    expect(oldest?.recordings).toEqual({});
    expect((newest?.bytes ?? 0) - (oldest?.bytes ?? 0)).toBe(500);
  });

  it('have their recordings also if these are packed, as those of the sample are', async () => {
    const recording = join(home.runsFolder, first, record.passes[0]?.recording ?? '');
    await writeFile(`${recording}.br`, '');
    expect((await list())[1]?.recordings.headline).toBe(recording);
  });

  it('exclude what is not a run', async () => {
    await writeFile(join(await put('20261103T100000Z-board-0003'), 'run.json'), '{"schema":1}');
    await put('20261106T100000Z-board-0006', { created: 'yesterday' });
    await mkdir(join(home.runsFolder, '.partial-20261104T100000Z-board-0004'));
    await mkdir(join(home.runsFolder, '20261105T100000Z-board-0005'));
    expect(await ids()).toEqual([second, first]);
  });

  it('are empty without a folder', async () => {
    expect(await listEntries(storageHome(join(folder, 'none'), ''), known, readHeads)).toEqual([]);
  });

  it('are read again only after a change', async () => {
    const before = await list();
    await put(first, { status: 'incomplete' });
    await rm(join(home.runsFolder, second), { recursive: true });
    const [run, ...others] = await list();
    expect(before).toHaveLength(2);
    expect(others).toEqual([]);
    expect(run?.status).toBe('incomplete');
    expect([...known.keys()]).toEqual([join(home.runsFolder, first)]);
    expect(asked).toEqual([join(home.runsFolder, first)]);
    asked = [];
    await list();
    expect(asked).toEqual([]);
  });

  it('mark the pinned one', async () => {
    await pinRun({ id: first, folder: join(home.runsFolder, first) }, home.runsFolder);
    expect((await list()).map(({ isBaseline }) => isBaseline)).toEqual([false, true]);
    await unpinRun(home.runsFolder);
    expect((await list()).some(({ isBaseline }) => isBaseline)).toBe(false);
  });

  it('have the names that the user gave them, in one line', async () => {
    await writeNames(home.runsFolder, {
      [first]: '  with\ncache \u202Eon\t',
      [second]: 'x'.repeat(500),
    });
    const [newest, oldest] = await list();
    expect(oldest?.name).toBe('with cache on');
    expect(newest?.name).toHaveLength(120);
    await writeNames(home.runsFolder, { [first]: ' ' });
    expect(await readNames(home.runsFolder)).toEqual({ [second]: 'x'.repeat(120) });
  });

  it('have no names if the file is damaged', async () => {
    await writeFile(namesFile(home.runsFolder), '{"a": 1}');
    expect(await readNames(home.runsFolder)).toEqual({});
  });
});

describe('deleting runs', () => {
  it('removes their folders and their names, and nothing else', async () => {
    await writeNames(home.runsFolder, { [first]: 'one', [second]: 'two' });
    await removeRuns(home.runsFolder, [first]);
    expect(await ids()).toEqual([second]);
    expect(await readdir(home.runsFolder)).toEqual([second]);
    expect(JSON.parse(await readFile(namesFile(home.runsFolder), 'utf8'))).toEqual({
      [second]: 'two',
    });
  });

  it.each(['..', '../..', 'notes', '.', ''])('rejects %j, which is not a run', async (id) => {
    await mkdir(join(home.runsFolder, 'notes'));
    await expect(removeRuns(home.runsFolder, [first, id])).rejects.toMatchObject({
      code: 'unknown-run',
    });
    expect(await ids()).toEqual([second, first]);
    expect(existsSync(dirname(home.runsFolder))).toBe(true);
  });

  it('removes a link and keeps its target', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'run.json'), JSON.stringify(record));
    const link = '20261106T100000Z-board-0006';
    await symlink(elsewhere, join(home.runsFolder, link));
    await removeRuns(home.runsFolder, [link]);
    expect(await readdir(elsewhere)).toEqual(['run.json']);
    expect(await ids()).toEqual([second, first]);
  });

  it('removes the remains of an earlier deletion', async () => {
    await mkdir(join(home.runsFolder, '.removed-20261101T000000Z-board-9999-aaaa'));
    await removeRuns(home.runsFolder, [first]);
    expect(await readdir(home.runsFolder)).toEqual([second]);
  });
});
