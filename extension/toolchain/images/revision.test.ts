import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteRevision, readNotedRevision, readProjectRevision, readRevision } from './revision';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-revision-'));
  mkdirSync(join(folder, 'repo'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (line: string, at = 'repo') =>
  execFileSync('git', [...IDENTITY, ...line.split(' ')], { cwd: join(folder, at), stdio: 'pipe' })
    .toString()
    .trim();
const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
const ALLOW_FILES = '-c protocol.file.allow=always';

function write(name: string, text: string, at = 'repo'): string {
  const path = join(folder, at, name);
  writeFileSync(path, text);
  return path;
}

function commitBench(): string {
  git('init -q -b trunk');
  const file = write('bench.c', 'one');
  git('add bench.c');
  git('commit -q -m first');
  git('tag v1');
  return file;
}

test('a clean work tree has a commit, its name, branch and time', async () => {
  const file = commitBench();
  expect(await readRevision([file])).toEqual({
    commit: git('rev-parse HEAD'),
    describe: 'v1',
    branch: 'trunk',
    commitTime: git('log -1 --format=%cI'),
    dirty: false,
  });
});

test('a modified and an untracked source make it dirty, each with its own hash', async () => {
  const file = commitBench();
  write('notes.txt', 'not a source');
  expect(await readRevision([file])).toMatchObject({ dirty: false });
  const other = write('other.c', 'new');
  const untracked = await readRevision([file, other]);
  write('bench.c', 'two');
  const both = await readRevision([file, other]);
  write('bench.c', 'one');
  expect(untracked).toMatchObject({ dirty: true, diff: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(both).toMatchObject({ dirty: true });
  expect(both).not.toEqual(untracked);
  expect(await readRevision([file, other])).toEqual(untracked);
});

test('sources of a project that git does not track make it dirty, those of builds and other files do not', async () => {
  commitBench();
  mkdirSync(join(folder, 'repo/app/build/CMakeFiles'), { recursive: true });
  write('app/notes.txt', 'not a source');
  write('app/build/CMakeFiles/compiler.c', 'generated');
  const app = join(folder, 'repo/app');
  const clean = await readProjectRevision(app);
  expect(clean).toMatchObject({ commit: git('rev-parse HEAD'), dirty: false });
  write('app/new.c', 'new');
  expect(await readProjectRevision(app)).toMatchObject({ dirty: true });
  write('app/.gitignore', 'new.c');
  expect(await readProjectRevision(app)).toEqual(clean);
  write('bench.c', 'changed');
  expect(await readProjectRevision(app)).toMatchObject({ dirty: true });
});

test('an ELF file has the commit of the build that made it', async () => {
  const agents = join(folder, 'build', 'cyclescope');
  const elf = join(agents, 'headline', 'sub', 'app.elf');
  const revision = { unknown: 'git is not installed' };
  await noteRevision(agents, { revision, images: ['a1', 'b2'] });
  expect(await readNotedRevision(elf, 'b2')).toEqual(revision);
  expect(await readNotedRevision(elf, 'c3')).toBeUndefined();
  expect(await readNotedRevision(join(folder, 'app.elf'), 'b2')).toBeUndefined();
  writeFileSync(join(agents, 'revision.json'), '{"revision":');
  expect(await readNotedRevision(elf, 'b2')).toBeUndefined();
});

test('a worktree and a shallow clone report their own commit, without a branch if detached', async () => {
  commitBench();
  git('commit -q --allow-empty -m second');
  git('worktree add -q --detach ../tree v1');
  git(`clone -q --depth 1 file://${join(folder, 'repo')} shallow`, '.');
  const tree = await readRevision([join(folder, 'tree', 'bench.c')]);
  expect(tree).toMatchObject({ commit: git('rev-parse v1'), describe: 'v1' });
  expect(tree).not.toHaveProperty('branch');
  expect(await readRevision([join(folder, 'shallow', 'bench.c')])).toMatchObject({
    commit: git('rev-parse HEAD'),
    branch: 'trunk',
    dirty: false,
  });
});

test('a source in a submodule has the commit of the submodule', async () => {
  commitBench();
  mkdirSync(join(folder, 'outer'));
  git('init -q', 'outer');
  git(`${ALLOW_FILES} submodule add -q ${join(folder, 'repo')} inner`, 'outer');
  git('commit -q -m outer', 'outer');
  const found = await readRevision([join(folder, 'outer', 'inner', 'bench.c')]);
  expect(found).toMatchObject({ commit: git('rev-parse HEAD'), dirty: false });
});

test('the reason is recorded if there is no repository or commit', async () => {
  const file = write('bench.c', 'one');
  expect(await readRevision([file])).toEqual({ unknown: 'the sources are in no git repository' });
  git('init -q');
  expect(await readRevision([file])).toEqual({ unknown: 'the git repository has no commit' });
  expect(await readRevision([])).toBeUndefined();
});

test('the environment of a git hook does not lead to another repository', async () => {
  const file = commitBench();
  process.env['GIT_DIR'] = '/nowhere';
  try {
    expect(await readRevision([file])).toMatchObject({ describe: 'v1' });
  } finally {
    delete process.env['GIT_DIR'];
  }
});
