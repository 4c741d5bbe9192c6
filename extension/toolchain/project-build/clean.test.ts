import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeBuilds } from './clean';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-clean-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (...names: readonly string[]) => join(folder, ...names);

describe('files built with the agent', () => {
  test('are deleted with the folder that was made for them', async () => {
    mkdirSync(inFolder('build', 'cyclescope', 'headline'), { recursive: true });
    await removeBuilds(folder);
    expect(existsSync(inFolder('build'))).toBe(false);
  });

  test("are deleted, and the project's own build is kept", async () => {
    mkdirSync(inFolder('build', 'cyclescope', 'headline'), { recursive: true });
    writeFileSync(inFolder('build', 'app.elf'), '');
    await removeBuilds(folder);
    expect(existsSync(inFolder('build', 'cyclescope'))).toBe(false);
    expect(existsSync(inFolder('build', 'app.elf'))).toBe(true);
  });

  test('may be missing', async () => {
    await expect(removeBuilds(folder)).resolves.toBeUndefined();
  });
});
