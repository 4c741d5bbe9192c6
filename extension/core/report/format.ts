import type { RunRecord } from '../runs/record';
import { writeMarkdown } from './markdown';

/** A way to write run records down for people or for other programs. */
export interface ReportFormat {
  readonly id: string;
  readonly title: string;
  /** The file's usual ending, without the dot. */
  readonly extension: string;
  write(records: readonly RunRecord[]): string;
}

/** Every format that `report` knows. */
export const reportFormats: readonly ReportFormat[] = [
  { id: 'md', title: 'Markdown', extension: 'md', write: writeMarkdown },
];
