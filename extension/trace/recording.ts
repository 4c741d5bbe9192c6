import { formatNumber } from '../measure';
import {
  type ActivityKind,
  getActivityKind,
  type EventStore,
  expandId,
  type Knowledge,
  resourceText,
  systemItem,
  taskText,
  timeAt,
  UNKNOWN,
} from '../systemview';
import type { RawRun } from './collect';
import { indexEvents, type TraceIndex } from './event-index';
import type { Lane, LaneKind, Loaded, Stretch, TraceClock, TraceCore, TraceInfo } from './model';
import { type Benchmarks, placeBenchmarks } from './samples';
import { type Stretches, ticksBefore } from './stretches';
import { type Survey, surveyEvents } from './survey';

/** One core as counted by the decoder, and its stream. */
export interface DecodedCore extends TraceCore {
  readonly stream: number;
  readonly knowledge: Knowledge;
  /** Offset of the stream's bytes in the file. */
  readonly offset: number;
}

/** The result of decoding a recording. */
export interface DecodedTrace {
  readonly store: EventStore;
  readonly cores: readonly DecodedCore[];
  readonly runs: readonly RawRun[];
  /** Id of Cyclescope's flush event, or -1. */
  readonly pause: number;
  readonly header: readonly string[];
  readonly problems: readonly string[];
  readonly loaded: Loaded;
}

/** An indexed recording. */
export interface TraceRecording {
  readonly decoded: DecodedTrace;
  readonly store: EventStore;
  readonly index: TraceIndex;
  readonly survey: Survey;
  readonly benchmarks: Benchmarks;
  readonly lanes: Lanes;
  readonly info: TraceInfo;
}

function chooseClock(runs: readonly RawRun[], sysFreq: number | undefined): TraceClock {
  const clock = runs.find((run) => run.clock)?.clock;
  if (clock && clock.hz === sysFreq) {
    return { unit: clock.unit, name: clock.name, ratio: clock.ratio };
  }
  if (sysFreq) return { unit: 's', name: '', ratio: [1, sysFreq] };
  return { unit: 'ticks', name: '', ratio: [1, 1] };
}

/** Starts at the cores' newest segments, to leave out old contents of a recorder's buffer. */
function newestSegment(cores: readonly TraceCore[], extent: Stretch): Stretch {
  const newest = cores.map(({ segments, lastTicks }) =>
    segments.reduce(
      (start, { startTicks }) => (startTicks < lastTicks ? startTicks : start),
      extent.start,
    ),
  );
  return { start: Math.max(extent.start, Math.min(...newest)), stop: extent.stop };
}

function systemLines(knowledge: readonly Knowledge[]): string[] {
  const items = [
    ['Application', 'N'],
    ['Device', 'D'],
    ['Core', 'C'],
    ['Operating system', 'O'],
  ] as const;
  return items.flatMap(([title, key]) => {
    const values = new Set(knowledge.map((each) => systemItem(each, key)).filter(Boolean));
    return values.size === 0 ? [] : [`${title}: ${[...values].join(', ')}`];
  });
}

function collectInfo(
  { store, cores, runs, header, problems, loaded }: DecodedTrace,
  { lanes, notices }: Lanes,
  { operations }: Benchmarks,
): TraceInfo {
  const knowledge = cores.map((core) => core.knowledge);
  const sysFreq = knowledge.find(({ init }) => init)?.init?.sysFreq || undefined;
  const last = store.count === 0 ? 0 : timeAt(store, store.count - 1);
  const start = store.count === 0 ? 0 : timeAt(store, 0);
  const extent = { start, stop: Math.max(last, start + 1) };
  return {
    lanes,
    cores: cores.map(({ core, events, firstTicks, lastTicks, lostPackets, segments }) => ({
      core,
      events,
      firstTicks,
      lastTicks,
      lostPackets,
      segments,
    })),
    extent,
    first: runs.length > 0 ? extent : newestSegment(cores, extent),
    clock: chooseClock(runs, sysFreq),
    sysFreq,
    events: store.count,
    lostPackets: cores.reduce((sum, { lostPackets }) => sum + lostPackets, 0),
    header,
    system: systemLines(knowledge),
    operations: operations.map(({ name, at, start, stop, repeat, samples }) => ({
      name,
      at,
      start,
      stop,
      repeat,
      samples,
    })),
    problems,
    notices,
    loaded,
  };
}

/** Indexes a decoded recording. */
export function traceRecording(decoded: DecodedTrace): TraceRecording {
  const { store, cores, pause, runs, loaded } = decoded;
  const survey = surveyEvents(store, cores, loaded.firstEvent === 0);
  const numbers = cores.map(({ core }) => core);
  const index = indexEvents({ store, cores: numbers, gaps: survey.gaps, pause });
  const knowledge = cores.map((core) => core.knowledge);
  const sysFreq = knowledge.find(({ init }) => init)?.init?.sysFreq || undefined;
  const benchmarks = placeBenchmarks(runs, sysFreq);
  const lanes = buildLanes({ index, survey, benchmarks, knowledge });
  const info = collectInfo(decoded, lanes, benchmarks);
  return { decoded, store, index, survey, benchmarks, lanes, info };
}

/** Beyond this number, activities share lanes. */
const MOST_LANES = 512;
/** Beyond this number, tasks of one name share a lane: a benchmark may create thousands. */
const MOST_NAMESAKES = 8;

const KIND_ORDER: readonly LaneKind[] = [
  'operation',
  'block',
  'sample',
  'marker',
  'mark',
  'print',
  'interrupt',
  'timer',
  'task',
  'scheduler',
  'idle',
];

/** The content of a lane. */
type LaneSource =
  | { readonly activities: readonly number[] }
  | { readonly stretches: Stretches }
  | { readonly events: Uint32Array };

interface Draft extends Omit<Lane, 'order'> {
  readonly source: LaneSource;
}

/** The rows of a timeline, and their contents. */
interface Lanes {
  readonly lanes: readonly Lane[];
  readonly sources: readonly LaneSource[];
  /** The lane of each activity. */
  readonly laneByActivity: Int16Array;
  readonly notices: readonly string[];
}

interface LaneInput {
  readonly index: TraceIndex;
  readonly survey: Survey;
  readonly benchmarks: Benchmarks;
  /** Knowledge from each core's stream, by the core's index. */
  readonly knowledge: readonly Knowledge[];
}

function nameActivity(kind: ActivityKind, id: number, knowledge: Knowledge): string {
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
  const kind = getActivityKind(activities, activity);
  const known = knowledge[cores.indexOf(core)] as Knowledge;
  return {
    kind,
    core,
    members: 1,
    source: { activities: [activity] },
    id: kind === 'task' || kind === 'timer' ? expandId(known, id) : id,
    name: nameActivity(kind, id, known),
    priority: kind === 'task' ? known.tasks.get(id)?.prio : undefined,
    busy: totals[activity] ?? 0,
  };
}

const listActivities = ({ source }: Draft) => ('activities' in source ? source.activities : []);

function mergeDrafts(drafts: readonly Draft[], name: string): Draft {
  const [first] = drafts as [Draft, ...Draft[]];
  const activities = drafts.flatMap(listActivities);
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

function groupDrafts(drafts: readonly Draft[], toKey: (draft: Draft) => string): Draft[][] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = toKey(draft);
    const group = groups.get(key);
    if (group) group.push(draft);
    else groups.set(key, [draft]);
  }
  return [...groups.values()];
}

/** Merges large groups of the same name into one lane. */
function withoutCrowds(drafts: readonly Draft[]): Draft[] {
  return groupDrafts(drafts, ({ kind, core, name }) => `${kind} ${core} ${name}`).flatMap(
    (group) => (group.length > MOST_NAMESAKES ? [mergeDrafts(group, group[0]?.name ?? '')] : group),
  );
}

/** Keeps the busiest lanes, and merges the rest of each kind and core into one lane. */
function limitDrafts(drafts: readonly Draft[], most: number): Draft[] {
  if (drafts.length <= most) return [...drafts];
  const rests = groupDrafts(drafts, ({ kind, core }) => `${kind} ${core}`).length;
  const byBusy = [...drafts].sort((a, b) => b.busy - a.busy);
  const kept = byBusy.slice(0, Math.max(0, most - rests));
  const rest = groupDrafts(byBusy.slice(kept.length), ({ kind, core }) => `${kind} ${core}`);
  return [
    ...kept,
    ...rest.map((group) => mergeDrafts(group, `${group.length} other ${group[0]?.kind}s`)),
  ];
}

const sumTicks = (stretches: Stretches) => ticksBefore(stretches, Infinity);

function stretchDraft(kind: LaneKind, name: string, core: number, stretches: Stretches): Draft {
  const source = { stretches };
  return {
    kind,
    core,
    id: 0,
    name,
    priority: undefined,
    members: 1,
    busy: sumTicks(stretches),
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

function toLane(draft: Draft, order: number): Lane {
  const { kind, core, id, name, priority, members, busy } = draft;
  return { kind, core, id, name, priority, members, busy, order };
}

/** Builds the lanes of a recording. */
function buildLanes(input: LaneInput): Lanes {
  const { activities } = input.index;
  const all = activities.kinds.map((_, activity) => activityDraft(input, activity));
  const own = ownDrafts(input);
  const apart = withoutCrowds(all);
  const drafts = [...own, ...limitDrafts(apart, MOST_LANES - own.length)].sort(inOrder);
  const laneByActivity = new Int16Array(activities.kinds.length).fill(-1);
  drafts.forEach((draft, lane) => {
    for (const activity of listActivities(draft)) laneByActivity[activity] = lane;
  });
  const hidden = apart.length + own.length > MOST_LANES;
  return {
    lanes: drafts.map(toLane),
    sources: drafts.map(({ source }) => source),
    laneByActivity,
    notices: hidden
      ? [
          `${formatNumber(all.length)} tasks, interrupts and other activities share ${drafts.length} lanes: the least busy ones of a kind have one lane together.`,
        ]
      : [],
  };
}
