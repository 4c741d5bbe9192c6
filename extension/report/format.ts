import { writeBmf } from './bmf';
import { writeCsv } from './csv';
import { writeDocuments } from './documents';
import { writeGha } from './gha';
import { writeJson } from './json';
import { writeMarkdown } from './markdown';
import type { Report, ReportInput } from './report';

/** A way to write run records down for people or for other programs. */
export interface ReportFormat {
  readonly id: string;
  readonly title: string;
  /** The file's usual ending, without the dot. */
  readonly extension: string;
  write(input: ReportInput): Report;
}

/** Every format that `report` knows. */
export const reportFormats: readonly ReportFormat[] = [
  { id: 'md', title: 'Markdown', extension: 'md', write: writeMarkdown },
  { id: 'tables', title: "The documents' own tables", extension: 'md', write: writeDocuments },
  { id: 'csv', title: 'CSV', extension: 'csv', write: writeCsv },
  { id: 'json', title: 'JSON', extension: 'json', write: writeJson },
  { id: 'gha', title: 'github-action-benchmark', extension: 'json', write: writeGha },
  { id: 'bmf', title: 'Bencher Metric Format', extension: 'json', write: writeBmf },
];
