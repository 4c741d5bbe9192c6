import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRecording } from './recording';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a recording file', () => {
  it('holds the header and every byte in order, though the sender reuses its buffer', async () => {
    const path = join(folder, 'r.SVDat');
    const recording = await openRecording(path, Buffer.from(';\n'));
    const shared = new Uint8Array(2);
    for (let i = 0; i < 200; i++) {
      recording.append(shared.fill(i));
      if (i % 7 === 0) await new Promise(setImmediate);
    }
    await recording.close();
    const expected = Array.from({ length: 400 }, (_, i) => i >> 1);
    expect([...(await readFile(path))]).toEqual([59, 10, ...expected]);
  });

  it.runIf(existsSync('/dev/full'))('reports a full disk at once and when closed', async () => {
    const recording = await openRecording('/dev/full', Buffer.from(';\n'));
    recording.append(Buffer.from('more'));
    const full = { code: 'no-space', message: expect.stringContaining('/dev/full') };
    await new Promise((resolve) => recording.failed.addEventListener('abort', resolve));
    expect(recording.failed.reason).toMatchObject(full);
    await expect(recording.close()).rejects.toMatchObject(full);
  });
});
