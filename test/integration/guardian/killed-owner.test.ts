import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from '../../alive';
import { HANGS_MS } from '../../patience.mjs';

const GUARDIAN = join(__dirname, '../../../extension/host/guardian/guardian.cjs');
const FIRMWARE = join(__dirname, '../firmware');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-kill-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a bundle killed in the middle of a run leaves nothing', async () => {
  const entryPoints = { owner: join(__dirname, 'owner.ts'), guardian: GUARDIAN };
  const outExtension = { '.js': '.cjs' };
  buildSync({ entryPoints, bundle: true, platform: 'node', outdir: folder, outExtension });
  const [scratch, locks, halfWritten] = ['scratch', 'locks', 'half-written'].map((name) =>
    join(folder, name),
  );
  if (scratch === undefined || locks === undefined || halfWritten === undefined) return;
  mkdirSync(scratch);
  mkdirSync(halfWritten);

  const owner = spawn(
    process.execPath,
    [join(folder, 'owner.cjs'), FIRMWARE, scratch, locks, halfWritten],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const emulator = await new Promise<number>((resolve, reject) => {
    owner.stdout.once('data', (line: Buffer) => resolve(Number(line)));
    owner.once('exit', () => reject(new Error('the owner ended before it had an emulator')));
  });
  expect(isAlive(emulator)).toBe(true);
  expect([readdirSync(scratch).length, readdirSync(locks).length]).toEqual([1, 1]);

  owner.kill('SIGKILL');
  await vi.waitFor(() => {
    expect(isAlive(emulator)).toBe(false);
    expect([...readdirSync(scratch), ...readdirSync(locks)]).toEqual([]);
    expect(existsSync(halfWritten)).toBe(false);
  }, HANGS_MS);
});
