import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Revision } from '../../agent';
import { formatRunRecord } from '../../runs';
import { exampleRun } from '../../report/testing';
import { bisectInEditor } from './bisect';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bisect-'));
});
afterEach(() => rm(folder, { recursive: true }));

const known = { commit: 'c'.repeat(40), describe: 'v1', commitTime: '', dirty: false };

test.each<[string, Revision | undefined, string]>([
  ['without a record of its commit', undefined, 'its image has no record of one'],
  ['whose commit is unknown', { unknown: 'git is not installed' }, 'git is not installed'],
  ['of changed sources', { ...known, dirty: true }, 'its sources differed from the commit'],
])('a run %s has no commit to begin with', async (_, revision, why) => {
  const record = exampleRun({ 'mutex/lock': 100 });
  const passes = record.passes.map((pass) => ({ ...pass, image: { ...pass.image, revision } }));
  const runsFolder = join(folder, 'runs');
  await mkdir(join(runsFolder, record.id), { recursive: true });
  await writeFile(
    join(runsFolder, record.id, 'run.json'),
    formatRunRecord({ ...record, passes: passes as typeof record.passes }),
  );
  const order = {
    folder,
    runsFolder,
    good: { run: record.id },
    bad: { commit: 'HEAD' },
    bench: 'mutex/lock',
    target: 'qemu-freertos-m7',
    sources: [],
    packageFolder: folder,
  };
  const serving = { signal: new AbortController().signal, report: () => undefined };
  await expect(bisectInEditor(order, serving)).rejects.toThrow(
    `${record.id} belongs to no commit: ${why}.`,
  );
});
