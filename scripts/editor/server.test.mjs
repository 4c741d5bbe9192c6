import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { editorEnvironment, editorFolders, writeSettings } from './server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cyclescope-server-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('writes settings that suppress questions, and requested ones over them', () => {
  const folders = editorFolders(folder);
  writeSettings(folders, { 'workbench.startupEditor': 'readme' });
  expect(JSON.parse(readFileSync(folders.settings, 'utf8'))).toMatchObject({
    'workbench.startupEditor': 'readme',
    'telemetry.telemetryLevel': 'off',
  });
});

it('passes on a password, and nothing without one', () => {
  const folders = editorFolders(folder);
  expect(editorEnvironment(folders, 'secret')).toMatchObject({ PASSWORD: 'secret' });
  expect(editorEnvironment(folders, undefined)).not.toHaveProperty('PASSWORD');
});
