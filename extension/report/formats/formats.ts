import { bmf } from './bmf';
import { comment } from './comment';
import { csv } from './csv';
import type { ComparisonFormat, ReportFormat } from './format';
import { gha } from './gha';
import { json } from './json';
import { boardCard, markdown } from './markdown';
import { tables } from './tables';
import { plainText } from './text';

/** The formats of runs; the first is the default. */
export const reportFormats: readonly [ReportFormat, ...ReportFormat[]] = [
  markdown,
  boardCard,
  tables,
  csv,
  json,
  gha,
  bmf,
];

/** The formats of comparisons; the first is the default. */
export const comparisonFormats: readonly [ComparisonFormat, ...ComparisonFormat[]] = [
  plainText,
  markdown,
  comment,
];
