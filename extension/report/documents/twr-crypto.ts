import { bytesOf } from '../../measure';
import type { PublishedRow } from '../../runs';
import type { Section } from '../section';
import { grid, type OwnColumn } from './grid';
import { ownFigure, type Side, sideLabel } from './own';
import { paperTable } from './paper';
import type { Own } from './together';

const MEGABYTE = 2 ** 20;

/** Table 6: the time for the data, and the rate per second or cost per byte. */
export function cryptoSection(sides: readonly Side[]): Section {
  const columns = sides.flatMap((side): OwnColumn[] => [
    { label: sideLabel(side), of: (row) => duration(side, row) },
    { label: 'throughput', of: (row) => rate(duration(side, row), row) },
  ]);
  return grid(paperTable('twr-k70', 'table-6'), columns);
}

function duration(side: Side, row: PublishedRow): Own {
  return ownFigure(side, row, { unit: 's' });
}

function rate(own: Own, { params }: PublishedRow): Own {
  const bytes = bytesOf(params);
  if (own.kind !== 'value' || bytes === undefined) return own;
  const { value, unit } = own;
  return unit === 's'
    ? { ...own, value: bytes / MEGABYTE / value, unit: 'MB/s' }
    : { ...own, value: value / bytes, unit: `${unit}/byte` };
}
