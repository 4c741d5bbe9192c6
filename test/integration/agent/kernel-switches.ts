import { decodeEvent } from '../../../extension/agent/event-codec';
import { newBenchmarkDecoder } from '../../../extension/engine/decode/file';
import { dataStart } from '../../../extension/systemview/decoder';
import { EventId, FIRST_MODULE_EVENT } from '../../../extension/systemview/ids';
import { forEachEvent, type StoredEvent } from '../../../extension/systemview/store';

/** Reads the threads that Linux starts to run in each window of `context_switch/switch`, from a traced recording. */
export function readKernelSwitches(bytes: Buffer) {
  /** The clock's lead over the stream's time; it is read before the packet's time is. */
  let ahead = -Infinity;
  const decoder = newBenchmarkDecoder({
    store: true,
    onPacket: ({ id, payload, ticks }) => {
      const { value: event } = decodeEvent(id - FIRST_MODULE_EVENT, payload);
      if (event?.kind === 'flush') ahead = Math.max(ahead, event.clockTicks - ticks);
    },
  });
  decoder.push(bytes);
  const { streams } = decoder.finish();
  const starts: StoredEvent[] = [];
  for (const { store } of streams) {
    if (store === undefined) continue;
    forEachEvent(store, (event) => {
      if (event.id === EventId.TaskStartExec) starts.push({ ...event, ticks: event.ticks + ahead });
    });
  }
  const operations = decoder.collector.runs().flatMap((run) => run.operations);
  const windows = operations.find(({ name }) => name === 'switch')?.traced;
  return {
    problems: [...streams.flatMap((stream) => stream.problems), ...decoder.collector.problems()],
    stream: bytes.subarray(dataStart(bytes)),
    switches: Array.from(windows?.start ?? [], (start, index) => {
      const stop = windows?.stop[index] ?? start;
      const inside = starts.filter(({ ticks }) => ticks > start && ticks < stop);
      return inside.map(({ argument }) => argument);
    }),
  };
}
