import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FlameNode,
  sumMatches,
  layOutFlame,
  neighbour,
  outerNodes,
  sumRelatives,
} from './layout';

/** Trees of any shape: the parent of each node, as a part of the nodes before it, and its own cost. */
const trees = fc
  .array(fc.record({ place: fc.double({ min: 0, max: 0.999, noNaN: true }), self: fc.nat(50) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((drawn): readonly FlameNode[] => {
    const nodes = drawn.map(({ place, self }, at) => ({
      parent: at === 0 ? -1 : Math.floor(place * at),
      function: at,
      isInlined: false,
      self: self + 1,
      total: self + 1,
      calls: 1,
    }));
    for (let at = nodes.length - 1; at > 0; at--) {
      const [node, parent] = [nodes[at], nodes[nodes[at]?.parent ?? -1]];
      if (node && parent) parent.total += node.total;
    }
    return nodes;
  });

/** 10 of 30 in b, with 6 in c; 15 in d. */
const nodes: readonly FlameNode[] = [
  { parent: -1, total: 30, self: 5 },
  { parent: 0, total: 15, self: 15 },
  { parent: 0, total: 10, self: 4 },
  { parent: 2, total: 6, self: 6 },
].map((node, at) => ({ ...node, function: at, isInlined: false, calls: 1 }));

describe('the layout of a flame graph', () => {
  it('puts each frame below its caller, as wide as its share, beside its siblings', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const frames = layOutFlame(tree, 0, 0);
        expect(frames).toHaveLength(tree.length);
        const framesByNode = new Map(frames.map((frame) => [frame.node, frame]));
        for (const { node, depth, from, width } of frames) {
          expect(width).toBeCloseTo((tree[node]?.total ?? 0) / (tree[0]?.total ?? 0), 10);
          const below = framesByNode.get(tree[node]?.parent ?? -1);
          if (below === undefined) continue;
          expect(depth).toBe(below.depth + 1);
          expect(from).toBeGreaterThanOrEqual(below.from - 1e-9);
          expect(from + width).toBeLessThanOrEqual(below.from + below.width + 1e-9);
        }
        const inRows = frames.toSorted((a, b) => a.depth - b.depth || a.from - b.from);
        inRows.slice(1).forEach(({ depth, from }, at) => {
          const before = inRows[at];
          if (before?.depth !== depth) return;
          expect(from).toBeGreaterThanOrEqual(before.from + before.width - 1e-9);
        });
      }),
    );
  });

  it('shows a zoomed frame in full width below its callers, and nothing beside it', () => {
    expect(layOutFlame(nodes, 2)).toEqual([
      { node: 0, depth: 0, from: 0, width: 1 },
      { node: 2, depth: 1, from: 0, width: 1 },
      { node: 3, depth: 2, from: 0, width: 0.6 },
    ]);
    expect(outerNodes(nodes, 3)).toEqual([0, 2]);
  });

  it('leaves out frames that are too narrow, with all in them, and keeps their place', () => {
    const all = layOutFlame(nodes, 0, 0.4);
    expect(all.map(({ node }) => node)).toEqual([0, 1]);
    expect(layOutFlame([{ ...nodes[0]!, total: 0 }], 0)).toHaveLength(1);
  });
});

it('puts frames in time order where it was when it is there, zoomed or not', () => {
  const [root, ...frames] = nodes;
  const timed = [root!, ...[20, 5, 9].map((from, at) => ({ ...frames[at]!, from }))];
  const layouts = (zoom: number) =>
    layOutFlame(timed, zoom).map(({ node, from, width }) => [node, 30 * from, 30 * width]);
  expect(layouts(0)).toEqual([
    [0, 0, 30],
    [1, 20, 15],
    [2, 5, 10],
    [3, 9, 6],
  ]);
  expect(layouts(2).at(-1)).toEqual([3, 12, 18]);
  // The earlier one is at the left, though it is the cheaper one.
  expect(neighbour(timed, layOutFlame(timed, 0), 2, 'ArrowRight')).toBe(1);
});

describe('arrow keys', () => {
  const go = (from: number, key: string, zoom = 0) =>
    neighbour(nodes, layOutFlame(nodes, zoom), from, key);

  it('lead to the caller, the most expensive callee and siblings, and nowhere else', () => {
    expect([go(0, 'ArrowDown'), go(1, 'ArrowRight'), go(2, 'ArrowDown')]).toEqual([1, 2, 3]);
    expect([go(3, 'ArrowUp'), go(2, 'ArrowLeft'), go(3, 'Home')]).toEqual([2, 1, 0]);
    const ends = [go(0, 'ArrowUp'), go(1, 'ArrowLeft'), go(3, 'ArrowDown'), go(1, 'x')];
    expect(ends).toEqual(Array(4).fill(undefined));
  });

  it('stay within what is shown', () => {
    expect(go(2, 'ArrowLeft', 2)).toBeUndefined();
    expect(go(2, 'ArrowUp', 2)).toBe(0);
  });
});

describe('a search', () => {
  it('counts what is found within something found only once', () => {
    const sumFunctions = (...functions: number[]) =>
      sumMatches(nodes, (node) => functions.includes(node.function));
    expect([sumFunctions(), sumFunctions(3), sumFunctions(2, 3), sumFunctions(1, 3)]).toEqual([
      0, 6, 10, 21,
    ]);
  });
});

describe('the callers and callees of a function', () => {
  const cost = (parent: number, own: number, total: number, self: number) => ({
    ...nodes[0]!,
    parent,
    function: own,
    total,
    self,
  });
  /** a calls b, which calls itself and c; the operation calls b, too. */
  const [a, b, c] = [1, 2, 3];
  const tree = [
    cost(-1, -1, 100, 0),
    cost(0, a, 60, 10),
    cost(1, b, 50, 20),
    cost(2, b, 30, 10),
    cost(3, c, 20, 20),
    cost(0, b, 40, 40),
  ];
  const figures = (rows: readonly { function: number; total: number; calls: number }[]) =>
    rows.map((row) => [row.function, row.total, row.calls]);

  it('are summed up over all stacks, the costliest first, recursion once', () => {
    const { callers, callees } = sumRelatives(tree, b);
    expect(figures(callers)).toEqual([
      [a, 50, 1],
      [-1, 40, 1],
      [b, 30, 1],
    ]);
    expect(figures(callees)).toEqual([
      [b, 30, 1],
      [c, 20, 1],
    ]);
    const deep = [...tree.slice(0, 4), cost(3, b, 15, 15)];
    expect(figures(sumRelatives(deep, b).callees)).toEqual([[b, 30, 2]]);
    expect(figures(sumRelatives(tree, c).callers)).toEqual([[b, 20, 1]]);
  });

  it('have both sides of a difference, what changed most first', () => {
    const before = (total: number) => ({ self: 0, total, calls: 2 });
    const changed = tree.map((node, at) => ({
      ...node,
      before: before(at === 5 ? 0 : node.total),
    }));
    const { callers } = sumRelatives(changed, b);
    expect(callers.map((row) => [row.function, row.total, row.before?.total])).toEqual([
      [-1, 40, 0],
      [a, 50, 50],
      [b, 30, 30],
    ]);
  });
});
