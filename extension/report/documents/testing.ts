import type { RunBegin } from '../../agent/events';
import type { SimulatedOperation } from '../../agent/testing/simulate';
import type { RunRecord } from '../../runs/record/record';
import { collectSimulated, examplePass, exampleRecord } from '../../runs/record/testing/example';
import type { Section } from '../section';

/** Clocks of examples; a simulated one makes 3.2 ticks per unit. */
export const CLOCKS = {
  instructions: {},
  cycles: { unit: 'cycles', clock: 'DWT', clockHz: 230_400_000 },
  ns: { unit: 'ns', clock: 'CLOCK_MONOTONIC', clockHz: 3_200_000_000 },
} as const satisfies Readonly<Record<string, Partial<RunBegin>>>;

/** A run in which each operation, `suite/op` or `suite/op threads=2`, has a constant cost. */
export function makeConstantRun(
  costs: Readonly<Record<string, number | string>>,
  begin: Partial<RunBegin> = {},
  repeats: readonly number[] = [1],
): RunRecord {
  const runs = repeats.map((factor) => ({
    begin,
    operations: Object.entries(costs).map(([name, cost]) => operation(name, cost, factor)),
  }));
  const pass = examplePass(collectSimulated(...runs));
  // Published figures are rounded, which looks like the step of a coarse clock.
  const clocks = pass.clocks.map((clock) => ({ ...clock, step: undefined }));
  return exampleRecord({ ...pass, clocks });
}

function operation(name: string, cost: number | string, factor: number): SimulatedOperation {
  const [op = '', ...params] = name.split(' ');
  const common = { name: op, params: params.join(' '), emptySamples: [0, 0, 0] };
  // A word instead of a cost is a reason for refusal.
  if (typeof cost === 'string') return { ...common, costs: [], status: 'refused', reason: cost };
  return { ...common, costs: new Array<number>(200).fill(cost * factor) };
}

/** A section's table as text: cells between bars, one line per row, the titles first. */
export function formatSectionRows(section: Section | undefined): string[] {
  const { titles = [], rows = [] } = section?.table ?? {};
  return [titles, ...rows].map((cells) => cells.join('|'));
}
