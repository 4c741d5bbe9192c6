import { sumNumbers } from '../../base';
import type { Cell, CellDoubt } from './cells';

/** A printed figure that follows from other printed ones, and the value they give. */
export interface Derived {
  readonly cell: Cell;
  /** The rule that computes it: `sum`, `mean`, `ratio`, .. */
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

export function mean(values: readonly number[]): number {
  return sumNumbers(values) / values.length;
}

/** The first figure's difference from the second, in per cent. */
export function change([value = Number.NaN, base = Number.NaN]: readonly number[]): number {
  return (100 * (value - base)) / base;
}

/** True if a figure is within one unit of its last digit of the expected one. */
export function isConsistent({ cell, expected }: Derived): boolean {
  return Math.abs(cell.value - expected) <= cell.resolution * (1 + 1e-9);
}

/** Figures that do not follow from their inputs. */
export function findInconsistencies(all: readonly Derived[]): CellDoubt[] {
  return all
    .filter((each) => !isConsistent(each))
    .map((each) => ({
      cell: each.cell,
      doubt: `${each.cell.printed} is printed, but the ${each.rule} of ${sources(each)} is ${exact(each)}`,
    }));
}

/** Formats the expected figure with one more digit than printed. */
function exact({ cell, expected }: Derived): string {
  return expected.toFixed(Math.max(0, 1 - Math.round(Math.log10(cell.resolution))));
}

/** Lists a figure's inputs. */
export function sources({ inputs }: Derived): string {
  if (inputs.length > 3) return `its ${inputs.length} cells`;
  return inputs.map(({ printed }) => printed).join(' and ');
}

/** Finds groups in which some figures were rounded and others truncated, and names both. */
export function unevenRounding(group: readonly Derived[]): CellDoubt[] {
  const sound = group.filter(isConsistent);
  const rounded = sound.filter((each) => isRounded(each) && !isCut(each));
  const cut = sound.filter((each) => isCut(each) && !isRounded(each));
  const [oneRounded, oneCut] = [rounded[0], cut[0]];
  if (oneRounded === undefined || oneCut === undefined) return [];
  return [
    ...rounded.map((each) => finding(each, 'rounded up', 'cut off', oneCut)),
    ...cut.map((each) => finding(each, 'cut off', 'rounded up', oneRounded)),
  ];
}

function finding(each: Derived, here: string, there: string, other: Derived): CellDoubt {
  const doubt =
    `${each.cell.printed} is ${here} from ${exact(each)}, ` +
    `while ${other.cell.printed} ("${other.cell.name}") is ${there} from ${exact(other)}`;
  return { cell: each.cell, doubt };
}

const SLACK = 1e-9;

function isRounded({ cell, expected }: Derived): boolean {
  return Math.abs(cell.value - expected) <= cell.resolution * (0.5 + SLACK);
}

function isCut({ cell, expected }: Derived): boolean {
  const rest = (Math.abs(expected) - Math.abs(cell.value)) / cell.resolution;
  return rest >= -SLACK && rest < 1 - SLACK;
}

/** The same figure printed in two places. */
export interface Twice {
  readonly first: Cell | undefined;
  readonly second: Cell | undefined;
  readonly firstTable: string;
  readonly secondTable: string;
}

/** Finds figures that two tables print differently, beyond the rounding of the coarser one. */
export function disagreements(pairs: readonly Twice[]): CellDoubt[] {
  return pairs.flatMap(({ first, second, firstTable, secondTable }) => {
    if (first === undefined || second === undefined || agree(first, second)) return [];
    return [
      { cell: first, doubt: `${secondTable} prints ${second.printed} for the same figure` },
      { cell: second, doubt: `${firstTable} prints ${first.printed} for the same figure` },
    ];
  });
}

function agree(first: Cell, second: Cell): boolean {
  const [fine, coarse] = [first.resolution, second.resolution].sort((a, b) => a - b);
  const allowed = fine === coarse ? 0 : (coarse ?? 0) / 2;
  return Math.abs(first.value - second.value) <= allowed * (1 + 1e-9);
}
