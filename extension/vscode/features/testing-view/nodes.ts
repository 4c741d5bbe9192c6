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
export interface HomeTree {
  readonly id: string;
  readonly targets: readonly {
    readonly id: string;
    readonly title: string;
    /** Something that it needs is known to be missing. */
    readonly isUnready: boolean;
    /** Empty if it has no image; undefined until they are shown. */
    readonly benches: readonly Bench[] | undefined;
  }[];
  readonly active: string;
}

/** Words of the tree in the user's language. */
export interface TreeWords {
  readonly active: string;
  readonly otherTargets: string;
  readonly notReady: string;
}

type Shown = Pick<ItemNode, 'id' | 'label'> & Partial<ItemNode>;

/** Nodes that stay in this order. */
function inOrder(nodes: readonly Shown[]): readonly ItemNode[] {
  return nodes.map((node, index) => ({
    description: undefined,
    at: undefined,
    isRunnable: true,
    isLazy: false,
    children: undefined,
    ...node,
    sortText: String(index).padStart(5, '0'),
  }));
}

/**
 * The active target's name and its suites, then the other targets, folded. The editor unfolds nothing below a
 * root, so the suites are beside the name. A target that was a root could not be measured by its triangle, which
 * asks for the same as *Run All*.
 */
export function homeNodes(home: HomeTree, words: TreeWords): readonly ItemNode[] {
  const { id, targets, active } = home;
  const first = targets.filter((target) => target.id === active);
  const others = targets.filter((target) => target.id !== active);
  const unready = others.filter(({ isUnready }) => isUnready);
  const ready = others.filter(({ isUnready }) => !isUnready);
  return inOrder([
    ...first.flatMap(({ title, benches = [] }) => [
      {
        id: itemId({ home: id, target: active }),
        label: active,
        description: `${words.active} · ${title}`,
        isRunnable: benches.length > 0,
      },
      ...suiteNodes({ home: id, target: active }, benches),
    ]),
    ...targetFolder(id, 'other', words.otherTargets, ready),
    ...targetFolder(id, 'unready', words.notReady, unready),
  ]);
}

/** A node with targets below it, unless there are none. */
function targetFolder(
  home: string,
  name: string,
  label: string,
  targets: HomeTree['targets'],
): readonly Shown[] {
  if (targets.length === 0) return [];
  const children = targets.map(({ id, title, benches }) => ({
    id: itemId({ home, target: id }),
    label: id,
    description: title,
    isLazy: true,
    children: benches && suiteNodes({ home, target: id }, benches),
  }));
  return [
    {
      // No target has an empty name.
      id: itemId({ home, target: '', suite: name }),
      label,
      description: String(targets.length),
      isRunnable: false,
      children: inOrder(children),
    },
  ];
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
  const families = groupBy(suites.keys(), (suite) => resolveFamily(suite, suites));
  const isOwn = (suite: string) => suites.get(suite)?.some(isOwnBench) ?? false;
  const toNode = (suite: string): Shown => {
    const variants = (families.get(suite) ?? []).filter((each) => each !== suite);
    const operations = (suites.get(suite) ?? []).map(({ op, at }) => ({
      id: itemId({ ...place, suite, op }),
      label: op,
      at,
    }));
    return {
      id: itemId({ ...place, suite }),
      label: suite,
      children: inOrder([...operations, ...variants.map(toNode)]),
    };
  };
  const top = [...suites.keys()].filter((suite) => resolveFamily(suite, suites) === suite);
  return inOrder([...top.filter(isOwn), ...top.filter((suite) => !isOwn(suite))].map(toNode));
}

/** The suite that a variant measures again; a suite itself if it is no variant. */
function resolveFamily(suite: string, suites: ReadonlyMap<string, unknown>): string {
  const plain = /^[^_]+_(.+)$/.exec(suite)?.[1];
  return plain !== undefined && suites.has(plain) ? plain : suite;
}
