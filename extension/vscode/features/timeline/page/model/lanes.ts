import { formatNumber } from '../../../../../measure';
import { t } from '../../../../page';
import type { Lane } from '../../schemas';

/** How lanes of one core follow each other. */
export type LaneOrder = 'kind' | 'priority' | 'busy' | 'name';

/** Which lanes are shown, and how. */
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
  // What is no task keeps its place above all tasks, or with the idle ones below them.
  priority: ([, a], [, b]) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)),
};

/** The numbers of the lanes to show: core after core, each sorted as chosen. */
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

/** What a lane holds, in a word. */
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

/** Two letters that tell kinds apart without colour. */
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

/** Everything about a lane in one line, for tooltips and screen readers. */
export function describeLane(lane: Lane): string {
  const priority =
    lane.priority === undefined ? '' : `, ${t('priority {0}', formatNumber(lane.priority))}`;
  const members =
    lane.members > 1 ? `, ${t('{0} activities in one lane', formatNumber(lane.members))}` : '';
  return `${kindName(lane.kind)}${priority}${members}, ${t('core {0}', lane.core)}`;
}

/** Whether a lane shows something that runs on a core. */
export const isActivity = ({ kind }: Lane): boolean =>
  kind === 'task' ||
  kind === 'interrupt' ||
  kind === 'timer' ||
  kind === 'scheduler' ||
  kind === 'idle';
