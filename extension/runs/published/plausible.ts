import { formatNumber } from '../../measure';
import type { Cell, CellDoubt } from './cells';
import type { Derived } from './derived';
import type { PublishedUnit } from './model';

const SECONDS: Readonly<Partial<Record<PublishedUnit, number>>> = {
  s: 1,
  ms: 1e-3,
  µs: 1e-6,
  ns: 1e-9,
};

/** A figure with the least work that it must include. */
export interface Work {
  readonly cell: Cell;
  readonly coreHz: number;
  readonly steps: number;
  /** One step: a comparison, a multiplication, .. */
  readonly step: string;
  /** The assumption made if the document leaves it open. */
  readonly assumption: string;
}

/** The number of comparisons in a selection sort. */
export function selectionComparisons(n: number): number {
  return (n * (n - 1)) / 2;
}

/** The number of comparisons in a quicksort, taken as n log2 n. */
export function quickComparisons(n: number): number {
  return n * Math.log2(n);
}

/** The number of multiplications in the product of two square matrices of n elements each. */
export function squareMultiplications(n: number): number {
  return n * Math.sqrt(n);
}

/** The number of cycles per step of a figure's work; undefined if it is not a time. */
export function cyclesPerStep({ cell, coreHz, steps }: Work): number | undefined {
  if (cell.unit === 'cycles') return cell.value / steps;
  const unit = SECONDS[cell.unit];
  return unit === undefined ? undefined : (cell.value * unit * coreHz) / steps;
}

/** Finds figures that leave less than one cycle for a step of their work. */
export function tooFast(works: readonly Work[]): CellDoubt[] {
  return works.flatMap((work) => {
    const cycles = cyclesPerStep(work);
    if (cycles === undefined || cycles >= 1) return [];
    const doubt =
      `cannot be: ${cycles.toPrecision(2)} cycles per ${work.step} ` +
      `(${formatCount(work.steps)} of them at ${work.coreHz / 1e6} MHz, if ${work.assumption})`;
    return [{ cell: work.cell, doubt }];
  });
}

/** Finds figures whose data cannot fit where the document puts them. */
export function tooLarge(
  cells: readonly { readonly cell: Cell; readonly bytes: number }[],
  memory: { readonly name: string; readonly bytes: number },
): CellDoubt[] {
  return cells
    .filter(({ bytes }) => bytes > memory.bytes)
    .map(({ cell, bytes }) => ({
      cell,
      doubt: `cannot be: ${formatCount(bytes)} bytes do not fit the ${formatCount(memory.bytes)} bytes of ${memory.name}`,
    }));
}

function formatCount(count: number): string {
  return formatNumber(Math.round(count));
}

/** Finds figures that are sound in themselves but computed from doubtful ones. */
export function findInheritedDoubts(
  all: readonly Derived[],
  findings: readonly CellDoubt[],
): CellDoubt[] {
  const bad = new Set(findings.map(({ cell }) => cell));
  return all.flatMap(({ cell, inputs }) => {
    const count = inputs.filter((input) => bad.has(input)).length;
    if (count === 0 || bad.has(cell)) return [];
    return [{ cell, doubt: `made of ${inputs.length} cells, ${count} of them in doubt` }];
  });
}
