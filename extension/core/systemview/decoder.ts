import { dataStart, readHeader, type Header } from './container';
import { FIRST_MODULE_EVENT } from './ids';
import type { Knowledge } from './knowledge';
import type { Packet } from './sink';
import { type EventStore, newStore } from './store';
import { newStreamDecoder, type StreamDecoder } from './stream';
import type { Tally } from './tally';

export interface DecoderOptions {
  /** Keep every event as columns, for a time line. Memory then grows with the recording. */
  readonly store?: boolean;
  /** Receives packets at once, in order, with ids from `watchFrom` on. */
  readonly onPacket?: (packet: Packet, knowledge: Knowledge) => void;
  /** Told, in order with the packets, of bytes that were skipped and of packets that the target dropped. */
  readonly onLoss?: (what: string) => void;
  /** Default 512, the first id of a module's events; 0 for every packet. */
  readonly watchFrom?: number;
}

/** One core's part of a recording, or several cores' merged into one stream. */
export interface DecodedStream {
  /** One for each core seen. */
  readonly tallies: readonly Tally[];
  readonly knowledge: Knowledge;
  readonly store: EventStore | undefined;
  readonly trailingBytes: number;
  readonly problems: readonly string[];
}

/** A recording as far as it has been decoded. */
export interface Recording {
  readonly header: readonly string[];
  readonly streams: readonly DecodedStream[];
}

/** Decodes a recording, a file or a live stream, from chunks of any size. */
export interface Decoder {
  /** Takes the next bytes; they are not kept. */
  readonly push: (chunk: Uint8Array) => void;
  /** Says that no more bytes will come; trailing bytes and totals are settled then. */
  readonly finish: () => Recording;
  /** What has been decoded so far. */
  readonly current: () => Recording;
  /** Begins to keep events, where the recording before is not wanted. */
  readonly keepEvents: () => void;
}

interface OpenStream {
  readonly decoder: StreamDecoder;
  readonly end: number;
}

function openStreams(header: Header, options: DecoderOptions): readonly OpenStream[] {
  const { onPacket } = options;
  return header.parts.map(({ core }, index) => {
    const decoder: StreamDecoder = newStreamDecoder({
      core: header.merged ? 0 : core,
      merged: header.merged,
      store: options.store ?? false,
      watchFrom: options.watchFrom ?? FIRST_MODULE_EVENT,
      onLoss: options.onLoss,
      onPacket: onPacket && ((packet) => onPacket(packet, decoder.sink.knowledge)),
    });
    return { decoder, end: header.parts[index + 1]?.offset ?? Infinity };
  });
}

function toStream({ decoder }: OpenStream): DecodedStream {
  const { tallies, knowledge, store, trailing, problems } = decoder.sink;
  const ordered = [...tallies].sort((a, b) => a.core - b.core);
  return { tallies: ordered, knowledge, store, trailingBytes: trailing, problems: problems.list() };
}

/** A decoder for .SVDat files of all kinds and for raw streams. */
export function newDecoder(options: DecoderOptions = {}): Decoder {
  let text: Uint8Array = new Uint8Array(0);
  let header: Header | undefined;
  let streams: readonly OpenStream[] = [];
  let offset = 0;

  function open(bytes: Uint8Array, start: number): void {
    header = readHeader(bytes.subarray(0, start));
    streams = openStreams(header, options);
    pushData(bytes.subarray(start));
  }

  function pushData(chunk: Uint8Array): void {
    let rest = chunk;
    for (const { decoder, end } of streams) {
      if (rest.length === 0) return;
      if (offset >= end) continue;
      const part = rest.subarray(0, Math.min(rest.length, end - offset));
      decoder.push(part);
      offset += part.length;
      rest = rest.subarray(part.length);
    }
  }

  function push(chunk: Uint8Array): void {
    if (header !== undefined) {
      pushData(chunk);
      return;
    }
    const joined = new Uint8Array(text.length + chunk.length);
    joined.set(text);
    joined.set(chunk, text.length);
    text = joined;
    const start = dataStart(text);
    if (start !== undefined) open(text, start);
  }

  function current(): Recording {
    return { header: header?.lines ?? [], streams: streams.map(toStream) };
  }

  function finish(): Recording {
    if (header === undefined) open(text, text.length);
    for (const { decoder } of streams) decoder.finish();
    return current();
  }

  function keepEvents(): void {
    for (const { decoder } of streams) decoder.sink.store ??= newStore();
  }

  return { push, finish, current, keepEvents };
}

/** Decodes bytes that are all there. */
export function decode(bytes: Uint8Array, options: DecoderOptions = {}): Recording {
  const decoder = newDecoder(options);
  decoder.push(bytes);
  return decoder.finish();
}
