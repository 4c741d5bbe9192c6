import type { DecodedStream, Recording } from './decoder';
import type { Tally } from './extent';
import { expandId, type Init } from './knowledge';

/** One core in `decode --json`. Counts and ticks cover its whole part of the file. */
export interface CoreSummary {
  readonly core: number;
  readonly bytes: number;
  readonly events: number;
  readonly countsById: Readonly<Record<string, number>>;
  readonly init: Init | null;
  readonly sysdesc: readonly string[];
  readonly tasks: readonly { readonly id: number; readonly name: string; readonly prio: number }[];
  readonly firstTicks: number;
  readonly lastTicks: number;
  readonly durationTicks: number;
  readonly overflowEvents: number;
  readonly lostPackets: number;
  readonly segments: readonly { readonly startTicks: number; readonly events: number }[];
  readonly trailingBytes: number;
  readonly problems: readonly string[];
}

/** Output of `decode --json`, without the benchmark runs. */
export interface DecodeSummary {
  readonly schema: 1;
  readonly file: string;
  readonly header: readonly string[];
  readonly cores: readonly CoreSummary[];
}

/** Summarises a recording. */
export function summariseRecording(recording: Recording, file: string): DecodeSummary {
  const cores = recording.streams.flatMap((stream) =>
    stream.tallies.map((tally, index) => summariseCore(stream, tally, index === 0)),
  );
  return { schema: 1, file, header: recording.header, cores };
}

/** Values of a stream that belong to no single core are reported with its first core. */
function summariseCore(stream: DecodedStream, tally: Tally, first: boolean): CoreSummary {
  const { knowledge } = stream;
  return {
    core: tally.core,
    bytes: tally.bytes,
    events: tally.events,
    countsById: countsById(tally),
    init: knowledge.init ?? null,
    sysdesc: knowledge.sysdesc,
    tasks: [...knowledge.tasks].map(([id, { name, prio }]) => ({
      id: expandId(knowledge, id),
      name,
      prio,
    })),
    firstTicks: tally.firstTicks,
    lastTicks: tally.lastTicks,
    durationTicks: tally.lastTicks - tally.firstTicks,
    overflowEvents: tally.overflows,
    lostPackets: tally.lost,
    segments: segments(tally),
    trailingBytes: first ? stream.trailingBytes : 0,
    problems: first ? stream.problems : [],
  };
}

function countsById(tally: Tally): Record<string, number> {
  const counts: Record<string, number> = {};
  tally.counts.forEach((count, id) => {
    if (count > 0) counts[id] = count;
  });
  return counts;
}

function segments(tally: Tally): CoreSummary['segments'] {
  return tally.segments.map(({ startTicks, firstEvent }, index) => ({
    startTicks,
    events: (tally.segments[index + 1]?.firstEvent ?? tally.events) - firstEvent,
  }));
}
