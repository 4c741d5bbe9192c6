import type { RunRecord } from '../runs/record';
import { importedRemarks, importedTable } from './imported-table';
import type { Section } from './section';
import { summaryRows } from './summary-row';

/** An imported run: figures, what is doubtful about them, and what the tool told of itself. */
export function importedSections(record: RunRecord): Section[] {
  const facts = Object.entries(record.imported?.facts ?? {});
  return [
    {
      title: 'Imported figures',
      lead: 'Another tool measured these; a cell is empty where it tells nothing. ! marks doubt.',
      table: importedTable(summaryRows(record)),
      lines: [...importedRemarks(record), ...record.notes, ...record.problems],
    },
    ...(facts.length === 0
      ? []
      : [
          {
            title: 'What the tool tells',
            table: { holds: 'words' as const, titles: ['fact', 'value'], rows: facts },
            lines: [],
          },
        ]),
  ];
}
