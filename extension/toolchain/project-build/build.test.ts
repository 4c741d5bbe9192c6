import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { project } from '../../projects/edit/testing/change';
import { buildProject } from './build';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a failed build is reported although its failure cannot be noted', async () => {
  await writeFile(join(folder, 'build'), 'a file in the place of the folder for builds');
  const built = buildProject({
    project: project('zephyr', {
      folder,
      hasAgent: true,
      west: [join(folder, 'west')],
      facts: [{ question: 'board', value: 'mps2/an385', source: 'a file' }],
    }),
    answers: {},
    packageFolder: folder,
    onStep: () => undefined,
    onLine: () => undefined,
  });
  await expect(built).rejects.toMatchObject({ code: 'missing-program' });
});
