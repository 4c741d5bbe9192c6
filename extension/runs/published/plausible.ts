import type { Cell, Finding } from './cells';
import type { Derived } from './derived';
import type { PublishedUnit } from './model';

const SECONDS: Readonly<Partial<Record<PublishedUnit, number>>> = {
  s: 1,
  ms: 1e-3,
  µs: 1e-6,
  ns: 1e-9,
};

/** A figure together with the least work that must have been done in it. */
export interface Work {
  readonly cell: Cell;
  readonly coreHz: number;
  readonly steps: number;
  /** One step of it: a comparison, a multiplication, .. */
  readonly step: string;
  /** What was assumed where the document leaves it open. */
  readonly assumption: string;
}

/** Comparisons that a selection sort makes. */
export function selectionComparisons(n: number): number {
  return (n * (n - 1)) / 2;
}

/** Comparisons that a quick sort makes, taken as n log2 n. */
export function quickComparisons(n: number): number {
  return n * Math.log2(n);
}

/** Multiplications in the product of two square matrices of n elements each. */
export function squareMultiplications(n: number): number {
  return n * Math.sqrt(n);
}

/** How many cycles a figure had for one step of its work; nothing where it is not a time. */
export function cyclesPerStep({ cell, coreHz, steps }: Work): number | undefined {
  if (cell.unit === 'cycles') return cell.value / steps;
  const unit = SECONDS[cell.unit];
  return unit === undefined ? undefined : (cell.value * unit * coreHz) / steps;
}

/** Figures that leave less than one cycle for a step of their work. */
export function tooFast(works: readonly Work[]): Finding[] {
  return works.flatMap((work) => {
    const cycles = cyclesPerStep(work);
    if (cycles === undefined || cycles >= 1) return [];
    const doubt =
      `cannot be: ${cycles.toPrecision(2)} cycles per ${work.step} ` +
      `(${grouped(work.steps)} of them at ${work.coreHz / 1e6} MHz, if ${work.assumption})`;
    return [{ cell: work.cell, doubt }];
  });
}

/** Figures whose data cannot have been where the document says they were. */
export function tooLarge(
  cells: readonly { readonly cell: Cell; readonly bytes: number }[],
  memory: { readonly name: string; readonly bytes: number },
): Finding[] {
  return cells
    .filter(({ bytes }) => bytes > memory.bytes)
    .map(({ cell, bytes }) => ({
      cell,
      doubt: `cannot be: ${grouped(bytes)} bytes do not fit the ${grouped(memory.bytes)} bytes of ${memory.name}`,
    }));
}

function grouped(count: number): string {
  return Math.round(count).toLocaleString('en');
}

/** Figures that are sound in themselves but made of others that are doubted. */
export function inherited(all: readonly Derived[], findings: readonly Finding[]): Finding[] {
  const bad = new Set(findings.map(({ cell }) => cell));
  return all.flatMap(({ cell, inputs }) => {
    const count = inputs.filter((input) => bad.has(input)).length;
    if (count === 0 || bad.has(cell)) return [];
    return [{ cell, doubt: `made of ${inputs.length} cells, ${count} of them in doubt` }];
  });
}
