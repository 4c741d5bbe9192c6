import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  expandPattern,
  fileName,
  findNamed,
  findProgram,
  installationHint,
  describeInstallation,
  resolveProgram,
  programRequirement,
  searchPath,
} from './locate';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-programs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function inFolder(file: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return path;
}

const server = () => ({
  names: { linux: 'ServerExe', win32: 'Server' },
  folders: { linux: [`${folder}/vendor/Server_*/bin`, '~/tools'] },
});
const surroundings = (path: string) => ({ platform: 'linux' as const, path, home: folder });

describe('findProgram', () => {
  test('prefers PATH to installed programs', () => {
    inFolder('vendor/Server_9/bin/ServerExe');
    const onPath = inFolder('second/ServerExe');
    const path = ['', join(folder, 'first'), join(folder, 'second')].join(delimiter);
    expect(findProgram(server(), surroundings(path))).toBe(onPath);
  });

  test('picks the highest version in the usual folders', () => {
    inFolder('vendor/Server_9.2/bin/ServerExe');
    const newest = inFolder('vendor/Server_10.1/bin/ServerExe');
    inFolder('vendor/Other_11/bin/ServerExe');
    expect(findProgram(server(), surroundings(''))).toBe(newest);
  });

  test("searches the user's home", () => {
    const own = inFolder('tools/ServerExe');
    expect(findProgram(server(), surroundings(''))).toBe(own);
  });

  test('skips folders and files that cannot be executed', () => {
    mkdirSync(join(folder, 'first/ServerExe'), { recursive: true });
    chmodSync(inFolder('tools/ServerExe'), 0o644);
    expect(findProgram(server(), surroundings(join(folder, 'first')))).toBeUndefined();
  });
});

describe('on Windows', () => {
  const windows = () => ({ platform: 'win32' as const, path: folder, home: folder });

  test('a program has an ending that can be started', () => {
    inFolder('Server');
    inFolder('Server.cfg');
    expect(findProgram(server(), windows())).toBeUndefined();
    const batch = inFolder('Server.cmd');
    expect(findProgram(server(), windows())).toBe(batch);
    const program = inFolder('Server.exe');
    expect(findProgram(server(), windows())).toBe(program);
  });

  test('a named program is found with and without its ending', () => {
    const [batch, program] = [inFolder('Server.cmd'), inFolder('own/Server.exe')];
    expect(findNamed('Server', windows())).toBe(batch);
    expect(findNamed('Server.cmd', windows())).toBe(batch);
    expect(findNamed('Server.exe', windows())).toBeUndefined();
    expect(findNamed(join(folder, 'own', 'Server'), windows())).toBe(program);
    expect(findNamed(program, windows())).toBe(program);
    expect(findNamed(inFolder('own/notes.txt'), windows())).toBeUndefined();
  });
});

test('a program is installed in the way of each system', () => {
  const packages = { apt: 'openocd', brew: 'open-ocd', page: 'https://openocd.org' };
  expect(describeInstallation(packages, 'linux')).toBe('apt-get install openocd');
  expect(describeInstallation(packages, 'darwin')).toBe('brew install open-ocd');
  const page = 'Install it as https://openocd.org describes, and add its folder to PATH.';
  expect(describeInstallation(packages, 'win32')).toBe(page);
  expect(describeInstallation({ ...packages, brew: undefined }, 'darwin')).toBe(page);
  expect(installationHint(packages, 'win32')).toBe(page);
  expect(installationHint(packages, 'linux')).toBe('Install it: apt-get install openocd');
});

test('a missing folder is empty', () => {
  expect(expandPattern(`${folder}/nowhere/*/bin`)).toEqual([]);
});

test('names follow the platform', () => {
  expect(fileName(server(), 'win32')).toBe('Server.exe');
  expect(fileName(server(), 'darwin')).toBe('ServerExe');
});

describe('a requirement', () => {
  const nowhere = { names: { linux: 'cyclescope-no-such-server' }, folders: {} };

  test('explains how to get a missing program', () => {
    expect(programRequirement(nowhere, undefined, 'Install it')).toEqual({
      name: 'cyclescope-no-such-server',
      found: undefined,
      remedy: 'Install it',
    });
  });

  test('checks the program that the setup names', () => {
    const named = inFolder('own/server');
    expect(programRequirement(nowhere, named, 'Install it').found).toBe(named);
    const missing = programRequirement(nowhere, `${named}-gone`, 'Install it');
    expect(missing).toMatchObject({ name: `${named}-gone`, found: undefined });
    expect(missing.remedy).toMatch(/Correct the program's name/);
  });
});

test('falls back to the bare name if a program is not found', () => {
  const nowhere = { names: { linux: 'cyclescope-no-such-server' }, folders: {} };
  expect(resolveProgram(nowhere, undefined)).toBe('cyclescope-no-such-server');
  expect(resolveProgram(nowhere, '/opt/own')).toBe('/opt/own');
});

const list = (...folders: readonly string[]) => folders.join(delimiter);

test.each([
  [{ PATH: list('/bin', '/opt/x') }, ['/a', '/b'], { PATH: list('/a', '/b', '/bin', '/opt/x') }],
  [{ Path: list('/bin', '/a') }, ['/a'], { Path: list('/a', '/bin') }],
  [{ PATH: list('', '/bin', '') }, [''], { PATH: '/bin' }],
  [{ HOME: '/root' }, ['/a'], { PATH: '/a' }],
  [{}, [], { PATH: '' }],
])('the search path of %j with %j first', (environment, folders, expected) => {
  expect(searchPath(environment, folders)).toEqual(expected);
});
