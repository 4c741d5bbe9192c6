import { decode, type Recording } from '../../systemview/decoder';
import { type PacketSource, recordingBytes } from '../../systemview/encode';
import { moduleEventNumber } from '../../systemview/knowledge';
import { collectTrace } from '../collect';
import { listDecodedCores, mergeStores } from '../merge';
import { type TraceRecording, traceRecording } from '../recording';

/** Decodes and indexes a recording; without a file to read it from. */
export function decodeTrace(bytes: Uint8Array): TraceRecording {
  const collector = collectTrace();
  const recording: Recording = decode(bytes, {
    store: true,
    onPacket: ({ id, core, ticks, payload }, knowledge) => {
      const number = moduleEventNumber(knowledge, 'cyclescope', id);
      if (number !== undefined) collector.push(number, payload, core, ticks);
    },
  });
  const runs = collector.runs();
  const store = mergeStores(recording.streams.flatMap((stream) => stream.store ?? []));
  return traceRecording({
    store,
    cores: listDecodedCores(recording.streams, () => 0),
    runs,
    pause: runs.length > 0 ? 517 : -1,
    header: recording.header,
    problems: [],
    loaded: {
      firstEvent: 0,
      events: store.count,
      counted: store.count,
      isWhole: true,
      bytesRead: bytes.length,
      bytes: bytes.length,
    },
  });
}

/** Indexes a recording of packets. */
export const decodePackets = (packets: readonly PacketSource[]) =>
  decodeTrace(recordingBytes(packets));
