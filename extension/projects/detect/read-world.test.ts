import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { detect } from './detect';
import { readWorld } from '../read';
import { filesAround, readFolderFiles, settingsFromFiles } from './read-world';
import { world as newWorld } from './testing/world';
import { toRelativePath, type WorldFolder } from './world';

const LINUX = newWorld([]);

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'detect-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: unknown = ''): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, typeof content === 'string' ? content : JSON.stringify(content));
  return whole;
}

async function listFoundPaths(): Promise<readonly string[]> {
  const world = await readWorld({ folders: [{ path: root }] });
  const [folder] = world.folders;
  return folder?.files.map(({ path }) => toRelativePath(folder, path, world)).sort() ?? [];
}

test('reads files of the editor and of builds, as deep as builds go', async () => {
  const known = [
    '.vscode/launch.json',
    '.vscode/mcuxpresso-tools.json',
    'CMakeCache.txt',
    'debug/.config',
    'app/build/zephyr/runners.yaml',
    'build/domains.yaml',
    'build/app/zephyr/.config',
    'build/app/zephyr/runners.yaml',
    'build/zephyr/runners.yaml',
  ];
  const others = [
    'node_modules/build/CMakeCache.txt',
    'src/app/CMakeCache.txt',
    'build/a/b/.config',
    'build/x.txt',
  ];
  [...known, ...others].forEach((path) => write(path));
  expect(await listFoundPaths()).toEqual(known.sort());
});

test('reads files of projects, but not those of the agent’s copy in one', async () => {
  const known = [
    'CMakeLists.txt',
    'CMakePresets.json',
    'west.yml',
    'src/FreeRTOSConfig.h',
    'apps/blinky/CMakeLists.txt',
    'apps/blinky/prj.conf',
    'hello/armgcc/CMakeLists.txt',
    'hello/armgcc/config.cmake',
    'apps/blinky/build/cyclescope/headline/CMakeCache.txt',
    'build/cyclescope/traced/zephyr/runners.yaml',
    'build/cyclescope/traced/app/zephyr/.config',
    'debug/runners.yaml',
  ];
  const others = [
    'cyclescope/sdk-integration/CMakeLists.txt',
    'cyclescope/CMakeLists.txt',
    'build/_deps/CMakeLists.txt',
    'a/b/c/CMakeLists.txt',
    'src/prj_debug.conf',
  ];
  [...known, ...others].forEach((path) => write(path));
  expect(await listFoundPaths()).toEqual(known.sort());
});

describe('follows from a folder', () => {
  const around = async (folder: string, env: Readonly<Record<string, string>> = {}) => {
    const files = await readFolderFiles(join(root, folder), ['CMakeLists.txt'], () => undefined);
    const found = await filesAround(join(root, folder), files, env);
    return found
      .map(({ path }) => toRelativePath({ path: root } as WorldFolder, path, LINUX))
      .sort();
  };

  test('to the west workspace above it and its trees', async () => {
    write('.west/config', '[manifest]\npath = m\n[zephyr]\nbase = deps/zephyr\n');
    write('deps/zephyr/VERSION', 'VERSION_MAJOR = 3\n');
    write('mcuxsdk/MCUX_VERSION', 'VERSION_MAJOR = 12\n');
    write('apps/a/CMakeLists.txt');
    expect(await around('apps/a')).toEqual([
      '.west/config',
      'deps/zephyr/VERSION',
      'mcuxsdk/MCUX_VERSION',
    ]);
  });

  test('to the trees that builds and the environment name', async () => {
    write('one/VERSION');
    write('two/VERSION');
    write('sdk/manifests/EVK_manifest_v3_14.xml');
    write('app/build/CMakeCache.txt', `ZEPHYR_BASE:PATH=${join(root, 'one')}\n`);
    write('app/debug/CMakeCache.txt', `SdkRootDirPath:PATH=${join(root, 'sdk')}\n`);
    expect(await around('app', { ZEPHYR_BASE: join(root, 'two') })).toEqual([
      'one/VERSION',
      'sdk/manifests/EVK_manifest_v3_14.xml',
      'two/VERSION',
    ]);
    expect(await around('app', { ZEPHYR_BASE: 'relative' })).not.toContain('relative/VERSION');
  });

  test('to nothing if there is nothing', async () => {
    write('app/CMakeLists.txt');
    expect(await around('app')).toEqual([]);
  });
});

test('a missing folder is empty', async () => {
  const world = await readWorld({
    folders: [{ path: join(root, 'gone') }],
    workspaceFile: join(root, 'gone.code-workspace'),
  });
  expect(world.folders[0]?.files).toEqual([]);
  expect(world.problems).toEqual([]);
});

test('reports and skips a file that is too large for its kind', async () => {
  truncateSync(write('build/CMakeCache.txt'), 5 << 20);
  const world = await readWorld({ folders: [{ path: root }] });
  expect(world.folders[0]?.files).toEqual([]);
  expect(detect(world).problems).toEqual([expect.stringContaining('too large')]);
});

test('a pipe or a folder under a known name does not block', async () => {
  mkdirSync(join(root, '.vscode', 'launch.json'), { recursive: true });
  mkdirSync(join(root, 'build'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(root, 'build', '.config')]);
  expect(await listFoundPaths()).toEqual([]);
});

test('does not follow a link to a parent folder', async () => {
  write('build/.config');
  symlinkSync(root, join(root, 'build', 'self'), 'dir');
  expect(await listFoundPaths()).toEqual(['build/.config']);
});

describe('settings without an editor', () => {
  test('a folder’s own take precedence over the workspace file’s', async () => {
    write('one/.vscode/settings.json', '{ "cortex-debug.openocdPath": "/own", /* and */ }');
    const file = write('all.code-workspace', {
      settings: { 'cortex-debug.openocdPath': '/shared', 'cortex-debug.pyocdPath': '/pyocd' },
    });
    const world = await readWorld({ folders: [{ path: join(root, 'one') }], workspaceFile: file });
    const get = (id: string) => world.folders[0]?.setting(id);
    expect(get('cortex-debug.openocdPath')).toEqual({ value: '/own', fromProject: true });
    expect(get('cortex-debug.pyocdPath')).toEqual({ value: '/pyocd', fromProject: true });
    expect(get('toString')).toBeUndefined();
    expect(world.setting('cortex-debug.openocdPath')?.value).toBe('/shared');
  });

  test('are found by full and partial names', () => {
    const setting = settingsFromFiles([{ 'a.b': { c: 1 }, d: { 'e.f': 2, x: { y: null } } }]);
    expect(setting('a.b.c')?.value).toBe(1);
    expect(setting('d.e.f')?.value).toBe(2);
    expect(setting('d.x.y')).toBeUndefined();
    expect(setting('a.b.z')).toBeUndefined();
  });
});

test('reads settings from the editor if there is one', async () => {
  write('.vscode/settings.json', { 'a.b': 'file' });
  const readSettings = (folder?: string) => (id: string) => ({
    value: `${id} of ${folder}`,
    fromProject: false,
  });
  const world = await readWorld({ folders: [{ path: root }], readSettings });
  expect(world.folders[0]?.setting('a.b')?.value).toBe(`a.b of ${root}`);
  expect(world.setting('a.b')?.value).toBe('a.b of undefined');
});
