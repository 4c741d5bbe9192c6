import { collectRuns, type RunsCollector } from '../../agent';
import {
  type Decoder,
  type DecoderOptions,
  FIRST_MODULE_EVENT,
  moduleEventNumber,
  newDecoder,
} from '../../systemview';

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
