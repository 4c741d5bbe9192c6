import { importText } from '../runs/imports/imports';
import { exampleText } from '../runs/imports/testing/texts';
import { findPublished } from '../runs/published/published';
import { createImportedRecord, type RunRecord } from '../runs/record/record';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../runs/record/testing/example';
import { paperColumn, type ReportColumn } from './columns';

/** A record with the given mean costs, one of them doubtful. */
export function exampleRun(costs: Readonly<Record<string, number>>, hex = '1a2b'): RunRecord {
  const operations = Object.entries(costs).map(([name, cost]) =>
    exampleOperation(name, cost, 1000),
  );
  const record = exampleRecord(examplePass(collectSimulated({ operations })));
  return { ...record, id: record.id.replace('1a2b', hex) };
}

/** A record with an imported text of the given format. */
export function exampleImport(format: string): RunRecord {
  const { imported, problems } = importText(exampleText(format), 'board.log');
  if (imported === undefined) throw new Error(problems.join());
  return createImportedRecord(imported, 'A tool', {
    id: '20261120T221600Z-imported-00ff',
    created: '2026-11-20T22:16:00Z',
    tool: 'cyclescope 0.1.0',
    command: 'cyclescope import board.log',
    problems: [...problems],
  });
}

/** A published column; fails if it does not exist. */
export function examplePaper(address: string): ReportColumn {
  const found = findPublished(address);
  if ('near' in found) throw new Error(`there is no ${address}`);
  return paperColumn(found.column);
}
