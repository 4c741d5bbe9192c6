import { bmf } from './bmf';
import { csv } from './csv';
import type { ComparisonFormat, ReportFormat } from './format';
import { gha } from './gha';
import { json } from './json';
import { markdown } from './markdown';
import { tables } from './tables';
import { text } from './text';

/** How runs can be reported; the first is written unless another is named. */
export const reportFormats: readonly [ReportFormat, ...ReportFormat[]] = [
  markdown,
  tables,
  csv,
  json,
  gha,
  bmf,
];

/** How a comparison can be printed; the first is printed unless another is named. */
export const comparisonFormats: readonly [ComparisonFormat, ...ComparisonFormat[]] = [
  text,
  markdown,
];
