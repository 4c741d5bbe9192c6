import { groupBy } from '../../base';
import { formatFine } from '../../measure';
import { decidingFigure, type LayoutBand, type OperationRow, repeatKey } from './row';
import { isWithheld } from './standing';

/** Adds to the rows of a pass the range of their figures over all layouts of the image. */
export function withLayouts(
  rows: readonly OperationRow[],
  others: readonly OperationRow[],
): OperationRow[] {
  const toKey = (row: OperationRow) => `${row.clock.unit} ${repeatKey(row, 0)}`;
  const ofOthers = groupBy(others, toKey);
  return rows.map((row) => {
    const figures = [row, ...(ofOthers.get(toKey(row)) ?? [])].map((each) => {
      return isWithheld(each.standing) ? undefined : layoutFigure(each);
    });
    const [figure] = figures;
    const known = figures.filter((each) => each !== undefined);
    if (figure === undefined || known.length < 2) return row;
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const layouts: LayoutBand = { images: known.length, figure, low, high };
    return { ...row, layouts, notes: [...row.notes, ...layoutNote(layouts)] };
  });
}

const layoutFigure = (row: OperationRow) =>
  decidingFigure(row, row.clock.unit === 'instructions' && row.identical !== false)?.figure;

function layoutNote({ images, low, high }: LayoutBand): string[] {
  if (low === high) return [];
  return [
    `${images} images that differ in order and alignment alone gave ${formatFine(low)} to ${formatFine(high)}`,
  ];
}
