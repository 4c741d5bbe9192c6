import type { Tally } from './extent';
import { FIRST_MODULE_EVENT } from './ids';
import type { Knowledge } from './knowledge';
import type { Packet } from './sink';
import { type EventStore, newStore } from './store';
import { newStreamDecoder, type StreamDecoder } from './stream';

/*
 * Decodes SystemView recordings, from a file or while they arrive:
 *
 *     const decoder = newDecoder({ store: true, onPacket, onLoss });
 *     for await (const chunk of file) decoder.push(chunk);
 *     const { header, streams } = decoder.finish();
 *
 * The result does not depend on the size of the chunks. A decoder never throws on data:
 *
 * - Bytes that form no packet are skipped up to the next one that does, and reported by `onLoss`.
 * - Packets that the target dropped are counted from the overflow packets that it sends.
 * - A packet that the input ends in is counted as `trailingBytes`.
 * - Whatever else is wrong is listed in `problems`, a sentence each, up to a limit.
 */

export interface DecoderOptions {
  /** Store every event in columns, for a time line. Memory then grows with the recording. */
  readonly store?: boolean;
  /** Called immediately and in order for packets with ids from `watchFrom` on. */
  readonly onPacket?: (packet: Packet, knowledge: Knowledge) => void;
  /**
   * Called, in order with the packets, for skipped bytes and for packets that the target dropped.
   */
  readonly onLoss?: (what: string) => void;
  /** Defaults to 512, the first id of a module's events; 0 for every packet. */
  readonly watchFrom?: number;
}

/** One core's part of a recording, or several cores' merged into one stream. */
export interface DecodedStream {
  /** One per core seen. */
  readonly tallies: readonly Tally[];
  readonly knowledge: Knowledge;
  readonly store: EventStore | undefined;
  readonly trailingBytes: number;
  readonly problems: readonly string[];
}

/** A recording as decoded so far. */
export interface Recording {
  readonly header: readonly string[];
  readonly streams: readonly DecodedStream[];
}

/** Decodes a recording, a file or a live stream, from chunks of any size. */
export interface Decoder {
  /** Decodes the next bytes; does not keep them. */
  readonly push: (chunk: Uint8Array) => void;
  /** Ends the input; settles trailing bytes and totals. */
  readonly finish: () => Recording;
  /** Returns the recording as decoded so far. */
  readonly current: () => Recording;
  /** Starts storing events; those before are not stored. */
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

/** Creates a decoder for .SVDat files of all kinds and for raw streams. */
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

/** Decodes a complete recording. */
export function decode(bytes: Uint8Array, options: DecoderOptions = {}): Recording {
  const decoder = newDecoder(options);
  decoder.push(bytes);
  return decoder.finish();
}

/** Contents of the text header before a recording's data. */
export interface Header {
  readonly lines: readonly string[];
  /** Two cores' packets share one stream. */
  readonly merged: boolean;
  /** Start of each core's part, relative to the first byte of the data; at least one. */
  readonly parts: readonly Part[];
}

/** One core's part of the data. */
interface Part {
  readonly core: number;
  readonly offset: number;
}

const SEMICOLON = 0x3b;
const NEWLINE = 0x0a;

/** Longer than any header; longer text is not a header. */
export const MAX_HEADER = 65_536;

/**
 * Returns the start of the data: after the last line that begins with a semicolon. Undefined while
 * that depends on bytes that have not arrived.
 */
export function dataStart(bytes: Uint8Array): number | undefined {
  let at = 0;
  while (bytes[at] === SEMICOLON) {
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline < 0) return bytes.length > MAX_HEADER ? at : undefined;
    at = newline + 1;
  }
  return at < bytes.length ? at : undefined;
}

/** Reads header lines; without any, the data is one stream of core 0. */
export function readHeader(bytes: Uint8Array): Header {
  const lines = decodeText(bytes).split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const parts: Part[] = [];
  for (const line of lines) {
    const [, core, offset] = /^;\s*Offset\s+Core(\d+)\s+(\d+)/i.exec(line) ?? [];
    if (core !== undefined) parts.push({ core: Number(core), offset: Number(offset) });
  }
  parts.sort((a, b) => a.offset - b.offset);
  return {
    lines,
    merged: lines.some((line) => /^;\s*ESP_Extension/i.test(line)),
    parts: parts.length > 0 ? parts : [{ core: 0, offset: 0 }],
  };
}

/** SEGGER's application writes dates in the system's language and code page. */
function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text;
}
