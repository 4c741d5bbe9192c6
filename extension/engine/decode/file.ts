import { createReadStream } from 'node:fs';
import type { CollectedRun } from '../../core/agent/collected';
import { type DecodeSummary, type DecoderOptions, summarise } from '../../core/systemview';
import { EngineError, systemCode } from '../error';
import { cancelled } from '../run/exchange';
import { newBenchmarkDecoder } from './benchmarks';

const chunkBytes = 1 << 20;

/** What `decode` found in a file. */
export interface DecodedFile {
  readonly summary: DecodeSummary;
  readonly runs: readonly CollectedRun[];
  readonly problems: readonly string[];
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
  const summary = summarise(decoder.finish(), path);
  const { collector } = decoder;
  return { summary, runs: collector.runs(), problems: collector.problems() };
}
