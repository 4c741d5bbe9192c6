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
