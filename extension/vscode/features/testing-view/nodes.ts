import type { Bench } from '../../../agent';
import { groupBy } from '../../../base';
import { isOwnBench } from '../../../toolchain';
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
  readonly targets: readonly {
    readonly id: string;
    readonly title: string;
    /** Something that it needs is known to be missing. */
    readonly isUnready: boolean;
  }[];
  readonly active: string;
}

/** Words of the tree in the user's language. */
export interface TreeWords {
  readonly active: string;
  readonly notReady: string;
}

const sortTextOf = (index: number) => String(index).padStart(5, '0');

/** The active target comes first; those that are not ready come last, folded. */
function targetNodes(of: HomeTargets, words: TreeWords): readonly ItemNode[] {
  const { id: home, targets, active } = of;
  const first = targets.filter(({ id }) => id === active);
  const others = targets.filter(({ id }) => id !== active);
  const unready = others.filter(({ isUnready }) => isUnready);
  const shown = [...first, ...others.filter(({ isUnready }) => !isUnready)];
  if (unready.length === 0) return nodesOf(of, shown, words);
  const folder: ItemNode = {
    // No target has this name.
    id: itemId({ home, target: '' }),
    label: words.notReady,
    description: String(unready.length),
    sortText: sortTextOf(shown.length),
    at: undefined,
    isRunnable: false,
    isLazy: false,
    children: nodesOf(of, unready, words),
  };
  return [...nodesOf(of, shown, words), folder];
}

function nodesOf(
  { id: home, active }: HomeTargets,
  targets: HomeTargets['targets'],
  words: TreeWords,
): readonly ItemNode[] {
  return targets.map((target, index): ItemNode => {
    const states = target.id === active ? [words.active] : [];
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

/** The targets, below their homes if there are several. */
export function rootNodes(homes: readonly HomeTargets[], words: TreeWords): readonly ItemNode[] {
  const [only, ...others] = homes;
  if (only && others.length === 0) return targetNodes(only, words);
  return homes.map((home, index) => ({
    id: itemId({ home: home.id }),
    label: home.title,
    sortText: sortTextOf(index),
    // Nobody wants to measure every target of a home with one click.
    description: undefined,
    at: undefined,
    isRunnable: false,
    isLazy: false,
    children: targetNodes(home, words),
  }));
}

/**
 * The suites of a target with their operations: the user's own first, then those of the image in its order.
 * What measures a family again by other calls, such as `native_heap`, is below that family.
 */
export function suiteNodes(
  place: { readonly home: string; readonly target: string },
  benches: readonly Bench[],
): readonly ItemNode[] {
  const suites = groupBy(benches, ({ suite }) => suite);
  const families = groupBy(suites.keys(), (suite) => familyOf(suite, suites));
  const isOwn = (suite: string) => suites.get(suite)?.some(isOwnBench) ?? false;
  const nodeOf = (suite: string, index: number): ItemNode => {
    const operations = suites.get(suite) ?? [];
    const variants = (families.get(suite) ?? []).filter((each) => each !== suite);
    return {
      id: itemId({ ...place, suite }),
      label: suite,
      sortText: sortTextOf(index),
      description: undefined,
      at: undefined,
      isRunnable: true,
      isLazy: false,
      children: [
        ...operations.map((bench, at) => operationNode(place, bench, sortTextOf(at))),
        ...variants.map((each, at) => nodeOf(each, operations.length + at)),
      ],
    };
  };
  const top = [...suites.keys()].filter((suite) => familyOf(suite, suites) === suite);
  return [...top.filter(isOwn), ...top.filter((suite) => !isOwn(suite))].map(nodeOf);
}

/** The suite that a variant measures again; a suite itself if it is no variant. */
function familyOf(suite: string, suites: ReadonlyMap<string, unknown>): string {
  const plain = /^[^_]+_(.+)$/.exec(suite)?.[1];
  return plain !== undefined && suites.has(plain) ? plain : suite;
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
