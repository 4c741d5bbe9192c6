import {
  inClockUnit,
  type PublishedColumn,
  type PublishedRow,
  type PublishedSystem,
} from '../runs';
import type { MeansColumn, MeansOperation } from './column';

/** Converts a column of a paper into one of a comparison, keeping only rows that are costs. */
export function toMeansColumn(column: PublishedColumn): MeansColumn {
  const { address, document, table, id, system, language, unit } = column;
  const isCycles = unit === 'cycles';
  return {
    kind: 'published',
    address,
    title: `${system?.os ?? id} (published: ${document.title}, ${table.name})`,
    unit: isCycles ? 'cycles' : 'ns',
    unitsPerSecond: isCycles ? system?.coreHz : 1e9,
    facts: { ...systemFacts(system), ...(language === undefined ? {} : { language }) },
    operations: column.rows.flatMap((row) => toOperations(row, column)),
  };
}

/** Skips ratios, rates and derived rows, which are no cost of an operation. */
function toOperations(row: PublishedRow, { document, derived, unit }: PublishedColumn) {
  const cost = inClockUnit(row);
  const isOfColumn = (cost?.unit === 'cycles') === (unit === 'cycles');
  if (derived || cost === undefined || !isOfColumn) return [];
  const [suite = '', op = row.name] = row.op?.split('/') ?? [document.id];
  const params = Object.keys(row.params).length === 0 ? undefined : row.params;
  const operation: MeansOperation = { suite, op, params, mean: cost.value, doubts: row.doubts };
  return [operation];
}

function systemFacts(system: PublishedSystem | undefined): Record<string, string> {
  if (system === undefined) return {};
  const { board, core, coreHz, os } = system;
  return { board, core, core_hz: String(coreHz), os };
}
