import { createReadStream } from 'node:fs';
import { type CollectedRun, collectRuns, type RunsCollector } from '../../agent';
import { cancelled, EngineError, systemCode } from '../../base';
import {
  type Decoder,
  type DecoderOptions,
  type DecodeSummary,
  eventTitle,
  FIRST_MODULE_EVENT,
  moduleEventNumber,
  newDecoder,
  NO_DESCRIPTION,
  type Recording,
  summarise,
} from '../../systemview';

const chunkBytes = 1 << 20;

/** The contents of a decoded file. */
export interface DecodedFile {
  readonly summary: DecodeSummary;
  readonly runs: readonly CollectedRun[];
  readonly problems: readonly string[];
  /** Names of the counted events. */
  readonly names: ReadonlyMap<string, string>;
}

export interface DecodeFileOptions {
  readonly signal: AbortSignal;
  readonly decoder?: DecoderOptions;
  /** Called between chunks; false ends the reading early. */
  readonly onChunk?: () => Promise<boolean>;
}

/** Decodes a file piece by piece: memory grows with the benchmark samples in it, not with its size. */
export async function decodeFile(path: string, options: DecodeFileOptions): Promise<DecodedFile> {
  const decoder = newBenchmarkDecoder(options.decoder);
  const file = createReadStream(path, { highWaterMark: chunkBytes, signal: options.signal });
  try {
    for await (const chunk of file) {
      decoder.push(chunk as Buffer);
      if (options.onChunk && !(await options.onChunk())) break;
    }
  } catch (error) {
    if (options.signal.aborted) throw cancelled();
    throw new EngineError('unreadable', `${path} cannot be read (${systemCode(error)}).`);
  }
  const recording = decoder.finish();
  const summary = summarise(recording, path);
  const { collector } = decoder;
  return {
    summary,
    runs: collector.runs(),
    problems: collector.problems(),
    names: namesIn(recording, summary),
  };
}

function namesIn({ streams }: Recording, { cores }: DecodeSummary): ReadonlyMap<string, string> {
  const counted = new Set(cores.flatMap((core) => Object.keys(core.countsById)));
  const named = streams.flatMap(({ knowledge }) => {
    const context = { knowledge, description: NO_DESCRIPTION };
    return [...counted].map((id) => [id, eventTitle(context, Number(id))] as const);
  });
  return new Map(named);
}

/** Decodes a recording and collects the benchmark runs in it on the way. */
export interface BenchmarkDecoder extends Decoder {
  readonly collector: RunsCollector;
}

/** A decoder for files and live streams; `onPacket` sees every packet that it asks for. */
export function newBenchmarkDecoder(options: DecoderOptions = {}): BenchmarkDecoder {
  const collector = collectRuns();
  const decoder = newDecoder({
    ...options,
    onPacket: (packet, knowledge) => {
      options.onPacket?.(packet, knowledge);
      if (packet.id < FIRST_MODULE_EVENT) return;
      const number = moduleEventNumber(knowledge, 'cyclescope', packet.id);
      if (number !== undefined) collector.push(number, packet.payload, packet.ticks);
    },
    onLoss: (what) => {
      options.onLoss?.(what);
      collector.damaged(what);
    },
  });
  return { ...decoder, collector };
}
