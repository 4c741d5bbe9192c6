import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bench } from '../engine/testing/benches';
import { benchTexts } from './image';
import { findBenches } from './languages/languages';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'texts-'));
});
afterEach(() => rm(folder, { recursive: true }));

it("hashes the user's and the package's sources, and omits unreadable ones", async () => {
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    return findBenches(text, path)[0]?.digest;
  };
  const fir = await put('own/dsp/fir.c', 'CYCLESCOPE_BENCH(run) { f(); }');
  const heap = await put(
    'pkg/benches/heap.c',
    'CYCLESCOPE_BENCH(malloc) {} CYCLESCOPE_BENCH(x) {}',
  );
  const benches = [
    bench('fir', 'run', { at: 'dsp/fir.c:1' }),
    bench('heap', 'malloc', { at: 'benches/heap.c:1' }),
    bench('gone', 'run', { at: 'benches/gone.c:1' }),
  ];
  const roots = { cwd: join(folder, 'own'), packageFolder: join(folder, 'pkg') };
  expect(await benchTexts(benches, roots)).toEqual({ 'fir/run': fir, 'heap/malloc': heap });
});
