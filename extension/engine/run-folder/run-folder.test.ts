import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type * as runFolder from './run-folder';
import {
  findAbandonedRuns,
  mayBeAlive,
  newRunId,
  openRecording,
  openRunFolder,
  getRunsFolder,
  takeOver,
  thisOwner,
  writeFileAtomic,
  writeNamedFile,
} from './run-folder';

let workspace = '';
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'run-folder-'));
});
afterEach(() => rm(workspace, { recursive: true }));

const now = new Date('2026-11-20T21:05:09.123Z');
const open = () =>
  openRunFolder({ runsFolder: getRunsFolder(workspace), target: 'board', now, ignored: true });

test("a missing folder is a mistake of the user who named the file, and a loss if it held a run's files", async () => {
  const path = join(workspace, 'gone', 'file');
  await expect(writeNamedFile(path, '')).rejects.toMatchObject({
    code: 'not-writable',
    hint: 'Name a file in a folder that exists.',
  });
  const lost = {
    code: 'not-writable',
    hint: expect.stringMatching(/^Check that the folder still/),
  };
  await expect(writeFileAtomic(path, '')).rejects.toMatchObject(lost);
  await expect(openRecording(path, new Uint8Array())).rejects.toMatchObject(lost);
});

test('threads of one process write the same file at once', async () => {
  const path = join(workspace, 'file');
  // Each thread has a module of its own.
  const loadInThread = (name: string): Promise<typeof runFolder> =>
    import(/* @vite-ignore */ `./run-folder.ts?${name}`);
  const threads = await Promise.all(['one', 'other'].map(loadInThread));
  await Promise.all(threads.map((thread) => thread.writeFileAtomic(path, 'same')));
  expect(await readdir(workspace)).toEqual(['file']);
});

describe('a run folder', () => {
  it('is named by UTC time, target and four hex digits', () => {
    expect(newRunId(now, 'board')).toMatch(/^20261120T210509Z-board-[0-9a-f]{4}$/);
  });

  it('appears under its name only once it is complete and its owner file is gone', async () => {
    const folder = await open();
    await writeFile(join(folder.partial, 'run.json'), '{}');
    expect(existsSync(folder.final)).toBe(false);
    await folder.keep();
    expect(await readdir(folder.final)).toEqual(['run.json']);
    expect(await readdir(getRunsFolder(workspace))).toEqual([folder.id]);
  });

  it('is excluded from git without touching an existing .gitignore', async () => {
    await (await open()).discard();
    const ignore = join(workspace, '.cyclescope', '.gitignore');
    expect(await readFile(ignore, 'utf8')).toBe('*\n');
    await writeFile(ignore, 'mine');
    await (await open()).discard();
    expect(await readFile(ignore, 'utf8')).toBe('mine');
    expect(await readdir(getRunsFolder(workspace))).toEqual([]);
  });

  it('never replaces an earlier run', async () => {
    const folder = await open();
    await mkdir(folder.final);
    await writeFile(join(folder.final, 'run.json'), 'earlier');
    await expect(folder.keep()).rejects.toThrow();
    expect(await readFile(join(folder.final, 'run.json'), 'utf8')).toBe('earlier');
    await folder.discard();
  });
});

describe('the remains of a killed process', () => {
  const dead = () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    return { ...thisOwner(), pid };
  };
  const partial = async (ending: string) => {
    const folder = join(workspace, `.partial-20261120T210509Z-board-0000${ending}`);
    await mkdir(folder);
    await writeFile(join(folder, 'recording.SVDat'), 'half');
    return folder;
  };
  const formatOwner = ({ host, pid, mark }: ReturnType<typeof thisOwner>) =>
    `~${host}~${pid}~${mark}`;

  it('are abandoned, whenever it was killed', async () => {
    const folder = await partial(formatOwner(dead()));
    expect(await findAbandonedRuns(workspace)).toEqual([folder]);
  });

  it.each([
    ['a living owner', () => thisOwner()],
    ['an owner on another computer', () => ({ ...dead(), host: 'elsewhere' })],
  ])('are not with %s', async (_, owner) => {
    await partial(formatOwner(owner()));
    expect(await findAbandonedRuns(workspace)).toEqual([]);
  });

  it('are abandoned if the name has no owner', async () => {
    const folder = await partial('');
    expect(await findAbandonedRuns(workspace)).toEqual([folder]);
  });

  it('belong to this process while it works there', async () => {
    const folder = await open();
    expect(await findAbandonedRuns(getRunsFolder(workspace))).toEqual([]);
    await folder.discard();
  });

  it('have one new owner, and none again if that cannot keep them', async () => {
    const folder = await partial(formatOwner(dead()));
    const found: string[][] = [];
    const settle = async () => {
      found.push([...(await findAbandonedRuns(workspace))]);
      await takeOver(folder, () => Promise.reject(new Error('taken twice')));
      throw new Error('the disk is full');
    };
    await takeOver(folder, settle);
    expect(found).toEqual([[]]);
    expect(await findAbandonedRuns(workspace)).toEqual([folder.replace(/~.*/, '')]);
  });

  it('are not mistaken for those of a later process with the same number', () => {
    expect(mayBeAlive(thisOwner())).toBe(true);
    expect(mayBeAlive({ ...thisOwner(), mark: '1' })).toBe(false);
  });
});

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a recording file', () => {
  it('contains the header and every byte in order, although the sender reuses its buffer', async () => {
    const path = join(folder, 'r.SVDat');
    const recording = await openRecording(path, Buffer.from(';\n'));
    const shared = new Uint8Array(2);
    for (let i = 0; i < 200; i++) {
      recording.append(shared.fill(i));
      if (i % 7 === 0) await new Promise(setImmediate);
    }
    await recording.close();
    const expected = Array.from({ length: 400 }, (_, i) => i >> 1);
    expect([...(await readFile(path))]).toEqual([59, 10, ...expected]);
  });

  it.runIf(existsSync('/dev/full'))('reports a full disk immediately and on closing', async () => {
    const recording = await openRecording('/dev/full', Buffer.from(';\n'));
    recording.append(Buffer.from('more'));
    const full = { code: 'no-space', message: expect.stringContaining('/dev/full') };
    await new Promise((resolve) => recording.failed.addEventListener('abort', resolve));
    expect(recording.failed.reason).toMatchObject(full);
    await expect(recording.close()).rejects.toMatchObject(full);
  });
});
