import type { Cell, Finding } from './cells';

/** A printed figure that follows from other printed ones, and the value they give. */
export interface Derived {
  readonly cell: Cell;
  /** The rule by which it follows: `sum`, `mean`, `ratio`, .. */
  readonly rule: string;
  readonly inputs: readonly Cell[];
  readonly expected: number;
}

/** Relates a cell to its inputs; empty if one of them is not printed. */
export function derive(
  cell: Cell | undefined,
  rule: string,
  inputs: readonly (Cell | undefined)[],
  formula: (values: number[]) => number,
): Derived[] {
  const known = inputs.filter((input) => input !== undefined);
  if (cell === undefined || known.length < inputs.length) return [];
  return [{ cell, rule, inputs: known, expected: formula(known.map(({ value }) => value)) }];
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** The first figure's difference from the second, in per cent. */
export function change([value = Number.NaN, base = Number.NaN]: readonly number[]): number {
  return (100 * (value - base)) / base;
}

/** True if a figure is within one unit of its last digit of the expected one. */
export function follows({ cell, expected }: Derived): boolean {
  return Math.abs(cell.value - expected) <= cell.resolution * (1 + 1e-9);
}

/** Figures that do not follow from their inputs. */
export function unfounded(all: readonly Derived[]): Finding[] {
  return all
    .filter((each) => !follows(each))
    .map((each) => ({
      cell: each.cell,
      doubt: `${each.cell.printed} is printed, but the ${each.rule} of ${sources(each)} is ${exact(each)}`,
    }));
}

/** Formats the expected figure with one more digit than printed. */
export function exact({ cell, expected }: Derived): string {
  return expected.toFixed(Math.max(0, 1 - Math.round(Math.log10(cell.resolution))));
}

/** Lists a figure's inputs. */
export function sources({ inputs }: Derived): string {
  if (inputs.length > 3) return `its ${inputs.length} cells`;
  return inputs.map(({ printed }) => printed).join(' and ');
}
