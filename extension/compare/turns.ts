import type { Column } from './column';
import type { Comparison } from './compare';
import { type Gate, listFindings, listUndecided } from './gate';
import { isChange } from './outcome';

/** Divides repeats among two runs that take turns. */
export interface TurnLimits {
  /** Repeats of everything. */
  readonly least: number;
  /** The most repeats of an operation that is still undecided. */
  readonly most: number;
}

/*
 * Repeats that differ little are decided after a few; on a computer with other load a shift of 5 % takes up to some
 * 500 of the least steady operations.
 */
export const MOST_REPEATS = 640;

/** The default number of repeats where figures vary: a single one shows no spread. */
export const LEAST_REPEATS = 5;

/** The most times that runs in turns are compared: after `least` repeats, and whenever they have doubled. */
export function countLooks({ least, most }: TurnLimits): number {
  return most <= least ? 1 : Math.ceil(Math.log2(most / least)) + 1;
}

/** A comparison in turns that would decide what two runs leave undecided, or find the changes that remain. */
interface TurnsOffer {
  readonly target: string;
  /** The operations that both runs have, as `suite/op`. */
  readonly benches: readonly string[];
  /**
   * The repeats per side that would decide each undecided operation, with all looks; undefined without an estimate.
   */
  readonly repeats: readonly (number | undefined)[];
  /** The most comparisons of these repeats. */
  readonly looks: number;
}

/**
 * Offers turns for what is undecided or changed between two runs of a target that did not take turns:
 * whatever changes on a machine between two runs is in the spread of neither.
 */
export function offerTurns(
  columns: readonly Column[],
  comparison: Comparison,
  gate: Gate | undefined,
): TurnsOffer | undefined {
  const targets = columns.map((column) => {
    if (column.kind !== 'run' || column.record.imported || column.record.looks) return undefined;
    return column.record.target;
  });
  const [target, other, ...more] = targets;
  if (!target || target.deterministic || target.id !== other?.id || more.length > 0)
    return undefined;
  const looks = countLooks({ least: LEAST_REPEATS, most: MOST_REPEATS });
  const repeats = listUndecided(comparison, gate, looks).map((each) => each.repeats);
  if (repeats.length === 0 && !isAnyChanged(comparison, gate)) return undefined;
  const shared = comparison.operations.filter(({ cells }) => cells.every((cell) => cell));
  const benches = [...new Set(shared.map(({ suite, op }) => `${suite}/${op}`))];
  return { target: target.id, benches, repeats, looks };
}

function isAnyChanged(comparison: Comparison, gate: Gate | undefined): boolean {
  if (gate) return listFindings(comparison, gate).some(({ open }) => open === undefined);
  return comparison.operations.some(({ outcomes: [outcome] }) => isChange(outcome));
}
