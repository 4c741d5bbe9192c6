import type { ForeignTrace, TraceInput } from '../format';
import { type ForeignPoint, type ForeignSlice, recordSlices, rowSliceName } from '../slices';
import { type CtfEvent, type FieldValues, readStream } from './stream';
import { type Metadata, MetadataProblem, readMetadata } from './tsdl';
import { recordZephyr } from './zephyr';

/** Reads a trace: Zephyr's events, or those that this extension writes. Others are listed without any activity. */
export function readCtf({ main, others, named = '' }: TraceInput): ForeignTrace {
  try {
    const metadata = readMetadata(new TextDecoder().decode(main));
    const isOurs = [...metadata.events.values()].some(({ name }) => name === 'slice_end');
    const streams = selectStreams(others, metadata, named);
    if (streams.length === 0) return { recording: undefined, problems: ['It has no streams.'] };
    const written = isOurs ? recordOurs(metadata, streams) : recordZephyr(metadata, streams);
    const recording = written.events > 0 ? written.recording : undefined;
    return { recording, problems: written.problems };
  } catch (error) {
    if (!(error instanceof MetadataProblem)) throw error;
    return { recording: undefined, problems: [error.message] };
  }
}

/**
 * The streams of a trace: its packets begin with a magic number. Zephyr's have no packets: a file that was opened is the
 * only stream then, as others beside it may be anything.
 */
function selectStreams(files: TraceInput['others'], { packetHeader }: Metadata, named: string) {
  const hasMagic =
    packetHeader.is === 'struct' && packetHeader.fields.some(({ name }) => name === 'magic');
  const isStream = ({ name, bytes }: TraceInput['others'][number]) =>
    hasMagic ? MAGICS.has(bytes.subarray(0, 4).join()) : named === '' || name === named;
  return files.filter((file) => file.bytes.length > 0 && isStream(file)).map(({ bytes }) => bytes);
}

/** The magic number in both byte orders. */
const MAGICS = new Set(['193,31,252,193', '193,252,31,193']);

const text = (values: FieldValues, name: string) => {
  const value = values[name];
  return typeof value === 'string' ? value : String(value ?? '');
};

/** Reads the slices of files that this extension wrote. */
function recordOurs(metadata: Metadata, streams: readonly Uint8Array[]) {
  const slices: ForeignSlice[] = [];
  const points: ForeignPoint[] = [];
  const problems = streams.flatMap((bytes) => {
    const open = new Map<string, CtfEvent[]>();
    function close(row: string, ticks: number): void {
      const stack = open.get(row);
      const begin = stack?.pop();
      if (!stack || !begin) return;
      const [, core = '0', title = ''] = /^Core (\d+): (.*)$/s.exec(row) ?? [];
      const name = text(begin.values, 'name');
      const kind = /^cpu_(task|interrupt|timer|idle|scheduler|gap)$/.exec(begin.declared.name)?.[1];
      const known = kind as ForeignSlice['kind'] | undefined;
      // A row of a task repeats what its core's row has.
      if (begin.declared.name === 'task_slice') return;
      const time = { start: begin.ticks, end: ticks, depth: stack.length };
      if (known) slices.push({ kind: known, core: Number(core) % 256, name, ...time });
      else slices.push({ kind: 'row', core: 0, name: rowSliceName(title, name), ...time });
    }
    const found = readStream(bytes, metadata, (event) => {
      const row = text(event.values, 'row');
      if (event.declared.name === 'slice_end') close(row, event.ticks);
      else if (event.declared.name === 'point') {
        points.push({ at: event.ticks, text: text(event.values, 'text') });
      } else {
        const stack = open.get(row);
        if (stack) stack.push(event);
        else open.set(row, [event]);
      }
      return true;
    });
    for (const [row, stack] of open) while (stack.length > 0) close(row, Infinity);
    return found;
  });
  const written = recordSlices(slices, points);
  return { ...written, problems: [...problems, ...written.problems] };
}
