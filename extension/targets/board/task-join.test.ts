import { expect, test } from 'vitest';
import { EventId, packetBytes, u32 } from '../../systemview';
import { newTaskJoin, type SampledTurn } from './task-join';

/** Cycles of a phase of each of two tasks, and the name of each by its address. */
const PHASES = [
  [0x2000_0000, 6000],
  [0x2000_0100, 3000],
] as const;
const NAMES = new Map(
  PHASES.map(([task], at) => [task as number, at === 0 ? 'busy' : 'quiet'] as const),
);
const PERIOD = 9000;
const FIRST_PC = 0x100;

interface World {
  /** The cycle counter at the beginning. */
  readonly from?: number;
  /** Time stamps count that many cycles each. */
  readonly divider?: number;
  /** Events of these numbers do not fit the ring. */
  readonly dropped?: (event: number) => boolean;
}

const name = (text: string) => [text.length, ...Buffer.from(text)];

/** Samples a core that runs two tasks in turns, every `step` cycles, while it records their starts. */
function sampleWorld({ from = 0, divider = 1, dropped = () => false }: World = {}) {
  const join = newTaskJoin();
  const stamp = (cycles: number) => Math.floor(cycles / divider);
  let last = 0;
  let lost = -1;
  const packet = (id: number, payload: readonly number[], at: number) => {
    const bytes = packetBytes({ id, payload, delta: stamp(at) - stamp(last) });
    last = at;
    return bytes;
  };
  const init = [1_000_000, 1_000_000, 0x2000_0000, 2].flatMap(u32);
  const before = [
    ...new Array<number>(10).fill(0),
    ...packet(EventId.TraceStart, [], 100),
    ...packet(EventId.Init, init, 100),
    ...packet(EventId.TaskInfo, [...u32(0), ...u32(1), ...name('busy')], 100),
  ];
  /** All events, with the cycles at which the ring shows them. */
  const events: { readonly at: number; readonly bytes: readonly number[] }[] = [
    { at: 150, bytes: before },
  ];
  for (let event = 0; event < 200; event++) {
    const [task] = PHASES[event % 2] ?? PHASES[0];
    const at = 1000 + Math.floor(event / 2) * PERIOD + (event % 2) * PHASES[0][1];
    if (dropped(event)) {
      lost++;
      continue;
    }
    const overflow = lost >= 0 ? packet(EventId.Overflow, u32(lost), at) : [];
    lost = -1;
    const start = packet(EventId.TaskStartExec, u32((task - 0x2000_0000) / 4), at);
    events.push({ at: at + 40, bytes: [...overflow, ...start] });
  }
  let written = 0;
  let next = 0;
  let cycles = 0;
  for (let batch = 0; batch < 40; batch++) {
    const turns: SampledTurn[] = [];
    const recorded: number[] = [];
    for (let turn = 0; turn < 50; turn++) {
      const at = cycles;
      for (let event = events[next]; event && event.at <= at + 200; event = events[++next]) {
        recorded.push(...event.bytes);
        written += event.bytes.length;
      }
      const phase = (((at - 1000) % PERIOD) + PERIOD) % PERIOD;
      const pc = FIRST_PC + (phase < PHASES[0][1] ? 0 : 2);
      const [start, until] = [at, at + 300].map((count) => (from + count) >>> 0);
      turns.push({ cycles: start ?? 0, pc, written, isFull: false, until: until ?? 0 });
      cycles += 437;
    }
    join.add(turns, Uint8Array.from(recorded));
  }
  return join.finish();
}

/** Samples by the name of what ran, those that are another task's code, and those that may be. */
function countJoinedSamples(joined: ReturnType<typeof sampleWorld>) {
  if (!joined.isJoined) return expect.fail();
  const counts = { busy: 0, quiet: 0, unknown: 0, wrong: 0, switches: 0 };
  for (const { byTask, switches = 0 } of joined.batches) {
    counts.switches += switches;
    for (const [task, own] of byTask ?? []) {
      const title = joined.names.get(task) === '(unknown)' ? 'unknown' : NAMES.get(task);
      const [busy = 0, quiet = 0] = [own.get(FIRST_PC), own.get(FIRST_PC + 2)];
      counts[title ?? expect.fail()] += busy + quiet;
      if (title === 'busy') counts.wrong += quiet;
      if (title === 'quiet') counts.wrong += busy;
    }
  }
  return counts;
}

test('each sample belongs to the task that ran at its cycle count, but for those beside a switch', () => {
  const joined = sampleWorld();
  const { busy, quiet, wrong, switches } = countJoinedSamples(joined);
  // Samples before the first event are left out.
  expect(busy + quiet).toBe(1997);
  expect(busy / quiet).toBeCloseTo(2, 1);
  expect(wrong).toBeLessThan(30);
  expect(switches).toBeGreaterThanOrEqual(wrong);
  expect(joined).toMatchObject({ unknown: 0, lost: 0, wasRecording: false });
  expect(joined.isJoined && joined.names.get(0x2000_0000)).toBe('busy');
});

test('a counter that wraps while it is sampled changes nothing', () => {
  expect(countJoinedSamples(sampleWorld({ from: 0xffff_ffff - 400_000 }))).toEqual(
    countJoinedSamples(sampleWorld()),
  );
});

test('samples in a gap of the recording are unknown, and all others are as without it', () => {
  const joined = sampleWorld({ dropped: (event) => event >= 100 && event < 120 });
  const { unknown, busy, quiet, wrong } = countJoinedSamples(joined);
  expect(joined).toMatchObject({ lost: 20, unknown });
  expect(busy + quiet + unknown).toBe(1997);
  // Twenty phases, and the one before the first event that was dropped.
  expect(Math.abs(unknown - (10 * PERIOD + PHASES[1][1]) / 437)).toBeLessThan(3);
  expect(wrong).toBeLessThan(30);
});

test('time stamps of another clock are not joined', () => {
  expect(sampleWorld({ divider: 64 })).toMatchObject({
    isJoined: false,
    frequency: 1_000_000,
    wasRecording: false,
  });
});

test('a recorder that records nothing is not joined', () => {
  const join = newTaskJoin();
  const turn = { cycles: 1, pc: FIRST_PC, written: 0, isFull: false, until: 500 };
  join.add([turn], new Uint8Array());
  expect(join.finish()).toMatchObject({ isJoined: false, events: 0, cycles: 499 });
});
