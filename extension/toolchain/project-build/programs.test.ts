import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateEnvironment, findStepProgram } from './build';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'cyclescope-west-'));
  vi.stubEnv('PATH', join(workspace, 'path'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(workspace, { recursive: true });
});

function inFolder(...names: readonly string[]): string {
  const path = join(workspace, ...names);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return path;
}

test.skipIf(process.platform === 'win32')(
  'finds west in the Python environment of its workspace',
  () => {
    const west = inFolder('.venv', 'bin', 'west');
    expect(findStepProgram({ program: 'west', cwd: workspace })).toBe(west);
    const first = inFolder('path', 'west');
    expect(findStepProgram({ program: 'west', cwd: workspace })).toBe(first);
  },
);

test('runs other programs by their bare name', () => {
  expect(findStepProgram({ program: 'cmake', cwd: workspace })).toBe('cmake');
});

test('finds programs beside west', () => {
  const west = join(workspace, '.venv', 'bin', 'west');
  const { Path } = activateEnvironment(west, { Path: '/usr/bin' });
  expect(Path?.split(delimiter)).toEqual([join(workspace, '.venv', 'bin'), '/usr/bin']);
  expect(activateEnvironment('cmake', { PATH: '/usr/bin' })).toEqual({});
});
