import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pinRun, resolveRun } from './resolve';

const ids = [
  '20261101T100000Z-board-00aa',
  '20261102T100000Z-other-board-1111',
  '20261103T100000Z-board-ffff',
  '20261103T100000Z-board-0000',
];
let cwd = '';
let runsFolder = '';

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'resolve-'));
  runsFolder = join(cwd, '.cyclescope', 'runs');
  for (const [index, id] of [...ids, '.partial-20261109T100000Z-board-0000'].entries()) {
    await mkdir(join(runsFolder, id), { recursive: true });
    await writeFile(join(runsFolder, id, 'run.json'), '{}');
    await utimes(join(runsFolder, id, 'run.json'), 1000 + index, 1000 + index);
  }
});
afterAll(() => rm(cwd, { recursive: true }));

const resolve = (reference: string) => resolveRun(reference, { cwd, runsFolder });

describe('a reference to a run', () => {
  it.each([
    ['latest', 3],
    ['latest~1', 2],
    ['latest:board', 3],
    ['latest:board~2', 0],
    ['latest~2:board', 0],
    ['latest:other-board', 1],
    ['20261102', 1],
    ['20261103T100000Z-board-f', 2],
    ['20261103T100000Z-board-0000', 3],
  ])('%s', async (reference, index) => {
    expect((await resolve(reference)).id).toBe(ids[index]);
  });

  it('may be a folder or its run.json', async () => {
    const folder = join(runsFolder, ids[0] ?? '');
    const found = { id: ids[0], folder };
    expect(await resolve(folder)).toEqual(found);
    expect(await resolve(`.cyclescope/runs/${ids[0]}/run.json`)).toEqual(found);
  });

  it.each([
    ['latest~4', /there are 4 runs/],
    ['latest:bord', /0 runs of bord/],
    ['20261103', /2 run ids begin with it/],
    ['nothing', /begins with it/],
    ['./nothing', /the folder has no run\.json/],
  ])('rejects %s', async (reference, message) => {
    await expect(resolve(reference)).rejects.toMatchObject({
      code: 'unknown-run',
      message: expect.stringMatching(message),
    });
  });

  it('suggests similar targets and runs', async () => {
    await expect(resolve('latest:bord')).rejects.toMatchObject({
      hint: expect.stringMatching(/"board"/),
    });
    await expect(resolve('20261103')).rejects.toMatchObject({
      hint: expect.stringContaining('0000'),
    });
  });

  it('may be the pinned run, also of another folder', async () => {
    await expect(resolve('baseline')).rejects.toMatchObject({
      message: expect.stringMatching(/No run is pinned/),
      hint: expect.stringMatching(/--pin/),
    });
    const own = await resolve(ids[1] ?? '');
    await pinRun(own, runsFolder);
    expect(await resolve('baseline')).toEqual(own);
    const elsewhere = join(cwd, 'kept');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'run.json'), '{}');
    await pinRun({ id: 'kept', folder: elsewhere }, runsFolder);
    expect(await resolve('baseline')).toEqual({ id: 'kept', folder: elsewhere });
  });
});
