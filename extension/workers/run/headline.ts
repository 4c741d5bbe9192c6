import type { RunRecord } from '../../core/runs/record';
import type { OperationRow } from '../../core/runs/row';
import { summarise } from '../../core/runs/summarise';

/** The rows that are shown as figures; those of the traced pass only explain them. */
export function headlineRows(record: RunRecord): readonly OperationRow[] {
  return summarise(record).filter(({ build }) => build === 'headline');
}
