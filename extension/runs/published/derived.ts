import type { Cell, Finding } from './cells';

/** A printed figure that follows from other printed ones, and what they give. */
export interface Derived {
  readonly cell: Cell;
  /** How it follows: `sum`, `mean`, `ratio`, .. */
  readonly rule: string;
  readonly inputs: readonly Cell[];
  readonly expected: number;
}

/** Relates a cell to its inputs; nothing where one of them is not printed. */
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

/** The sum of some figures. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The mean of some figures. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** By how many per cent the first figure differs from the second. */
export function change([value = Number.NaN, base = Number.NaN]: readonly number[]): number {
  return (100 * (value - base)) / base;
}

/** Whether a figure is what is expected, give or take one unit of its last digit. */
export function follows({ cell, expected }: Derived): boolean {
  return Math.abs(cell.value - expected) <= cell.resolution * (1 + 1e-9);
}

/** Figures that do not follow from the cells they are made of. */
export function unfounded(all: readonly Derived[]): Finding[] {
  return all
    .filter((each) => !follows(each))
    .map((each) => ({
      cell: each.cell,
      doubt: `${each.cell.printed} is printed, but the ${each.rule} of ${sources(each)} is ${exact(each)}`,
    }));
}

/** The expected figure with one digit more than is printed. */
export function exact({ cell, expected }: Derived): string {
  return expected.toFixed(Math.max(0, 1 - Math.round(Math.log10(cell.resolution))));
}

/** What a figure is made of, in words. */
export function sources({ inputs }: Derived): string {
  if (inputs.length > 3) return `its ${inputs.length} cells`;
  return inputs.map(({ printed }) => printed).join(' and ');
}
