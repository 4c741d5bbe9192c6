import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { editorEnvironment, editorFolders, writeSettings } from './server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cyclescope-server-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('writes settings that ask nothing, and what is wanted over them', () => {
  const folders = editorFolders(folder);
  writeSettings(folders, { 'workbench.startupEditor': 'readme' });
  expect(JSON.parse(readFileSync(folders.settings, 'utf8'))).toMatchObject({
    'workbench.startupEditor': 'readme',
    'telemetry.telemetryLevel': 'off',
  });
});

it('hands over a password, and nothing where there is none', () => {
  const folders = editorFolders(folder);
  expect(editorEnvironment(folders, 'secret')).toMatchObject({ PASSWORD: 'secret' });
  expect(editorEnvironment(folders, undefined)).not.toHaveProperty('PASSWORD');
});
