import { formatNumber } from '../../../../../measure';
import { t } from '../../../../page';
import type { Lane } from '../../schemas';

/** The order of lanes within a core. */
export type LaneOrder = 'kind' | 'priority' | 'busy' | 'name';

/** Visible lanes and their order. */
export interface LaneChoice {
  readonly order: LaneOrder;
  /** Part of a name. */
  readonly filter: string;
  /** Numbers of lanes. */
  readonly hidden: ReadonlySet<number>;
}

type Numbered = readonly [number: number, lane: Lane];

const byOrder = ([, a]: Numbered, [, b]: Numbered) => a.order - b.order;
const rank = ({ kind, priority }: Lane) =>
  kind === 'task' ? (priority ?? -Infinity) : kind === 'idle' ? -Infinity : Infinity;

const comparisons: Readonly<Record<LaneOrder, (a: Numbered, b: Numbered) => number>> = {
  kind: byOrder,
  busy: ([, a], [, b]) => b.busy - a.busy,
  name: ([, a], [, b]) => a.name.localeCompare(b.name),
  // Lanes other than tasks keep their place: above all tasks, or below them if idle.
  priority: ([, a], [, b]) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)),
};

/** The numbers of the visible lanes: core after core, each sorted as chosen. */
export function chooseLanes(
  lanes: readonly Lane[],
  { order, filter, hidden }: LaneChoice,
): readonly number[] {
  const wanted = filter.trim().toLowerCase();
  const compare = comparisons[order];
  return [...lanes.entries()]
    .filter(([number, lane]) => !hidden.has(number) && fits(lane, wanted))
    .sort((a, b) => a[1].core - b[1].core || compare(a, b) || byOrder(a, b))
    .map(([number]) => number);
}

const fits = (lane: Lane, wanted: string) =>
  wanted === '' ||
  lane.name.toLowerCase().includes(wanted) ||
  kindName(lane.kind).toLowerCase().includes(wanted);

/** A lane's kind in a word. */
export function kindName(kind: Lane['kind']): string {
  switch (kind) {
    case 'interrupt':
      return t('Interrupt');
    case 'timer':
      return t('Timer');
    case 'task':
      return t('Task');
    case 'scheduler':
      return t('Scheduler');
    case 'idle':
      return t('Idle');
    case 'marker':
    case 'mark':
      return t('Marker');
    case 'print':
      return t('Print');
    case 'operation':
      return t('Operations');
    case 'block':
      return t('Blocks');
    case 'sample':
      return t('Samples');
  }
}

/** Two letters that distinguish kinds without colour. */
export const kindSign: Readonly<Record<Lane['kind'], string>> = {
  interrupt: 'I',
  timer: 'Ti',
  task: 'T',
  scheduler: 'Sc',
  idle: '–',
  marker: 'M',
  mark: 'M',
  print: 'P',
  operation: 'Op',
  block: 'B',
  sample: 'S',
};

/** A one-line summary of a lane, for tooltips and screen readers. */
export function describeLane(lane: Lane): string {
  const priority =
    lane.priority === undefined ? '' : `, ${t('priority {0}', formatNumber(lane.priority))}`;
  const members =
    lane.members > 1 ? `, ${t('{0} activities in one lane', formatNumber(lane.members))}` : '';
  return `${kindName(lane.kind)}${priority}${members}, ${t('core {0}', lane.core)}`;
}

/** True if a lane shows something that runs on a core. */
export const isActivity = ({ kind }: Lane): boolean =>
  kind === 'task' ||
  kind === 'interrupt' ||
  kind === 'timer' ||
  kind === 'scheduler' ||
  kind === 'idle';

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
  readonly rowsByLane: ReadonlyMap<number, Row>;
  /** The extent of each core's rows. */
  readonly cores: ReadonlyMap<number, { readonly top: number; readonly bottom: number }>;
}

/** Stacks lanes, with a heading for each core if there are several. */
export function layOutLanes(lanes: readonly Lane[], shown: readonly number[]): Layout {
  const isDivided = new Set(lanes.map(({ core }) => core)).size > 1;
  const rows: Row[] = [];
  const rowsByLane = new Map<number, Row>();
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
    rowsByLane.set(number, row);
    top += LANE_HEIGHT;
  }
  const cores = new Map<number, { top: number; bottom: number }>();
  for (const row of rows) {
    cores.set(row.core, {
      top: cores.get(row.core)?.top ?? row.top,
      bottom: row.top + row.height,
    });
  }
  return { rows, height: top, rowsByLane, cores };
}

/** The index of the first row that ends below a height; the row count if there is none. */
export function findFirstRowBelow({ rows }: Layout, y: number): number {
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
  return y < 0 ? undefined : layout.rows[findFirstRowBelow(layout, y)];
}

/** The previous or next lane in screen order. */
export function lanesBeside(layout: Layout, lane: number | undefined, step: 1 | -1) {
  const lanes = layout.rows.filter((row) => row.lane >= 0);
  const at = lanes.findIndex((row) => row.lane === lane);
  if (at < 0) return step > 0 ? lanes[0] : lanes.at(-1);
  return lanes[at + step] ?? lanes[at];
}
