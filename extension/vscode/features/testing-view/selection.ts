import type { TestItem } from 'vscode';
import type { Bench } from '../../../agent';
import { benchName } from '../../../engine';
import { includesItem, type ItemName, itemName } from '../../common';

/** A target whose benchmarks are known. */
export interface KnownTarget {
  readonly home: string;
  readonly target: string;
  readonly benches: readonly Bench[];
  /** The reason if there are none. */
  readonly missing?: string;
}

/** The selected benchmarks of one target. */
export interface Selection extends KnownTarget {
  /** In the engine's syntax; empty for everything. */
  readonly patterns: readonly string[];
}

/** The requested part of each target. */
export function listSelections(
  known: readonly KnownTarget[],
  include: readonly ItemName[],
  exclude: readonly ItemName[],
): readonly Selection[] {
  return known.flatMap(({ home, target, benches: all }) => {
    const benches = all.filter(({ suite, op }) => {
      const name = { home, target, suite, op };
      const isMeant = include.some((item) => includesItem(item, name));
      return isMeant && !exclude.some((item) => includesItem(item, name));
    });
    return benches.length === 0
      ? []
      : [{ home, target, benches, patterns: choosePatterns(all, benches) }];
  });
}

/** The shortest patterns that select exactly these benchmarks. */
export function choosePatterns(
  all: readonly Bench[],
  selected: readonly Bench[],
): readonly string[] {
  if (selected.length === all.length) return [];
  const suites = [...new Set(selected.map(({ suite }) => suite))];
  return suites.flatMap((suite) => {
    const own = selected.filter((bench) => bench.suite === suite);
    const isWhole = own.length === all.filter((bench) => bench.suite === suite).length;
    return isWhole ? [suite] : own.map(benchName);
  });
}

/** The names of items and of the suites below them, which are named apart. */
export function listItemNames(items: Iterable<TestItem>): readonly ItemName[] {
  return [...items].flatMap((item) => {
    const name = itemName(item.id);
    if (name.suite === undefined || name.op !== undefined) return [name];
    const below = Array.from(item.children, ([, child]) => child);
    return [name, ...listItemNames(below.filter(({ id }) => itemName(id).op === undefined))];
  });
}
