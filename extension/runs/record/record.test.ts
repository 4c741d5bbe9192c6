import { expect, test } from 'vitest';
import { importText } from '../imports/imports';
import { exampleTexts } from '../imports/testing/texts';
import { readRunRecord } from './read';
import { formatRunRecord, createImportedRecord } from './record';
import { summarise } from './summarise';

const about = {
  id: '20261120T221500Z-imported-1a2b',
  created: '2026-11-20T22:15:00Z',
  tool: 'cyclescope 0.1.0',
  command: 'cyclescope import board.log',
  problems: ['a line was damaged'],
};

test.each(exampleTexts)('%s round-trips through run.json, without passes', (_, text) => {
  const { imported } = importText(text, 'board.log');
  if (imported === undefined) throw new Error('nothing was read');
  const record = createImportedRecord(imported, 'A tool', about);
  expect(readRunRecord(formatRunRecord(record))).toEqual({ record, problems: [] });
  expect(record).toMatchObject({
    ...about,
    target: { id: 'imported', title: 'A tool', deterministic: false },
    status: 'complete',
    passes: [],
  });
  expect(summarise(record)).toEqual([]);
});
