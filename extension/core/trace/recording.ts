import { systemItem, type Knowledge } from '../systemview/knowledge';
import { type EventStore, timeAt } from '../systemview/store';
import type { RawRun } from './collect';
import { indexEvents, type TraceIndex } from './index-of';
import { type Lanes, lanesOf } from './lanes';
import type { Loaded, Stretch, TraceClock, TraceCore, TraceInfo } from './model';
import { type Benchmarks, benchmarksOf } from './samples';
import { type Survey, surveyEvents } from './survey';

/** One core as the decoder counted it, and the stream it came in. */
export interface DecodedCore extends TraceCore {
  readonly stream: number;
  readonly knowledge: Knowledge;
  /** Where the stream's bytes begin in the file. */
  readonly offset: number;
}

/** What decoding a recording gives. */
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

/** A recording that is ready to be looked at. */
export interface TraceRecording {
  readonly decoded: DecodedTrace;
  readonly store: EventStore;
  readonly index: TraceIndex;
  readonly survey: Survey;
  readonly benchmarks: Benchmarks;
  readonly lanes: Lanes;
  readonly info: TraceInfo;
}

function clockOf(runs: readonly RawRun[], sysFreq: number | undefined): TraceClock {
  const clock = runs.find((run) => run.clock)?.clock;
  if (clock && clock.hz === sysFreq) {
    return { unit: clock.unit, name: clock.name, ratio: clock.ratio };
  }
  if (sysFreq) return { unit: 's', name: '', ratio: [1, sysFreq] };
  return { unit: 'ticks', name: '', ratio: [1, 1] };
}

/** Without what was left in a recorder's buffer from before: from the cores' newest segments on. */
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

function infoOf(
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
      ...{ core, events, firstTicks, lastTicks, lostPackets, segments },
    })),
    extent,
    first: runs.length > 0 ? extent : newestSegment(cores, extent),
    clock: clockOf(runs, sysFreq),
    sysFreq,
    events: store.count,
    lostPackets: cores.reduce((sum, { lostPackets }) => sum + lostPackets, 0),
    header,
    system: systemLines(knowledge),
    operations: operations.map(({ name, at, start, stop, repeat, samples }) => ({
      ...{ name, at, start, stop, repeat, samples },
    })),
    problems,
    notices,
    loaded,
  };
}

/** Indexes what was decoded. */
export function traceRecording(decoded: DecodedTrace): TraceRecording {
  const { store, cores, pause, runs, loaded } = decoded;
  const survey = surveyEvents(store, cores, loaded.firstEvent === 0);
  const numbers = cores.map(({ core }) => core);
  const index = indexEvents({ store, cores: numbers, gaps: survey.gaps, pause });
  const knowledge = cores.map((core) => core.knowledge);
  const sysFreq = knowledge.find(({ init }) => init)?.init?.sysFreq || undefined;
  const benchmarks = benchmarksOf(runs, sysFreq);
  const lanes = lanesOf({ index, survey, benchmarks, knowledge });
  const info = infoOf(decoded, lanes, benchmarks);
  return { decoded, store, index, survey, benchmarks, lanes, info };
}
