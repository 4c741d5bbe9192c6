import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bench } from '../../core/agent/manifest';
import { heldAgainstSources } from './ages';

const bench = (at: string): Bench => ({
  ...{ suite: 'own', op: 'copy', iterations: 1, max: 0, warmup: 0, batches: 0 },
  ...{ params: [], about: '', at },
});

const image = (...at: readonly string[]) => ({
  ...{ benches: at.map(bench), builtAt: new Date(100_000), origin: 'file' as const },
  ...{ sha256: '', texts: {}, isOutdated: false },
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-ages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function source(name: string, seconds: number): string {
  writeFileSync(join(folder, name), '');
  utimesSync(join(folder, name), seconds, seconds);
  return join(folder, name);
}

describe('an image of a project', () => {
  it('is outdated when one of its own sources is younger', async () => {
    const at = `${source('bench.c', 101)}:7`;
    expect(await heldAgainstSources(image(at), folder)).toMatchObject({ isOutdated: true });
    expect(await heldAgainstSources(image('bench.c:7'), folder)).toMatchObject({
      isOutdated: true,
    });
  });

  it('is not while its sources are older, are gone, or came with Cyclescope', async () => {
    source('bench.c', 99);
    const ours = `${source('heap.c', 101).replace(folder, '/target-agent/benches')}:1`;
    const held = await heldAgainstSources(image('bench.c:7', 'gone.c:1', ours), folder);
    expect(held).toMatchObject({ isOutdated: false });
  });

  it('that is missing stays missing', async () => {
    expect(await heldAgainstSources({ missing: 'why' }, folder)).toEqual({ missing: 'why' });
  });
});
