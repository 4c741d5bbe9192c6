import { mkdtemp, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeFirmwareProfile } from '../../../engine/profile';
import type { Runs } from '../../common';
import { isFirmware, newFirmwareProfile, withFirmware } from './firmware';

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'firmware-'));
});
afterEach(() => rm(parent, { recursive: true }));

const storage = () => ({ storageUri: { fsPath: parent }, workspaceState: {} }) as never;
const addresses = {
  batches: [{ counts: new Map([[0x104, 10]]) }],
  milliseconds: 1000,
  way: 'DWT_PCSR',
  isHalting: false,
  wasTraceOff: false,
  resets: 0,
};
const BOARD = 'launch:Debug (OpenOCD)';

it('the profile of firmware is found like that of a run, and runs as before', async () => {
  const { ref, folder } = await newFirmwareProfile(storage(), 'home', BOARD);
  const run = { home: 'home', id: '1' };
  const found = { id: '1', name: 'a run' };
  const runs = withFirmware(storage(), {
    find: (of) => Promise.resolve(of === run ? found : undefined),
  } as Runs);
  expect(await runs.find(ref)).toBeUndefined();
  await writeFirmwareProfile(folder, { target: BOARD, name: 'The board', addresses });
  expect(await runs.find(ref)).toMatchObject({
    ...ref,
    folder,
    name: 'Firmware on The board',
    target: { id: BOARD, title: 'The board' },
  });
  expect(await runs.find(run)).toBe(found);
  expect([ref, run].map(isFirmware)).toEqual([true, false]);
});

it('the latest 20 profiles are kept', async () => {
  const names = Array.from({ length: 25 }, (_, at) => `firmware a ${at}`);
  for (const name of names) {
    await mkdir(join(parent, 'firmware', encodeURIComponent(name)), { recursive: true });
  }
  const { folder } = await newFirmwareProfile(storage(), 'home', 'b');
  await mkdir(folder);
  const kept = (await readdir(join(parent, 'firmware'))).map(decodeURIComponent);
  expect(kept).toHaveLength(20);
  expect(kept).toEqual(expect.arrayContaining(names.slice(6)));
});
