import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageHome } from '../homes/homes';
import { newTidying } from './runs';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runs-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a home is searched for abandoned runs once, until it has changed', async () => {
  const home = storageHome(folder, 'Storage');
  await mkdir(join(home.runsFolder, '.partial-20261101T100000Z-board-0001'), { recursive: true });
  const keepAbandoned = vi.fn<(runsFolder: string) => Promise<void>>(() => Promise.resolve());
  const { tidy, forget } = newTidying(keepAbandoned);
  await Promise.all([tidy(home), tidy(home)]);
  await tidy(home);
  expect(keepAbandoned.mock.calls).toEqual([[home.runsFolder]]);
  forget(home);
  await tidy(home);
  expect(keepAbandoned).toHaveBeenCalledTimes(2);
});
