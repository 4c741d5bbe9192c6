import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRecordingFile } from './recording';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'cyclescope-recording-'));
  for (const folder of ['trace.ctf', 'run']) mkdirSync(join(cwd, folder));
  for (const file of ['trace.ctf/metadata', 'run/run.json', 'one.SVDat']) {
    writeFileSync(join(cwd, file), '');
  }
});
afterAll(() => rmSync(cwd, { recursive: true }));

test.each([
  ['one.SVDat', 'one.SVDat', 'one'],
  ['trace.ctf', 'trace.ctf/metadata', 'trace'],
  ['trace.ctf/', 'trace.ctf/metadata', 'trace'],
])('%s is a recording', async (reference, path, name) => {
  expect(await findRecordingFile(reference, cwd)).toEqual({ path: join(cwd, path), name });
});

test.each(['run', 'run/run.json', 'latest'])('%s is no file of a recording', async (reference) => {
  expect(await findRecordingFile(reference, cwd)).toBeUndefined();
});
