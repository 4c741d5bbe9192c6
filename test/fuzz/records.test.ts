import { expect, test } from 'vitest';
import { visibleJson } from '../../extension/base';
import {
  buildComparison,
  buildResults,
  compareReported,
  comparisonFormats,
  comparisonJson,
  markdown,
  reportFormats,
  runColumn,
  terminalTable,
} from '../../extension/report';
import { importText, readHead, readRunRecord, type RunRecord } from '../../extension/runs';
import { createImportedRecord } from '../../extension/runs/record/record';
import {
  collectSimulated,
  exampleCounts,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../extension/runs/record/testing/example';
import { exampleTexts } from '../../extension/runs/imports/testing/texts';
import { expectHarmless, expectNoFormula, expectWellFormed, fuzz, garbleJson } from './fuzz';

const measured = exampleRecord(
  examplePass(
    collectSimulated({
      operations: [
        exampleOperation('heap/malloc', 146, 400, exampleCounts(146)),
        exampleOperation('heap/free', 120, 40),
      ],
    }),
  ),
);
const imported = exampleTexts.flatMap(([, text]) => {
  const { imported: run } = importText(text);
  const { id, created, tool, command } = measured;
  return run ? [createImportedRecord(run, 'x', { id, created, tool, command, problems: [] })] : [];
});

const csv = reportFormats.find(({ id }) => id === 'csv') as (typeof reportFormats)[number];

/** Everything that is shown of a record, alone and beside another one. */
function everyText(record: RunRecord): readonly string[] {
  const columns = [runColumn(record)];
  const compared = [
    [record, measured],
    [measured, record],
  ].map((pair) => compareReported(pair.map(runColumn), { delta: undefined }));
  return [
    terminalTable(record, 80),
    ...reportFormats.flatMap((format) => {
      const { text, beside } = format.writeReport({ columns, name: 'x' });
      return [text, ...beside.map((file) => file.text)];
    }),
    ...compared.flatMap((each) => [
      ...comparisonFormats.map((format) => format.writeComparison(each)),
      visibleJson(comparisonJson(each, undefined)),
      visibleJson(buildComparison(each)),
    ]),
    visibleJson(buildResults(record).model),
  ];
}

const HUGE = 2 ** 39;
const swollen = structuredClone(measured);
for (const operation of swollen.passes[0]?.operations ?? []) {
  operation.quiet = operation.quiet.map(([value]) => [value, HUGE]);
}

/** Checks that Markdown shows a name and does not obey it. */
function expectPlainMarkdown(text: string): void {
  const prose = text.replace(/^(`{3,}).*\n(?:.*\n)*?\1$/gm, '').replace(/`[^`\n]*`/g, '');
  expect(prose.split('\n').filter((line) => /(?<!\\)(?:<img|\]\(command)|^# e/.test(line))).toEqual(
    [],
  );
}

function isShownOrRefused(value: object): void {
  const text = JSON.stringify(value);
  readHead(text);
  const { record, problems } = readRunRecord(text);
  if (record === undefined) expect(problems).not.toEqual([]);
  else {
    everyText(record).forEach(expectHarmless);
    const columns = [record, measured].map(runColumn);
    const shown = markdown.writeReport({ columns, name: 'x' });
    expectPlainMarkdown(shown.text);
    shown.beside
      .filter(({ name }) => name.endsWith('.svg'))
      .forEach(({ text }) => {
        expectWellFormed(text);
      });
    const table = csv.writeReport({ columns, name: 'x' });
    [table, ...table.beside].forEach(({ text }) => expectNoFormula(text));
  }
}

test('huge counts do not cost more: values are never written out one by one', () => {
  const sizes = [measured, swollen].map((record) =>
    everyText(record as RunRecord).reduce((sum, text) => sum + text.length, 0),
  );
  expect(sizes[1]).toBeLessThan(2 * (sizes[0] ?? 0));
});

fuzz('a run record is shown or refused', garbleJson(measured), isShownOrRefused, [swollen]);

fuzz('the record of an import is shown or refused', garbleJson(...imported), isShownOrRefused);
