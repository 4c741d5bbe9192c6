import { visibleJson } from '../../../base';
import { type SliceSink, takeParts, type TraceRows } from '../rows';

const json = (value: unknown) => visibleJson(value, 0);
const toPid = (core: number) => core + 1;

/** Writes a recording in parts. */
export function* writeChrome(trace: TraceRows): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  const { system, unit } = trace;
  const other = json({ tool: 'cyclescope', system, ...(unit && { unit }) });
  const begin = `{"displayTimeUnit":"ns","otherData":${other},"traceEvents":[\n`;
  yield encoder.encode(begin + descriptions(trace).map(json).join(',\n'));
  for (const sequence of trace.sequences) {
    const lines: string[] = [];
    const take = () => encoder.encode(lines.splice(0).join(''));
    yield* takeParts(sequence.slices(eventLines(trace, lines)), take);
  }
  yield encoder.encode('\n]}\n');
}

function descriptions({ rows }: TraceRows): object[] {
  const cores = [...new Set(rows.map(({ core }) => core))];
  const makeMetadataEvent = (name: string, pid: number, args: object, tid?: number) => ({
    ph: 'M',
    pid,
    ...(tid !== undefined && { tid }),
    name,
    args,
  });
  return [
    ...cores.map((core) =>
      makeMetadataEvent('process_name', toPid(core), { name: `Core ${core}` }),
    ),
    ...rows.flatMap(({ core, name }, row) => [
      makeMetadataEvent('thread_name', toPid(core), { name }, row),
      makeMetadataEvent('thread_sort_index', toPid(core), { sort_index: row }, row),
    ]),
  ];
}

/** Microseconds, exactly. */
function micros(nanoseconds: number): string {
  const whole = Math.floor(nanoseconds / 1000);
  const rest = nanoseconds - whole * 1000;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(3, '0')}`;
}

/** Adds a line for each slice when it ends, and for each point. */
function eventLines({ rows, names }: TraceRows, lines: string[]): SliceSink {
  const open = new Map<number, { at: number; name: number; detail: number | undefined }[]>();
  const tracks = rows.map(({ core }, row) => `"pid":${toPid(core)},"tid":${row}`);
  const labels = names.map(({ text }) => json(text));
  return {
    begin(row, at, name, detail) {
      const slice = { at, name, detail };
      const slices = open.get(row);
      if (slices) slices.push(slice);
      else open.set(row, [slice]);
    },
    end(row, at) {
      const slice = open.get(row)?.pop();
      if (!slice) return;
      const { name, detail } = slice;
      // The category finds the slices of the core, whatever its tasks are named.
      const category = `${rows[row]?.kind === 'cpu' ? 'cpu,' : ''}${names[name]?.kind}`;
      const args = detail === undefined ? '' : `,"args":{"number":${detail}}`;
      const time = `"ts":${micros(slice.at)},"dur":${micros(at - slice.at)}`;
      lines.push(
        `,\n{"ph":"X",${tracks[row]},${time},"cat":"${category}","name":${labels[name]}${args}}`,
      );
    },
    point(row, at, text) {
      const time = `"ts":${micros(at)}`;
      const category = rows[row]?.kind;
      lines.push(
        `,\n{"ph":"i","s":"t",${tracks[row]},${time},"cat":"${category}","name":${json(text)}}`,
      );
    },
  };
}
