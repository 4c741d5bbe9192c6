import { collectRuns } from '../../../agent/collect-runs';
import type { CollectedRun } from '../../../agent/collected';
import { encodeEvent } from '../../../agent/event-codec';
import type { AgentEvent } from '../../../agent/events';
import { FACTS } from '../../../agent/testing/facts';
import {
  type SimulatedOperation,
  type SimulatedRun,
  simulateRun,
} from '../../../agent/testing/simulate';
import { buildPass, type PassInput } from '../pass';
import type { RunPass, RunRecord } from '../record';

/** The runs that a collector finds in given ones. */
export function collectSimulated(...runs: readonly SimulatedRun[]): readonly CollectedRun[] {
  return collect(runs.flatMap(simulateRun));
}

/** The runs that a collector finds in events. */
export function collect(events: readonly AgentEvent[]): readonly CollectedRun[] {
  const collector = collectRuns();
  events
    .map(encodeEvent)
    .forEach(({ number, payload }, time) => collector.push(number, payload, time));
  return collector.runs();
}

/** A pass of runs, one per repeat. */
export function examplePass(
  runs: readonly CollectedRun[],
  change: Partial<PassInput> = {},
): RunPass {
  return buildPass({
    build: 'headline',
    recording: 'recording.SVDat',
    image: { sha256: 'ab'.repeat(32), compiler: 'gcc 12.2.1', flags: '-O2', hooks: 0 },
    facts: FACTS,
    runs: runs.map((run, repeat) => ({ run, repeat })),
    stream: { bytes: 12_345, events: 321, overflows: 0, lostPackets: 0 },
    ...change,
  });
}

/** A record of the given passes. */
export function exampleRecord(...passes: readonly RunPass[]): RunRecord {
  return {
    schema: 2,
    id: '20261120T221500Z-qemu-freertos-m7-1a2b',
    created: '2026-11-20T22:15:00Z',
    tool: 'cyclescope 0.1.0',
    target: { id: 'qemu-freertos-m7', title: 'FreeRTOS on QEMU (Cortex-M7)', deterministic: true },
    status: 'complete',
    command: 'cyclescope run --target qemu-freertos-m7 --bench "heap/*"',
    repeat: 1,
    durationSeconds: 1.25,
    passes: [...passes],
    notes: [],
    problems: [],
  };
}

/** Counts over ten batches of an operation; an empty one takes 2,089 including the reading. */
export function exampleCounts(cost: number): Partial<SimulatedOperation> {
  const counts = Array.from({ length: 10 }, (_, i) => 2_089 + 100 * cost + (i === 3 ? 600 : 0));
  return { counts, emptyCounts: new Array<number>(10).fill(2_089) };
}

/** An operation of `count` samples around `cost`, every 80th with a tick inside. */
export function exampleOperation(
  name: string,
  cost: number,
  count: number,
  change: Partial<SimulatedOperation> = {},
): SimulatedOperation {
  const ticked = Array.from({ length: Math.floor(count / 80) }, (_, i) => i * 80 + 40);
  const inside = new Set(ticked);
  const costs = Array.from({ length: count }, (_, i) => {
    const noise = (i * 7) % 5 === 0 ? 7 : 0;
    return cost + 1 + noise + (inside.has(i) ? 36 : 0);
  });
  return {
    name,
    costs,
    ticked,
    cold: cost * 2,
    emptySamples: [1, 1, 1],
    // Every fifth sample costs seven more; a round of the empty loop takes three.
    batches: new Array<number>(32).fill(100 * cost + 140 + 300),
    emptyBatches: [300, 300],
    ...change,
  };
}
