/** No window is larger, so a view may request one every frame. */
export const MAX_WINDOW_BYTES = 256 * 1024;

/** Spans of all lanes, grouped by lane and in the order of time. */
export interface Spans {
  readonly start: Float64Array;
  readonly stop: Float64Array;
  /** For an activity or a marker its first event; for others their own number. */
  readonly ref: Uint32Array;
}

/** Points in time: prints and marks. Several in one column are merged, with their count. */
export interface WindowMarks {
  readonly lane: Uint16Array;
  readonly time: Float64Array;
  readonly count: Uint32Array;
  /** The first event of each. */
  readonly event: Uint32Array;
}

/** Stretches in which packets were lost. */
export interface Gaps {
  readonly core: Uint16Array;
  readonly start: Float64Array;
  readonly stop: Float64Array;
  readonly packets: Uint32Array;
}

/** A window's content of one lane. */
export interface LaneWindow {
  readonly lane: number;
  /** Its spans: a range of indices in `spans`. */
  readonly from: number;
  readonly to: number;
  /** Its share of each column beside its spans, 255 being all of it; undefined if always zero. */
  readonly density: Uint8Array | undefined;
}

/**
 * A stretch of a recording at the resolution of a screen. What is wide enough to be seen is a span;
 * narrower pieces are summed up in columns of equal width.
 */
export interface TraceWindow {
  readonly start: number;
  readonly stop: number;
  readonly columns: number;
  /** Only lanes with content. */
  readonly lanes: readonly LaneWindow[];
  readonly spans: Spans;
  readonly marks: WindowMarks;
  readonly gaps: Gaps;
}

const VERSION = 1;
/** Version, columns and four counts, then start and stop. */
const HEAD_WORDS = 8;
const HEAD_BYTES = HEAD_WORDS * 4 + 16;

interface Counts {
  readonly lanes: number;
  readonly densities: number;
  readonly columns: number;
  readonly spans: number;
  readonly marks: number;
  readonly gaps: number;
}

/** The size in bytes of a window with these counts. */
export function windowBytes({ lanes, densities, columns, spans, marks, gaps }: Counts): number {
  const long = 2 * spans + marks + 2 * gaps;
  const words = 3 * lanes + spans + 2 * marks + gaps;
  return HEAD_BYTES + 8 * long + 4 * words + 2 * (marks + gaps) + densities * columns;
}

/** Lays arrays out one after the other, the widest elements first, so that all are aligned. */
function layOut(buffer: ArrayBuffer, counts: Counts) {
  let at = HEAD_BYTES;
  const take = <T>(
    Type: new (buffer: ArrayBuffer, offset: number, length: number) => T,
    size: number,
    length: number,
  ): T => {
    const array = new Type(buffer, at, length);
    at += size * length;
    return array;
  };
  const { lanes, densities, columns, spans, marks, gaps } = counts;
  return {
    spanStart: take(Float64Array, 8, spans),
    spanStop: take(Float64Array, 8, spans),
    markTime: take(Float64Array, 8, marks),
    gapStart: take(Float64Array, 8, gaps),
    gapStop: take(Float64Array, 8, gaps),
    spanRef: take(Uint32Array, 4, spans),
    markCount: take(Uint32Array, 4, marks),
    markEvent: take(Uint32Array, 4, marks),
    gapPackets: take(Uint32Array, 4, gaps),
    /** Number, end of its spans, and 1 + number of its density or 0. */
    lanes: take(Uint32Array, 4, 3 * lanes),
    markLane: take(Uint16Array, 2, marks),
    gapCore: take(Uint16Array, 2, gaps),
    densities: take(Uint8Array, 1, densities * columns),
  };
}

function countContents({ lanes, columns, spans, marks, gaps }: TraceWindow): Counts {
  return {
    lanes: lanes.length,
    densities: lanes.filter(({ density }) => density !== undefined).length,
    columns,
    spans: spans.ref.length,
    marks: marks.event.length,
    gaps: gaps.packets.length,
  };
}

/** Encodes a window as one buffer that can be transferred without a copy. */
export function encodeWindow(window: TraceWindow): ArrayBuffer {
  const counts = countContents(window);
  const buffer = new ArrayBuffer(windowBytes(counts));
  const { lanes, densities, columns, spans, marks, gaps } = counts;
  new Uint32Array(buffer, 0, HEAD_WORDS).set([
    VERSION,
    columns,
    lanes,
    densities,
    spans,
    marks,
    gaps,
  ]);
  new Float64Array(buffer, HEAD_WORDS * 4, 2).set([window.start, window.stop]);
  const parts = layOut(buffer, counts);
  parts.spanStart.set(window.spans.start);
  parts.spanStop.set(window.spans.stop);
  parts.spanRef.set(window.spans.ref);
  parts.markTime.set(window.marks.time);
  parts.markCount.set(window.marks.count);
  parts.markEvent.set(window.marks.event);
  parts.markLane.set(window.marks.lane);
  parts.gapStart.set(window.gaps.start);
  parts.gapStop.set(window.gaps.stop);
  parts.gapPackets.set(window.gaps.packets);
  parts.gapCore.set(window.gaps.core);
  let density = 0;
  window.lanes.forEach((lane, index) => {
    if (lane.density) parts.densities.set(lane.density, columns * density++);
    parts.lanes.set([lane.lane, lane.to, lane.density ? density : 0], 3 * index);
  });
  return buffer;
}

/** Decodes a window, which keeps using the buffer's bytes; undefined for an invalid buffer. */
export function decodeWindow(buffer: ArrayBuffer): TraceWindow | undefined {
  if (buffer.byteLength < HEAD_BYTES) return undefined;
  const [version, columns = 0, lanes = 0, densities = 0, spans = 0, marks = 0, gaps = 0] =
    new Uint32Array(buffer, 0, HEAD_WORDS);
  const counts = { lanes, densities, columns, spans, marks, gaps };
  if (version !== VERSION || windowBytes(counts) !== buffer.byteLength) return undefined;
  const [start = 0, stop = 0] = new Float64Array(buffer, HEAD_WORDS * 4, 2);
  const parts = layOut(buffer, counts);
  return {
    start,
    stop,
    columns,
    lanes: Array.from({ length: lanes }, (_, index) => {
      const [lane = 0, to = 0, density = 0] = parts.lanes.subarray(3 * index, 3 * index + 3);
      return {
        lane,
        from: index === 0 ? 0 : (parts.lanes[3 * index - 2] ?? 0),
        to,
        density:
          density === 0
            ? undefined
            : parts.densities.subarray(columns * (density - 1), columns * density),
      };
    }),
    spans: { start: parts.spanStart, stop: parts.spanStop, ref: parts.spanRef },
    marks: {
      lane: parts.markLane,
      time: parts.markTime,
      count: parts.markCount,
      event: parts.markEvent,
    },
    gaps: {
      core: parts.gapCore,
      start: parts.gapStart,
      stop: parts.gapStop,
      packets: parts.gapPackets,
    },
  };
}
