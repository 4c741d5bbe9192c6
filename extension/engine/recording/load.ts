import { setImmediate } from 'node:timers/promises';
import { EVENT_KINDS } from '../../agent';
import { EngineError, throwIfCancelled } from '../../base';
import {
  dataStart,
  type DecodedStream,
  type Decoder,
  FIRST_MODULE_EVENT,
  type Header,
  MAX_HEADER,
  moduleEventNumber,
  newDecoder,
  readHeader,
  type Recording,
} from '../../systemview';
import { type Bytes, openBytes } from './bytes';
import {
  collectTrace,
  listDecodedCores,
  type DecodedTrace,
  mergeStores,
  type TraceRecording,
  traceRecording,
} from '../../trace';

/** The part of a recording to keep: from an event's number, or from a share of the file. */
export type RecordingRange =
  { readonly firstEvent: number } | { /** From 0 up to 1. */ readonly share: number };

export interface OpenProgress {
  readonly bytesRead: number;
  readonly bytes: number;
  readonly events: number;
}

const CHUNK = 1 << 20;
/** Near a requested border, pieces are as small as this. */
const SMALLEST = 1 << 12;
const LEAST_BYTES_OF_EVENT = 2;
const REPORT_EVERY_MS = 100;

/** If reading starts at the beginning, events are kept from the first one on. */
const isFromStart = (range: RecordingRange | undefined) =>
  range === undefined ||
  ('share' in range ? range.share <= 0 : range.firstEvent < SMALLEST / LEAST_BYTES_OF_EVENT);

export interface LoadOptions {
  /** The maximum number of events kept; reading ends there. */
  readonly maxEvents: number;
  readonly range?: RecordingRange | undefined;
  readonly signal: AbortSignal;
  readonly report: (progress: OpenProgress) => void;
}

/** The header's content, and the start of the data. */
export interface FileHeader extends Header {
  readonly bytes: number;
}

async function readFileHeader(bytes: Bytes): Promise<FileHeader> {
  const text = await bytes.read(0, 2 * MAX_HEADER);
  const start = dataStart(text) ?? text.length;
  return { ...readHeader(text.subarray(0, start)), bytes: start };
}

const countEvents = ({ streams }: Recording) =>
  streams.reduce((sum, { tallies }) => tallies.reduce((all, { events }) => all + events, sum), 0);

const countKept = ({ streams }: Recording) =>
  streams.reduce((sum, { store }) => sum + (store?.count ?? 0), 0);

/** A piece of at most this many events. */
const choosePieceSize = (events: number) =>
  Math.min(CHUNK, Math.max(SMALLEST, events * LEAST_BYTES_OF_EVENT));

/** Reads until there is enough; returns the number of the first event kept. */
async function feed(
  decoder: Decoder,
  bytes: Bytes,
  headerBytes: number,
  { range, maxEvents, signal, report }: LoadOptions,
) {
  // The decoder finds its streams only after some data.
  const least = headerBytes + SMALLEST;
  const from = range && 'share' in range ? Math.max(least, range.share * bytes.size) : 0;
  const firstEvent = range && 'firstEvent' in range ? range.firstEvent : 0;
  let isKeeping = isFromStart(range);
  let [first, at, reportedAt] = [0, 0, Date.now()];
  // One buffer for all pieces: memory of many small ones is not returned to the system.
  const buffer = new Uint8Array(CHUNK);
  while (at < bytes.size) {
    const current = decoder.current();
    const [events, kept] = [countEvents(current), countKept(current)];
    if (!isKeeping && at >= from && firstEvent - events < SMALLEST / LEAST_BYTES_OF_EVENT) {
      decoder.keepEvents();
      [isKeeping, first] = [true, events];
    }
    if (kept >= maxEvents) break;
    const room =
      at < from ? from - at : choosePieceSize(isKeeping ? maxEvents - kept : firstEvent - events);
    const piece = await bytes.read(at, Math.ceil(Math.min(CHUNK, room)), buffer);
    if (piece.length === 0) break;
    decoder.push(piece);
    at += piece.length;
    // Lets cancellation and other calls in, whatever the source of the bytes.
    await setImmediate();
    throwIfCancelled(signal);
    if (Date.now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = Date.now();
    report({ bytesRead: at, bytes: bytes.size, events });
  }
  return { firstEvent: first, bytesRead: at };
}

/** The id of the flush event, at which masking of kernel events starts or stops. */
function findPauseEvent(streams: readonly DecodedStream[]): number {
  const bases = streams.flatMap(({ knowledge: { modules } }) => {
    if (modules.size === 0) return [FIRST_MODULE_EVENT];
    return [...modules.values()]
      .filter(({ name }) => name === 'cyclescope')
      .map(({ base }) => base);
  });
  const [base] = bases;
  return base === undefined ? -1 : base + EVENT_KINDS.indexOf('flush');
}

/** Decodes a recording, or the requested part of it. */
export async function loadTrace(
  bytes: Bytes,
  options: LoadOptions,
): Promise<{ decoded: DecodedTrace; header: FileHeader }> {
  const collector = collectTrace();
  const header = await readFileHeader(bytes);
  const decoder = newDecoder({
    store: isFromStart(options.range),
    onPacket: ({ id, core, ticks, payload }, knowledge) => {
      const number = moduleEventNumber(knowledge, 'cyclescope', id);
      if (number !== undefined) collector.push(number, payload, core, ticks);
    },
  });
  const { firstEvent, bytesRead } = await feed(decoder, bytes, header.bytes, options);
  if (countEvents(decoder.current()) === 0) {
    throw new EngineError(
      'unreadable',
      'The file contains no SystemView events.',
      'Open a recording that SystemView or Cyclescope made (.SVDat), or a trace in one of the formats that are imported, and choose another range if it begins elsewhere.',
    );
  }
  const { streams } = decoder.finish();
  const runs = collector.runs();
  const store = mergeStores(streams.flatMap((each) => each.store ?? []));
  const isWhole = firstEvent === 0 && bytesRead >= bytes.size;
  const decoded: DecodedTrace = {
    store,
    cores: listDecodedCores(
      streams,
      (stream) => header.bytes + (header.parts[stream]?.offset ?? 0),
    ),
    runs,
    pause: runs.length > 0 ? findPauseEvent(streams) : -1,
    header: header.lines,
    problems: [...bytes.problems, ...streams.flatMap(({ problems }) => problems)],
    loaded: {
      firstEvent,
      events: store.count,
      counted: countEvents({ streams, header: [] }),
      isWhole,
      bytesRead,
      bytes: bytes.size,
    },
  };
  return { decoded, header };
}

/** Decodes and indexes a whole recording. */
export async function openTrace(path: string, signal: AbortSignal): Promise<TraceRecording> {
  const bytes = await openBytes({ path });
  try {
    const options = { maxEvents: Infinity, signal, report: () => undefined };
    return traceRecording((await loadTrace(bytes, options)).decoded);
  } finally {
    await bytes.close();
  }
}
