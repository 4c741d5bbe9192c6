import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRunRecord } from '../../runs/record/read';
import { runColumn } from '../columns';
import { bmf } from './bmf';
import { csv } from './csv';
import { gha } from './gha';
import { boardCard, markdown } from './markdown';
import { tables } from './tables';

// Records of schema 1, and their figures as the version that measured them wrote them.
const FOLDER = new URL('../../../test/golden/old-record/', import.meta.url);
const NAMES = ['freertos-m7', 'linux-imx6ul'];

function input(name: string) {
  const text = readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');
  const { record, problems } = readRunRecord(text);
  expect(problems).toEqual([]);
  return { columns: [runColumn(record!)], name: undefined };
}

/** The lines of a table by the names of its columns. */
function parseLines(text: string): Record<string, string>[] {
  const [titles = [], ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return lines.map((cells) =>
    Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ''])),
  );
}

test.each(NAMES)('%s keeps the figures of its version', (name) => {
  const before = parseLines(readFileSync(new URL(`${name}.csv`, FOLDER), 'utf8'));
  const now = parseLines(csv.writeReport(input(name)).text);
  expect(before.length).toBeGreaterThan(10);
  expect(now).toHaveLength(before.length);
  expect(now).toMatchObject(before);
});

test.each(NAMES)('%s states the rules and the readings that it was measured with', (name) => {
  const given = input(name);
  const texts = [markdown, boardCard, gha, tables].map((each) => each.writeReport(given).text);
  const missing = bmf.writeReport(given).missing?.join('\n');
  for (const text of [...texts, missing]) {
    expect(text).toContain('Figures by the rules of version 1');
    expect(text).toContain('Readings of the clock without a fence');
  }
  const [titles = '', ...lines] = csv.writeReport(given).text.trimEnd().split('\n');
  expect(titles).toMatch(/,rules$/);
  for (const line of lines) expect(line).toMatch(/,1$/);
});
