import type { Cost } from '../../../../profile';
import type { FlameModel } from '../../../../report';

export type FlameNode = FlameModel['nodes'][number];

/** A frame of a flame graph: a node, its depth, and its position as parts of the width. */
export interface FlameFrame {
  readonly node: number;
  readonly depth: number;
  readonly from: number;
  readonly width: number;
}

// Narrower frames would be less than a pixel.
const NARROWEST = 1 / 1500;

/** The nodes in which a node is, outermost first. */
export function outerNodes(nodes: readonly FlameNode[], node: number): number[] {
  const outer: number[] = [];
  for (let at = nodes[node]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) outer.unshift(at);
  return outer;
}

const getWidth = (node: FlameNode | undefined): number => node?.width ?? node?.total ?? 0;

/**
 * Lays out a node with everything in it: most expensive at the left, or in time order where the nodes
 * have it. Its ancestors lie above it in full width, to zoom out again.
 */
export function layOutFlame(
  nodes: readonly FlameNode[],
  zoom: number,
  narrowest = NARROWEST,
): readonly FlameFrame[] {
  const whole = getWidth(nodes[zoom]);
  const start = nodes[zoom]?.from ?? 0;
  const outer = outerNodes(nodes, zoom);
  const frames = [...outer, zoom].map((node, depth): FlameFrame => ({
    node,
    depth,
    from: 0,
    width: 1,
  }));
  const placed = new Map(frames.slice(-1).map((frame) => [frame.node, frame]));
  const filled = new Map<number, number>();
  // Parents come before their children.
  nodes.forEach((own, node) => {
    const { parent } = own;
    const below = placed.get(parent);
    if (below === undefined || whole === 0) return;
    const next = filled.get(parent) ?? below.from;
    const from = own.from === undefined ? next : (own.from - start) / whole;
    const width = getWidth(own) / whole;
    filled.set(parent, from + width);
    if (width < narrowest) return;
    const frame = { node, depth: below.depth + 1, from, width };
    placed.set(node, frame);
    frames.push(frame);
  });
  return frames;
}

/** The frame that an arrow key leads to: to the caller, the most expensive callee, or beside it. */
export function neighbour(
  nodes: readonly FlameNode[],
  frames: readonly FlameFrame[],
  from: number,
  key: string,
): number | undefined {
  const getParent = (node: number) => nodes[node]?.parent ?? -1;
  const isShown = (node: number | undefined) => frames.some((frame) => frame.node === node);
  if (key === 'Home') return 0;
  if (key === 'ArrowUp') return from === 0 ? undefined : getParent(from);
  if (key === 'ArrowDown') return frames.find(({ node }) => getParent(node) === from)?.node;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step === undefined) return undefined;
  const siblings = frames
    .filter(({ node }) => getParent(node) === getParent(from))
    .sort((a, b) => a.from - b.from);
  const next = siblings[siblings.findIndex(({ node }) => node === from) + step]?.node;
  return isShown(next) ? next : undefined;
}

/** The instructions of nodes that match, with what they called, each counted once. */
export function sumMatches(
  nodes: readonly FlameNode[],
  isFound: (node: FlameNode) => boolean,
): number {
  const inFound = nodes.map(() => false);
  return nodes.reduce((sum, node, at) => {
    const isInside = inFound[node.parent] ?? false;
    const isOwn = isFound(node);
    inFound[at] = isInside || isOwn;
    return isOwn && !isInside ? sum + node.total : sum;
  }, 0);
}

/** The costs of a function that another one calls. */
export interface Relative extends Cost {
  /** The other function; -1 for the operation itself. */
  readonly function: number;
  /** In a difference, the same of the earlier profile. */
  readonly before?: Cost | undefined;
}

/** Sums up by whom a function is called and what it calls, the costliest first. */
export function sumRelatives(nodes: readonly FlameNode[], own: number) {
  const [callers, callees] = [new Map<number, Relative>(), new Map<number, Relative>()];
  nodes.forEach((node, at) => {
    const caller = nodes[node.parent]?.function;
    if (caller === undefined || (caller !== own && node.function !== own)) return;
    // In a recursion the outermost call counts.
    const isWithin = outerNodes(nodes, at).some(
      (outer) =>
        nodes[outer]?.function === node.function &&
        nodes[nodes[outer]?.parent ?? -1]?.function === caller,
    );
    if (node.function === own) addCosts(callers, caller, node, isWithin);
    if (caller === own) addCosts(callees, node.function, node, isWithin);
  });
  return { callers: sortByCost(callers), callees: sortByCost(callees) };
}

const NO_COST: Cost = { self: 0, total: 0, calls: 0 };

function addCosts(
  known: Map<number, Relative>,
  other: number,
  node: FlameNode,
  isWithin: boolean,
): void {
  const sum = (a: Cost, b: Cost): Cost => ({
    self: a.self + b.self,
    total: a.total + (isWithin ? 0 : b.total),
    calls: a.calls + b.calls,
  });
  const { before, ...cost } = known.get(other) ?? { ...NO_COST, before: undefined };
  known.set(other, {
    ...sum(cost, node),
    function: other,
    before: node.before && sum(before ?? NO_COST, node.before),
  });
}

function sortByCost(rows: ReadonlyMap<number, Relative>): Relative[] {
  const weight = ({ total, before }: Relative) => Math.abs(total - (before?.total ?? 0));
  return [...rows.values()].sort((a, b) => weight(b) - weight(a));
}
