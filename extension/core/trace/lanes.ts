import { type ActivityKind, UNKNOWN, kindOf } from '../systemview/activity';
import { expandId, type Knowledge } from '../systemview/knowledge';
import { resourceText, taskText } from '../systemview/value';
import { formatNumber } from '../report/numbers';
import type { TraceIndex } from './index-of';
import type { Lane, LaneKind } from './model';
import type { Benchmarks } from './samples';
import type { Stretches } from './stretches';
import { ticksBefore } from './stretches';
import type { Survey } from './survey';

/** Further activities share lanes. */
export const MOST_LANES = 512;
/** Tasks of one name beyond these share a lane: threads that a benchmark makes by the thousand. */
const MOST_NAMESAKES = 8;

const KIND_ORDER: readonly LaneKind[] = [
  ...(['operation', 'block', 'sample', 'marker', 'mark', 'print'] as const),
  ...(['interrupt', 'timer', 'task', 'scheduler', 'idle'] as const),
];

/** What fills a lane. */
export type LaneSource =
  | { readonly activities: readonly number[] }
  | { readonly stretches: Stretches }
  | { readonly events: Uint32Array };

interface Draft extends Omit<Lane, 'order'> {
  readonly source: LaneSource;
}

/** The rows of a time line, and what fills them. */
export interface Lanes {
  readonly lanes: readonly Lane[];
  readonly sources: readonly LaneSource[];
  /** The lane of each activity. */
  readonly laneOf: Int16Array;
  readonly notices: readonly string[];
}

export interface LaneInput {
  readonly index: TraceIndex;
  readonly survey: Survey;
  readonly benchmarks: Benchmarks;
  /** What each core's stream has told, by the core's place. */
  readonly knowledge: readonly Knowledge[];
}

function nameOf(kind: ActivityKind, id: number, knowledge: Knowledge): string {
  if (id === UNKNOWN) return `other ${kind}s`;
  switch (kind) {
    case 'task':
      return taskText(knowledge, id);
    case 'interrupt':
      return knowledge.interrupts.get(id) || `ISR #${id}`;
    case 'timer':
      return resourceText(knowledge, id);
    case 'idle':
      return 'Idle';
    case 'scheduler':
      return 'Scheduler';
  }
}

function activityDraft({ index, knowledge }: LaneInput, activity: number): Draft {
  const { activities, cores, totals } = index;
  const [core = 0, id = 0] = [activities.cores[activity], activities.ids[activity]];
  const kind = kindOf(activities, activity);
  const known = knowledge[cores.indexOf(core)] as Knowledge;
  return {
    ...{ kind, core, members: 1, source: { activities: [activity] } },
    id: kind === 'task' || kind === 'timer' ? expandId(known, id) : id,
    name: nameOf(kind, id, known),
    priority: kind === 'task' ? known.tasks.get(id)?.prio : undefined,
    busy: totals[activity] ?? 0,
  };
}

const activitiesOf = ({ source }: Draft) => ('activities' in source ? source.activities : []);

function merged(drafts: readonly Draft[], name: string): Draft {
  const [first] = drafts as [Draft, ...Draft[]];
  const activities = drafts.flatMap(activitiesOf);
  return {
    ...first,
    name,
    priority: drafts.every(({ priority }) => priority === first.priority)
      ? first.priority
      : undefined,
    members: drafts.reduce((sum, { members }) => sum + members, 0),
    busy: drafts.reduce((sum, { busy }) => sum + busy, 0),
    source: { activities },
  };
}

function grouped(drafts: readonly Draft[], keyOf: (draft: Draft) => string): Draft[][] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = keyOf(draft);
    const group = groups.get(key);
    if (group) group.push(draft);
    else groups.set(key, [draft]);
  }
  return [...groups.values()];
}

/** Puts namesakes by the dozen into one lane. */
function withoutCrowds(drafts: readonly Draft[]): Draft[] {
  return grouped(drafts, ({ kind, core, name }) => `${kind} ${core} ${name}`).flatMap((group) =>
    group.length > MOST_NAMESAKES ? [merged(group, group[0]?.name ?? '')] : group,
  );
}

/** Keeps the busiest lanes, and one for the rest of each kind and core. */
function limited(drafts: readonly Draft[], most: number): Draft[] {
  if (drafts.length <= most) return [...drafts];
  const rests = grouped(drafts, ({ kind, core }) => `${kind} ${core}`).length;
  const byBusy = [...drafts].sort((a, b) => b.busy - a.busy);
  const kept = byBusy.slice(0, Math.max(0, most - rests));
  const rest = grouped(byBusy.slice(kept.length), ({ kind, core }) => `${kind} ${core}`);
  return [
    ...kept,
    ...rest.map((group) => merged(group, `${group.length} other ${group[0]?.kind}s`)),
  ];
}

const lengthOf = (stretches: Stretches) => ticksBefore(stretches, Infinity);

function stretchDraft(kind: LaneKind, name: string, core: number, stretches: Stretches): Draft {
  const source = { stretches };
  return {
    kind,
    core,
    id: 0,
    name,
    priority: undefined,
    members: 1,
    busy: lengthOf(stretches),
    source,
  };
}

function ownDrafts({ benchmarks, survey, index, knowledge }: LaneInput): Draft[] {
  const core = benchmarks.operations[0]?.run.core ?? 0;
  const drafts = [
    stretchDraft('operation', 'Operations', core, benchmarks.operationStretches),
    stretchDraft('block', 'Blocks', core, benchmarks.blockStretches),
    stretchDraft('sample', 'Samples', core, benchmarks.sampleStretches),
  ].filter(({ source }) => 'stretches' in source && source.stretches.count > 0);
  const markers = survey.markers.map(({ core: on, id, stretches }) => {
    const name = knowledge[index.cores.indexOf(on)]?.markers.get(id) || `Marker ${id}`;
    return { ...stretchDraft('marker', name, on, stretches), id };
  });
  const marks = survey.marks.map(({ kind, core: on, events }): Draft => {
    const name = kind === 'print' ? 'Messages' : 'Marks';
    const source = { events };
    return { kind, core: on, id: 0, name, priority: undefined, members: 1, busy: 0, source };
  });
  return [...drafts, ...markers, ...marks];
}

function inOrder(a: Draft, b: Draft): number {
  const rank = ({ kind }: Draft) => KIND_ORDER.indexOf(kind);
  const isOwn = (draft: Draft) => rank(draft) < 3;
  if (isOwn(a) || isOwn(b)) return rank(a) - rank(b);
  return a.core - b.core || rank(a) - rank(b) || b.busy - a.busy;
}

function laneIn(draft: Draft, order: number): Lane {
  const { kind, core, id, name, priority, members, busy } = draft;
  return { kind, core, id, name, priority, members, busy, order };
}

/** The lanes of a recording. */
export function lanesOf(input: LaneInput): Lanes {
  const { activities } = input.index;
  const all = activities.kinds.map((_, activity) => activityDraft(input, activity));
  const own = ownDrafts(input);
  const apart = withoutCrowds(all);
  const drafts = [...own, ...limited(apart, MOST_LANES - own.length)].sort(inOrder);
  const laneOf = new Int16Array(activities.kinds.length).fill(-1);
  drafts.forEach((draft, lane) => {
    for (const activity of activitiesOf(draft)) laneOf[activity] = lane;
  });
  const hidden = apart.length + own.length > MOST_LANES;
  return {
    lanes: drafts.map(laneIn),
    sources: drafts.map(({ source }) => source),
    laneOf,
    notices: hidden
      ? [
          `${formatNumber(all.length)} tasks, interrupts and other activities share ${drafts.length} lanes: the least busy ones of a kind have one lane together.`,
        ]
      : [],
  };
}
