import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleColumn } from '../../compare/testing';
import { formatRunRecord } from '../../runs';
import { readDecidingFigures, readRunHead, writeRecord } from './figures';

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
const place = () => ({ id: 'run', folder });
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
  expect(await readDecidingFigures(place(), bytes)).toMatchObject(EXPECTED);
  expect(await readRunHead(folder, bytes)).toMatchObject(HEAD);
  expect(await readRunHead(folder, 1)).toBeUndefined();
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
  expect(await readDecidingFigures(place(), bytes)).toMatchObject(EXPECTED);
  expect(await readRunHead(folder, bytes)).toMatchObject(HEAD);
});
