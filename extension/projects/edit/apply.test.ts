import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyChange } from './apply';
import type { FileChange } from './project';
import { readState } from './state';

let root = '';
let app = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'apply-'));
  app = join(root, 'app');
  await mkdir(app);
  await writeFile(join(app, 'CMakeLists.txt'), 'old\r\n');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const change = (
  ...files: readonly (readonly [string, string | undefined, string | undefined])[]
) => ({
  title: 'A change',
  folder: app,
  remarks: [],
  files: files.map(([inside, before, after]): FileChange => ({
    path: join(app, inside),
    before,
    after,
  })),
});
const text = (inside: string) => readFile(join(app, inside), 'utf8');
const listPaths = async () => (await readdir(app, { recursive: true })).sort();

describe('applying a change', () => {
  test('writes, changes and removes files, and their folders', async () => {
    await applyChange(
      change(
        ['cyclescope/core/a.c', undefined, 'a'],
        ['cyclescope/b.c', undefined, 'b'],
        ['CMakeLists.txt', 'old\r\n', '\uFEFFnew'],
      ),
    );
    expect([await text('cyclescope/core/a.c'), await text('CMakeLists.txt')]).toEqual([
      'a',
      '\uFEFFnew',
    ]);
    expect(await listPaths()).toHaveLength(5);
    await applyChange(
      change(
        ['cyclescope/core/a.c', 'a', undefined],
        ['cyclescope/b.c', 'b', undefined],
        ['CMakeLists.txt', '\uFEFFnew', 'old\r\n'],
      ),
    );
    expect(await listPaths()).toEqual(['CMakeLists.txt']);
  });

  test.skipIf(process.platform === 'win32')('preserves file permissions', async () => {
    await chmod(join(app, 'CMakeLists.txt'), 0o775);
    await applyChange(change(['CMakeLists.txt', 'old\r\n', 'new']));
    expect((await stat(join(app, 'CMakeLists.txt'))).mode & 0o777).toBe(0o775);
  });

  test('preserves a link inside the project', async () => {
    await mkdir(join(app, 'cmake'));
    await writeFile(join(app, 'cmake', 'lists.txt'), 'linked');
    await rm(join(app, 'CMakeLists.txt'));
    await symlink(join('cmake', 'lists.txt'), join(app, 'CMakeLists.txt'));
    await applyChange(change(['CMakeLists.txt', 'linked', 'new']));
    expect(await text('cmake/lists.txt')).toBe('new');
    expect((await readdir(app, { withFileTypes: true })).some((one) => one.isSymbolicLink())).toBe(
      true,
    );
  });
});

describe('refuses and changes nothing for', () => {
  const expectRefusal = async (given: ReturnType<typeof change>, message: RegExp) => {
    const before = await listPaths();
    await expect(applyChange(given)).rejects.toMatchObject({
      code: 'change-failed',
      message: expect.stringMatching(message),
    });
    expect([await listPaths(), await text('CMakeLists.txt')]).toEqual([before, 'old\r\n']);
  };

  test('a file that has changed, disappeared or appeared', async () => {
    const first = ['x.c', undefined, 'x'] as const;
    await expectRefusal(
      change(first, ['CMakeLists.txt', 'older', 'new']),
      /changed in the meantime/,
    );
    await expectRefusal(change(first, ['gone.txt', 'text', 'new']), /changed in the meantime/);
    await expectRefusal(
      change(first, ['CMakeLists.txt', undefined, 'new']),
      /changed in the meantime/,
    );
  });

  test('paths outside the project', async () => {
    await expectRefusal(change(['../outside.c', undefined, 'x']), /is outside/);
    await symlink(root, join(app, 'cyclescope'));
    await expectRefusal(change(['cyclescope/outside.c', undefined, 'x']), /is outside/);
  });

  test('files that cannot be written, including everything written before', async () => {
    await writeFile(join(app, 'file'), 'no folder');
    const given = change(
      ['cyclescope/a.c', undefined, 'a'],
      ['CMakeLists.txt', 'old\r\n', 'new'],
      ['file/b.c', undefined, 'b'],
    );
    await expectRefusal(given, /file.* cannot be changed/);
  });

  test('a change that fails half way, restoring permissions', async () => {
    await writeFile(join(app, 'x.c'), 'x');
    await chmod(join(app, 'x.c'), 0o664);
    // The second of two removals of one file comes too late.
    const twice = ['x.c', 'x', undefined] as const;
    const given = change(
      ['new/a.c', undefined, 'a'],
      ['CMakeLists.txt', 'old\r\n', 'new'],
      twice,
      twice,
    );
    await expectRefusal(given, /x\.c cannot be changed \(ENOENT\)/);
    expect(await text('x.c')).toBe('x');
    expect((await stat(join(app, 'x.c'))).mode & 0o777).toBe(0o664);
  });
});

describe('reading the files', () => {
  const state = () => readState({ folder: app });
  const gaps = async () => (await state()).gaps.map(({ what }) => what);

  test('keeps every byte: line endings, a byte order mark', async () => {
    await writeFile(join(app, 'CMakeLists.txt'), '\uFEFFa\r\nb\n\r');
    await mkdir(join(app, 'cyclescope', 'core'), { recursive: true });
    await writeFile(join(app, 'cyclescope', 'core', 'a.c'), 'ü');
    expect(Object.fromEntries((await state()).files)).toEqual({
      'CMakeLists.txt': '\uFEFFa\r\nb\n\r',
      'cyclescope/core/a.c': 'ü',
    });
  });

  test('reports a file that is not UTF-8; in the copy it is left alone', async () => {
    const latin = Buffer.from([0x23, 0x20, 0xfc, 0x0a]);
    await mkdir(join(app, 'cyclescope'));
    await writeFile(join(app, 'cyclescope', 'notes.txt'), latin);
    expect(await gaps()).toEqual([]);
    expect((await state()).others).toEqual(['cyclescope/notes.txt']);
    await writeFile(join(app, 'CMakeLists.txt'), latin);
    expect(await gaps()).toEqual(['CMakeLists.txt is not UTF-8 text']);
  });

  test('reports a file without write permission', async () => {
    await chmod(join(app, 'CMakeLists.txt'), 0o444);
    expect(await gaps()).toEqual(['CMakeLists.txt is not writable']);
  });

  test('reports a link that leads outside, and a copy that is not a folder', async () => {
    await writeFile(join(root, 'shared.txt'), 'x');
    await rm(join(app, 'CMakeLists.txt'));
    await symlink(join(root, 'shared.txt'), join(app, 'CMakeLists.txt'));
    await writeFile(join(app, 'cyclescope'), 'x');
    expect(await gaps()).toEqual([
      'CMakeLists.txt is a link to a file outside of the project',
      'cyclescope already exists and is not a folder',
    ]);
  });
});
