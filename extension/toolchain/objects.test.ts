import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetOthers, keepObject, keptFile, takeObject } from './image';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'));
});
afterEach(() => rm(folder, { recursive: true }));

const store = (basis = 'sources', root = '/p', cSources = '/c') => {
  return { folder: join(folder, 'kept'), basis, roots: [root, cSources] };
};
const unit = (object: string) => ({ source: '/p/heap.c', object, flags: [], isUsers: false });
const call = (object: string, ...more: string[]) => ({
  program: 'gcc',
  args: [...more, '-c', '/p/heap.c', '-o', object],
});

it('recognises an object by its sources and its call, wherever it is made', () => {
  const one = keptFile(store(), unit('/a/heap.o'), call('/a/heap.o'));
  expect(keptFile(store(), unit('/b/heap.o'), call('/b/heap.o'))).toBe(one);
  expect(keptFile(store('others'), unit('/a/heap.o'), call('/a/heap.o'))).not.toBe(one);
  expect(keptFile(store(), unit('/a/heap.o'), call('/a/heap.o', '-DX'))).not.toBe(one);
});

it('recognises an object after its sources have moved', () => {
  const moved = (root: string) => {
    const source = `${root}/heap.c`;
    const args = [
      `-I${root}/include`,
      `-ffile-prefix-map=${root}/=`,
      '-c',
      source,
      '-o',
      '/a/heap.o',
    ];
    const at = { ...unit('/a/heap.o'), source };
    return keptFile(store('sources', root), at, { program: 'gcc', args });
  };
  expect(moved('/q')).toBe(moved('/p'));
  const kernel = (root: string, cSources: string) => {
    const source = `${cSources}/tasks.c`;
    const at = { ...unit('/a/tasks.o'), source };
    return keptFile(store('sources', root, cSources), at, { program: 'gcc', args: [source] });
  };
  expect(kernel('/clone', '/clone/build/c')).toBe(kernel('/package', '/home/c'));
});

it('returns what was stored, and reports it if there is nothing', async () => {
  const made = join(folder, 'made.o');
  const kept = keptFile(store(), unit(made), call(made));
  expect(await takeObject(kept, join(folder, 'taken.o'))).toBe(false);
  await writeFile(made, 'object');
  await keepObject(made, kept);
  expect(await takeObject(kept, join(folder, 'taken.o'))).toBe(true);
  expect(await readFile(join(folder, 'taken.o'), 'utf8')).toBe('object');
});

it('drops what the last build did not use', async () => {
  await forgetOthers(store(), new Set());
  const made = join(folder, 'made.o');
  await writeFile(made, 'object');
  const [used, unused] = ['-DA', '-DB'].map((flag) =>
    keptFile(store(), unit(made), call(made, flag)),
  );
  await keepObject(made, used!);
  await keepObject(made, unused!);
  await forgetOthers(store(), new Set([used!]));
  expect(await readdir(store().folder)).toEqual([basename(used!)]);
});
