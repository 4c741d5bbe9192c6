import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleColumn } from '../../compare/testing';
import { formatRunRecord } from '../../runs';
import { readDecidingFigures, readRunHeads, writeRecord } from './figures';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'figures-'));
});
afterEach(() => rm(folder, { recursive: true }));

const { record } = exampleColumn({
  operations: [{ name: 'mutex/lock', runs: [new Array<number>(40).fill(100)] }],
  unit: 'cycles',
});
const text = formatRunRecord(record);
const bytes = Buffer.byteLength(text);
const figures = async () => (await readDecidingFigures([{ folder, bytes }]))[0];
const head = async (length = bytes) => (await readRunHeads([{ folder, bytes: length }]))[0];
const EXPECTED = {
  target: { deterministic: false },
  operations: [{ suite: 'mutex', op: 'lock', params: {}, unit: 'cycles' }],
  figures: [100],
  margins: [null],
  repeats: [1],
};

const HEAD = { target: record.target, status: 'complete', operations: 1 };

test('the head and the figures beside a record are read without it', async () => {
  await writeRecord(folder, record);
  await rm(join(folder, 'run.json'));
  expect(await figures()).toMatchObject(EXPECTED);
  expect(await head()).toMatchObject(HEAD);
  expect(await head(1)).toBeUndefined();
  const path = join(folder, 'figures.json');
  const stored = await readFile(path, 'utf8');
  expect(stored.split('\n')).toHaveLength(2);
  await writeFile(path, stored.replace('\n', ''));
  expect(await figures()).toMatchObject(EXPECTED);
  expect(await head()).toMatchObject(HEAD);
});

test.each([
  ['missing', undefined],
  ['damaged', (stored: string) => stored.slice(0, 40)],
  ['those of another record', (stored: string) => stored.replace(/"bytes":\d+/, '"bytes":1')],
  ['of columns that differ', (stored: string) => stored.replace('"repeats":[1]', '"repeats":[]')],
])('a head and figures that are %s are read from the record', async (_, change) => {
  await writeRecord(folder, record);
  const path = join(folder, 'figures.json');
  if (change) await writeFile(path, change(await readFile(path, 'utf8')));
  else await rm(path);
  expect(await figures()).toMatchObject(EXPECTED);
  expect(await head()).toMatchObject(HEAD);
});

test('of a thousand runs, one without a record is named and the others are read in their order', async () => {
  await writeRecord(folder, record);
  const records = Array.from({ length: 1000 }, (_, at) => ({
    folder: at === 700 ? join(folder, 'missing') : folder,
    bytes,
  }));
  const found = await readDecidingFigures(records);
  expect(found).toHaveLength(1000);
  const named = found.flatMap((each, at) => ('problem' in each ? [[at, each.problem]] : []));
  expect(named).toEqual([[700, expect.stringContaining('missing')]]);
  const heads = await readRunHeads(records);
  expect(heads.filter((each) => each === undefined)).toHaveLength(1);
  expect(heads[700]).toBeUndefined();
});
