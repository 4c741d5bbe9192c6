import type { Lane } from '../../schemas';

export const LANE_HEIGHT = 22;
export const HEADING_HEIGHT = 20;
export const AXIS_HEIGHT = 28;

/** A row of the timeline: a lane, or the name of a core above its lanes. */
export interface Row {
  readonly top: number;
  readonly height: number;
  readonly core: number;
  /** -1 for a heading. */
  readonly lane: number;
}

/** The positions of all lanes. */
export interface Layout {
  readonly rows: readonly Row[];
  readonly height: number;
  readonly rowOf: ReadonlyMap<number, Row>;
  /** The extent of each core's rows. */
  readonly cores: ReadonlyMap<number, { readonly top: number; readonly bottom: number }>;
}

/** Stacks lanes, with a heading for each core if there are several. */
export function layOut(lanes: readonly Lane[], shown: readonly number[]): Layout {
  const isDivided = new Set(lanes.map(({ core }) => core)).size > 1;
  const rows: Row[] = [];
  const rowOf = new Map<number, Row>();
  let top = 0;
  let core: number | undefined;
  for (const number of shown) {
    const lane = lanes[number];
    if (!lane) continue;
    if (isDivided && lane.core !== core) {
      rows.push({ top, height: HEADING_HEIGHT, core: lane.core, lane: -1 });
      top += HEADING_HEIGHT;
    }
    ({ core } = lane);
    const row = { top, height: LANE_HEIGHT, core, lane: number };
    rows.push(row);
    rowOf.set(number, row);
    top += LANE_HEIGHT;
  }
  const cores = new Map<number, { top: number; bottom: number }>();
  for (const row of rows) {
    cores.set(row.core, {
      top: cores.get(row.core)?.top ?? row.top,
      bottom: row.top + row.height,
    });
  }
  return { rows, height: top, rowOf, cores };
}

/** The index of the first row that ends below a height; the row count if there is none. */
export function firstRowBelow({ rows }: Layout, y: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row && row.top + row.height <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row at a height. */
export function rowAt(layout: Layout, y: number): Row | undefined {
  return y < 0 ? undefined : layout.rows[firstRowBelow(layout, y)];
}

/** The previous or next lane in screen order. */
export function lanesBeside(layout: Layout, lane: number | undefined, step: 1 | -1) {
  const lanes = layout.rows.filter((row) => row.lane >= 0);
  const at = lanes.findIndex((row) => row.lane === lane);
  if (at < 0) return step > 0 ? lanes[0] : lanes.at(-1);
  return lanes[at + step] ?? lanes[at];
}
