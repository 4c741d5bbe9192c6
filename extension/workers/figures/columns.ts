import { basename } from 'node:path';
import { type ReportColumn, runColumn } from '../../core/report/columns';
import type { RunRecord } from '../../core/runs/record';
import { publishedColumn } from '../../engine/columns';
import { readRun } from '../../engine/resolve/read';
import type { ColumnPlace } from './protocol';

/** The record of a kept run. */
export function recordOf(folder: string): Promise<RunRecord> {
  return readRun({ id: basename(folder), folder });
}

/** The columns at places. */
export function columnsOf(
  places: readonly ColumnPlace[],
  read: (folder: string) => Promise<RunRecord> = recordOf,
): Promise<ReportColumn[]> {
  return Promise.all(
    places.map(async (place) =>
      'address' in place ? publishedColumn(place.address) : runColumn(await read(place.folder)),
    ),
  );
}
