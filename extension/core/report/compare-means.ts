import { shortUnit } from '../measure/clock';
import type { ComparedCell } from '../measure/compare/compare';
import { valueOf } from '../measure/figure';
import type { Compared } from './compared';
import { formatMean, NO_FIGURE } from './numbers';
import type { Section } from './section';

/** The means of all columns beside each other. */
export function meanSection({ labels, comparison }: Compared): Section {
  const rows = comparison.operations.map(({ name, cells }) => [
    name,
    ...labels.map((_, at) => meanCell(cells[at])),
  ]);
  return { title: 'Means', table: { titles: ['operation', ...labels], rows }, lines: [] };
}

/** A mean with its unit; nothing for an operation that a column lacks. */
export function meanCell(cell: ComparedCell | undefined): string {
  if (cell === undefined) return '';
  const mean = valueOf(cell.mean);
  return mean === undefined ? NO_FIGURE : `${formatMean(mean)} ${shortUnit(cell.unit)}`;
}
