import { formatBench } from '../../agent/bench-line';
import type { AgentEvent } from '../../agent/events';
import { FACT_NAMES } from '../../agent/facts';
import type { Bench } from '../../agent/manifest';
import { parseTokens } from '../../agent/tokens';
import type { FakeAgent, FakeChannel } from './fake-link';
import { encodeStream, streamStart } from './stream';

/** Faults of a scripted agent, each once per run. */
export interface Faults {
  readonly facts?: Readonly<Record<string, string>>;
  /** Sends fewer samples than it reports. */
  readonly loses?: number;
  /** The number of times that the system preempts it in each operation. */
  readonly preemptions?: number;
  readonly withoutRunEnd?: boolean;
  /** The number of runs, from the first on, that come without a sync. */
  readonly runsWithoutSync?: number;
  /** Sends nothing over the stream. */
  readonly isMute?: boolean;
  /** Sends nothing more after the run's beginning. */
  readonly hangs?: boolean;
  /** Executes its first operation until it is stopped. */
  readonly neverEnds?: boolean;
  /** The number of runs, from the first on, whose first operation fails after ten samples. */
  readonly failsFirst?: number;
  /** Called when the agent stops responding. */
  readonly onHang?: () => void;
  readonly refuses?: string;
  readonly failsOperation?: string;
  /** The operation that this system cannot do. */
  readonly refusesOperation?: string;
  /** The point that does not fit this system, such as `size=64`. */
  readonly refusesPoint?: string;
  /** A cycle counter: its stated rate, its count in a run, and the time that passes meanwhile. */
  readonly counter?: {
    readonly hz: number;
    readonly ticks: number;
    readonly meanwhile: () => void;
  };
}

const facts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(FACT_NAMES.map((name) => [name, '1'])),
  clock: 'timer0',
  clock_hz: '25000000',
  clock_unit: 'instructions',
  clock_ratio: '5/16',
  clock_check: 'ok',
  hooks: '0',
};

function beginRun(run: number, suite: string, { counter }: Faults): AgentEvent {
  const begun = { version: 1, run, hooks: false, traced: false, clockTicks: 0, streamClock: 0 };
  const event = { kind: 'runBegin', ...begun, suite } as const;
  return counter === undefined
    ? { ...event, clockHz: 25_000_000, ratio: [5, 16], unit: 'instructions', clock: 'timer0' }
    : { ...event, clockHz: counter.hz, ratio: [1, 1], unit: 'cycles', clock: 'dwt-cyccnt' };
}

const valuesAPacket = 500;

function samples(op: number, count: number): readonly AgentEvent[] {
  const all = Uint32Array.from({ length: count }, (_, index) => 2 * (100 + (index % 7)));
  const packets = Math.ceil(count / valuesAPacket);
  return Array.from({ length: packets }, (_, index) => {
    const first = index * valuesAPacket;
    const values = all.subarray(first, first + valuesAPacket);
    return { kind: 'samples', op, sampleKind: 'sample', first, values };
  });
}

function refusal(op: number, bench: Bench, params: string): readonly AgentEvent[] {
  const [begin, end] = operation(op, bench, params, 0);
  if (begin === undefined || end?.kind !== 'operationEnd') return [];
  return [begin, { ...end, status: 'refused', reason: 'not on this system' }];
}

/** All of a benchmark's parameters, those that were not asked for with their defaults. */
function formatParams({ params }: Bench, asked: ReadonlyMap<string, string>): string {
  return params.map((p) => `${p.name}=${asked.get(p.name) ?? p.default}`).join(' ');
}

function operation(
  op: number,
  bench: Bench,
  params: string,
  n: number,
  { loses = 0, preemptions = 0 }: Faults = {},
): readonly AgentEvent[] {
  const { suite, at, warmup, batches } = bench;
  const name = `${suite}/${bench.op}`;
  return [
    { kind: 'operationBegin', op, n, warmup, batchSize: 10, batches, name, at, params },
    ...samples(op, n - loses),
    ...(preemptions > 0 ? [{ kind: 'fact', text: `preemptions=${preemptions}` } as const] : []),
    { kind: 'operationEnd', op, status: 'ok', attempted: n, stored: n, reason: '' },
  ];
}

interface Script {
  readonly benches: readonly Bench[];
  readonly faults: Faults;
  runs: number;
}

async function run(script: Script, line: string, to: FakeChannel): Promise<void> {
  const channel = script.faults.isMute ? { ...to, stream: () => undefined } : to;
  const { words, values } = parseTokens(line);
  const { faults } = script;
  const suite = words[1] ?? '';
  const op = values.get('op');
  const chosen = script.benches.filter(
    (b) => b.suite === suite && (op === undefined || b.op === op),
  );
  const id = ++script.runs;
  if (id > (faults.runsWithoutSync ?? 0)) channel.stream(streamStart());
  channel.stream(encodeStream([beginRun(id, suite, faults)]));
  channel.line(`begin run=${id} ops=${chosen.length}`);
  if (faults.hangs) {
    faults.onHang?.();
    await channel.stopped;
    channel.line(`ok run run=${id} status=stopped attempted=0 stored=0`);
    return;
  }
  let total = 0;
  for (const [index, bench] of chosen.entries()) {
    const params = formatParams(bench, values);
    if (faults.refusesOperation === bench.op || faults.refusesPoint === params) {
      channel.stream(encodeStream(refusal(index, bench, params)));
      channel.line(`op name=${suite}/${bench.op} status=refused attempted=0 stored=0`);
      continue;
    }
    if (id <= (faults.failsFirst ?? 0)) {
      channel.stream(encodeStream(operation(index, bench, params, 10)));
      const reason = '"a child ran early"';
      channel.line(
        `op name=${suite}/${bench.op} status=failed attempted=10 stored=10 reason=${reason}`,
      );
      channel.line(`ok run run=${id} status=failed attempted=10 stored=10`);
      return;
    }
    if (faults.neverEnds) {
      channel.stream(encodeStream(operation(index, bench, params, 10).slice(0, -1)));
      await channel.stopped;
      channel.line(`ok run run=${id} status=stopped attempted=10 stored=10`);
      return;
    }
    const n = Number(values.get('n') ?? bench.iterations);
    const status = faults.failsOperation === bench.op ? 'failed' : 'ok';
    total += n;
    channel.stream(encodeStream(operation(index, bench, params, n, faults)));
    channel.line(`op name=${suite}/${bench.op} status=${status} attempted=${n} stored=${n}`);
  }
  faults.counter?.meanwhile();
  const clockTicks = faults.counter?.ticks ?? 0;
  const end = { attempted: total, stored: total, clockTicks, reason: '' };
  if (!faults.withoutRunEnd)
    channel.stream(encodeStream([{ kind: 'runEnd', status: 'ok', ...end }]));
  channel.line(`ok run run=${id} status=ok attempted=${total} stored=${total}`);
}

/** An agent that follows docs/protocol.md, except for the given faults. */
export function fakeAgent(benches: readonly Bench[], faults: Faults = {}): FakeAgent {
  const script = { benches, faults, runs: 0 };
  return (line, channel) => {
    const [command] = line.split(' ');
    if (command === 'stop') return undefined;
    if (command === faults.refuses) return channel.line('error reason="not today"');
    if (command === 'run') return run(script, line, channel);
    if (command === 'hello') {
      const reported = Object.entries({ ...facts, ...faults.facts });
      for (const [name, value] of reported) channel.line(`fact ${name}="${value}"`);
      return channel.line('ok hello protocol=1');
    }
    for (const bench of benches) channel.line(formatBench(bench).value);
    return channel.line(`ok list count=${benches.length}`);
  };
}
