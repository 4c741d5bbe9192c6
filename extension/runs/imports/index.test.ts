import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { importedRunSchema } from './imported';
import { importFormats, importText } from './imports';
import { exampleText, exampleTexts } from './testing/texts';

describe.each(exampleTexts)('%s', (id, text) => {
  test('is recognised by its own format alone', () => {
    const formats = importFormats.filter((format) => format.recognises(text));
    expect(formats.map((format) => format.id)).toEqual([id]);
  });

  test('keeps its source, and round-trips through a run record', () => {
    const { imported } = importText(text, 'board.log');
    expect(imported).toMatchObject({ format: id, source: 'board.log' });
    const reread: unknown = JSON.parse(JSON.stringify(imported));
    expect(v.parse(importedRunSchema, reread)).toEqual(imported);
  });

  test('reads the same with CRLF', () => {
    const { imported } = importText(text);
    expect(importText(text.replace(/(?<!\r)\n(?!\r)/g, '\r\n')).imported).toEqual(imported);
  });
});

test('reports unknown text, with the known formats', () => {
  const { imported, problems } = importText('hello');
  expect(imported).toBeUndefined();
  expect(problems.join()).toContain('The format was not recognised. Known formats: oveRTOS');
});

test('reports a second format in the same text', () => {
  const { imported, problems } = importText(exampleText('sched') + exampleText('ztest-csv'));
  expect(imported?.format).toBe('sched');
  expect(problems).toEqual([
    'The text also contains Zephyr ztest benchmark CSV, which was skipped.',
  ]);
});
