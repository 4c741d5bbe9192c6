import { encodeWindow, type TraceWindow } from '../../../extension/trace/window';
import type { Posted } from './page';

/** The parameters of a made-up recording. */
export interface FakeRecording {
  readonly tasks: number;
  readonly events: number;
  readonly cores?: number;
  /** Names of the first tasks. */
  readonly names?: readonly string[];
  readonly clock?: object;
}

const TICKS_PER_EVENT = 50;
const KINDS = ['operation', 'sample', 'print', 'interrupt', 'scheduler', 'idle'] as const;
/** Fewer columns than this many spans would be wide: a lane is sent as density. */
const DENSE = 400;

/** Numbers that look like chance, the same ones each time. */
const noise = (seed: number) => {
  const x = Math.sin(seed * 12.9898) * 43758.5453;
  return x - Math.floor(x);
};

function makeLanes({ tasks, cores = 1, names = [] }: FakeRecording) {
  return Array.from({ length: cores }, () => [
    ...KINDS.map((kind) => ({ kind, name: kind === 'interrupt' ? 'SysTick' : kind })),
    ...Array.from({ length: tasks }, (_, index) => ({
      kind: 'task' as const,
      name: names[index] ?? `task ${index}`,
    })),
  ])
    .flatMap((lanes, core) => lanes.map((lane) => ({ ...lane, core })))
    .map((lane, order) => ({
      ...lane,
      order,
      id: order,
      priority: lane.kind === 'task' ? order : undefined,
      members: 1,
      busy: 1000 * (order + 1),
    }));
}

/** The answers of an editor that has such a recording open. */
export function fakeRecording(recording: FakeRecording) {
  const lanes = makeLanes(recording);
  const extent = { start: 0, stop: recording.events * TICKS_PER_EVENT };
  const info = {
    lanes,
    cores: Array.from({ length: recording.cores ?? 1 }, (_, core) => ({
      core,
      events: recording.events,
      firstTicks: 0,
      lastTicks: extent.stop,
      lostPackets: 42,
      segments: [{ startTicks: 0, firstEvent: 0 }],
    })),
    extent,
    first: extent,
    clock: recording.clock ?? { unit: 'instructions', name: 'cmsdk-timer', ratio: [5, 16] },
    sysFreq: 25_000_000,
    events: recording.events,
    lostPackets: 42,
    header: ['SEGGER SystemView'],
    system: ['N=made up,D=Cortex-M7,O=FreeRTOS'],
    operations: [
      { ...extent, name: 'heap/malloc', repeat: 0, samples: 1000, at: 'benches/heap.c:20' },
    ],
    problems: [],
    notices: [],
    loaded: {
      firstEvent: 0,
      events: recording.events,
      counted: recording.events,
      isWhole: true,
      bytesRead: 1,
      bytes: 1,
    },
  };
  const sampleAt = (index: number) => fakeSample(lanes, extent, index);
  const rowAt = (index: number) => ({
    index,
    ticks: index * TICKS_PER_EVENT,
    core: 0,
    lane: index % lanes.length,
    text: `Event ${index} of ${lanes[index % lanes.length]?.name ?? ''}`,
  });
  const answers: Readonly<Record<string, (asked: Posted) => unknown>> = {
    window: (asked) => encodeWindow(makeWindow(lanes, extent, asked)),
    events: ({ from, count }) =>
      Array.from({ length: Math.min(Number(count), recording.events - Number(from)) }, (_, index) =>
        rowAt(Number(from) + index),
      ),
    at: ({ ticks }) => ({
      index: Math.round(Number(ticks) / TICKS_PER_EVENT),
      running: [{ core: 0, lane: 6, start: Number(ticks) - 500, stop: Number(ticks) + 1500 }],
    }),
    find: ({ from }) => rowAt(Number(from) + 10),
    neighbour: ({ from }) => rowAt(Number(from) + 3),
    shares: () =>
      Array.from({ length: recording.cores ?? 1 }, (_, core) => ({
        core,
        unknown: 0.01,
        lanes: lanes.flatMap((lane, number) =>
          lane.core === core && number % KINDS.length > 2
            ? [{ lane: number, ticks: 1234 * number, share: number / 100 }]
            : [],
        ),
      })),
    explain: () => sampleAt(3),
    sample: ({ number }) => sampleAt(Number(number)),
    slowest: () => [3, 17, 99].map(sampleAt),
  };
  return {
    info,
    sample: sampleAt(3),
    answer: (message: Posted): object[] => {
      if (message.type === 'ready') {
        return [{ type: 'opened', info, opening: 1, isExample: false }];
      }
      const answer = answers[message.type];
      return answer ? [{ type: 'answer', id: message['id'], answer: answer(message) }] : [];
    },
  };
}

type Lanes = ReturnType<typeof makeLanes>;

function fakeSample(lanes: Lanes, extent: { start: number; stop: number }, index: number) {
  const start = Math.round(extent.stop / 2) + index * 20_000;
  return {
    start,
    stop: start + 6176,
    elapsed: 1930,
    unit: 'instructions',
    operation: 'heap/malloc',
    repeat: 0,
    index,
    isCold: false,
    tickInside: true,
    sentence: '1,930 = 68 own + 132 SysTick + 1,604 task "net" + 126 recording',
    notes: [],
    parts: [
      { kind: 'own', name: lanes[7]?.name ?? '', amount: 68, lane: 7 },
      { kind: 'interrupt', name: 'SysTick', amount: 132, lane: 3 },
      { kind: 'task', name: 'net', amount: 1604, lane: 6 },
      { kind: 'recording', name: '', amount: 126, lane: -1 },
    ],
  };
}

/** Each lane is busy for stretches of a different length, so that any zoom shows something. */
function makeWindow(
  lanes: Lanes,
  extent: { start: number; stop: number },
  asked: Posted,
): TraceWindow {
  const [start, stop] = [Number(asked['start']), Number(asked['stop'])];
  const columns = Math.min(Number(asked['pixels']), 2500);
  const spans: { start: number; stop: number; ref: number }[] = [];
  const windows = lanes.map(({ kind }, lane) => {
    const from = spans.length;
    const period = kind === 'operation' ? extent.stop / 3 : TICKS_PER_EVENT * (40 + lane * 7);
    const share = kind === 'operation' ? 0.9 : 0.2 + 0.5 * noise(lane);
    if (kind === 'print') return { lane, from, to: from, density: undefined };
    if ((stop - start) / period > DENSE) {
      const density = Uint8Array.from({ length: columns }, (_, column) => {
        const at = Math.floor((start + ((stop - start) * column) / columns) / (period * 900));
        return Math.round(255 * share * noise(at * 31 + lane) * (0.8 + 0.2 * noise(column)));
      });
      return { lane, from, to: from, density };
    }
    for (let n = Math.floor(start / period); n * period < stop; n++) {
      const begin = n * period + noise(n * 7 + lane) * period * 0.3;
      spans.push({ start: begin, stop: begin + period * share * noise(n + lane), ref: 0 });
    }
    return { lane, from, to: spans.length, density: undefined };
  });
  const gap = extent.stop * 0.7;
  return {
    start,
    stop,
    columns,
    lanes: windows,
    spans: {
      start: Float64Array.from(spans, (span) => span.start),
      stop: Float64Array.from(spans, (span) => span.stop),
      ref: Uint32Array.from(spans, (span) => span.ref),
    },
    marks: {
      lane: Uint16Array.of(2, 2),
      time: Float64Array.of(extent.stop * 0.2, extent.stop * 0.4),
      count: Uint32Array.of(1, 12),
      event: Uint32Array.of(5, 9),
    },
    gaps: {
      core: Uint16Array.of(0),
      start: Float64Array.of(gap),
      stop: Float64Array.of(gap + extent.stop * 0.06),
      packets: Uint32Array.of(42),
    },
  };
}
