import type { Bench } from '../../../agent';
import { itemId } from '../../common';

/** An item of the Testing view as plain values. */
export interface ItemNode {
  readonly id: string;
  readonly label: string;
  readonly description: string | undefined;
  /** Preserves the order of the nodes. */
  readonly sortText: string;
  /** `file:line` of a benchmark. */
  readonly at: string | undefined;
  /** The profiles apply to it. */
  readonly isRunnable: boolean;
  /** Its children are found only on request. */
  readonly isLazy: boolean;
  /** Undefined if something else finds the children. */
  readonly children: readonly ItemNode[] | undefined;
}

/** A home with its targets. */
export interface HomeTargets {
  readonly id: string;
  readonly title: string;
  readonly targets: readonly { readonly id: string; readonly title: string }[];
  readonly active: string;
}

const sortTextOf = (index: number) => String(index).padStart(5, '0');

function targetNodes({ id: home, targets, active }: HomeTargets, isActive: string) {
  return targets.map((target, index): ItemNode => {
    const states = target.id === active ? [isActive] : [];
    return {
      id: itemId({ home, target: target.id }),
      label: target.id,
      description: [...states, target.title].join(' · '),
      sortText: sortTextOf(index),
      at: undefined,
      isRunnable: true,
      isLazy: true,
      children: undefined,
    };
  });
}

/** The targets, below their homes if there are several. `isActive` marks the active target. */
export function rootNodes(homes: readonly HomeTargets[], isActive: string): readonly ItemNode[] {
  const [only, ...others] = homes;
  if (only && others.length === 0) return targetNodes(only, isActive);
  return homes.map((home, index) => ({
    id: itemId({ home: home.id }),
    label: home.title,
    sortText: sortTextOf(index),
    // Nobody wants to measure every target of a home with one click.
    description: undefined,
    at: undefined,
    isRunnable: false,
    isLazy: false,
    children: targetNodes(home, isActive),
  }));
}

/** The suites of a target with their operations, in the image's order. */
export function suiteNodes(
  place: { readonly home: string; readonly target: string },
  benches: readonly Bench[],
): readonly ItemNode[] {
  const suites = [...new Set(benches.map(({ suite }) => suite))];
  return suites.map((suite, index) => ({
    id: itemId({ ...place, suite }),
    label: suite,
    sortText: sortTextOf(index),
    description: undefined,
    at: undefined,
    isRunnable: true,
    isLazy: false,
    children: benches
      .filter((bench) => bench.suite === suite)
      .map((bench, at) => operationNode(place, bench, sortTextOf(at))),
  }));
}

function operationNode(
  place: { readonly home: string; readonly target: string },
  { suite, op, at }: Bench,
  sortText: string,
): ItemNode {
  return {
    id: itemId({ ...place, suite, op }),
    label: op,
    description: undefined,
    sortText,
    at,
    isRunnable: true,
    isLazy: false,
    children: undefined,
  };
}
