import type { Bench } from '../../../agent';
import { itemId } from '../../common';

/** An item of the Testing view, as values. */
export interface ItemNode {
  readonly id: string;
  readonly label: string;
  readonly description: string | undefined;
  /** Keeps the order in which the nodes stand. */
  readonly sortText: string;
  /** `file:line` of a benchmark. */
  readonly at: string | undefined;
  /** Whether the profiles apply to it. */
  readonly isRunnable: boolean;
  /** Whether its children are found only when they are asked for. */
  readonly isLazy: boolean;
  /** Nothing where the children are someone else's to find. */
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

/** The targets; below their homes where there are several. `isActive` marks the active target. */
export function rootNodes(homes: readonly HomeTargets[], isActive: string): readonly ItemNode[] {
  const [only, ...others] = homes;
  if (only && others.length === 0) return targetNodes(only, isActive);
  return homes.map((home, index) => ({
    id: itemId({ home: home.id }),
    label: home.title,
    sortText: sortTextOf(index),
    // Measuring on every target of a home is never what somebody wants with one click.
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
