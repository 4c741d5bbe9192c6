import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Revision } from '../../agent';
import { formatRunRecord } from '../../runs';
import { exampleRun } from '../../report/testing';
import { boardWith } from '../../targets/board/testing';
import { bisectInEditor } from './bisect';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bisect-'));
});
afterEach(() => rm(folder, { recursive: true }));

const bisect = (change: Partial<Parameters<typeof bisectInEditor>[0]>) =>
  bisectInEditor(
    {
      folder,
      runsFolder: folder,
      good: { commit: 'HEAD~1' },
      bad: { commit: 'HEAD' },
      bench: 'mutex/lock',
      settings: {},
      target: 'qemu-freertos-m7',
      sources: [],
      packageFolder: folder,
      ...change,
    },
    { signal: new AbortController().signal, report: () => undefined },
  );

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
  await expect(bisect({ runsFolder, good: { run: record.id } })).rejects.toThrow(
    `${record.id} belongs to no commit: ${why}.`,
  );
});

const external = { kind: 'external', host: 'localhost', port: 1 } as const;

test.each([
  ['a built-in target', { target: 'qemu-freertos-m7', elfs: { headline: 'app.elf' } }],
  ['a board', boardWith(external, { images: { kind: 'files', headline: 'app.elf' } })],
])("%s with a project's own agent is refused, with the command line to use", async (_, target) => {
  await expect(bisect({ target })).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('is built by your project'),
    hint: expect.stringMatching(
      /: cyclescope bisect --good HEAD~1 --bad HEAD --bench mutex\/lock --target \S+ --elf FILE -- COMMAND$/,
    ),
  });
});
