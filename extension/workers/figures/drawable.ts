import { thin } from '../../core/measure/thin';
import type { OperationRow } from '../../core/runs/row';

/** A small histogram needs no more values than this; more would hold the receiver up. */
const MOST_VALUES = 1024;

/** A row with no more samples than a small drawing needs; its figures are those of all. */
export function drawable(row: OperationRow): OperationRow {
  const { distribution, ticked } = row;
  const part = { distribution: thin(distribution, MOST_VALUES), ticked: thin(ticked, MOST_VALUES) };
  return { ...row, ...part };
}
