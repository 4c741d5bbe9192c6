import type { FlameModel } from '../../../../report';

export type FlameNode = FlameModel['nodes'][number];

/** A frame of a flame graph: a node, its depth, and its place as parts of the width. */
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

const widthOf = (node: FlameNode | undefined): number => node?.width ?? node?.total ?? 0;

/**
 * Lays out a node with everything in it, most expensive at the left. Its ancestors lie above it in full
 * width, to zoom out again.
 */
export function layOutFlame(
  nodes: readonly FlameNode[],
  zoom: number,
  narrowest = NARROWEST,
): readonly FlameFrame[] {
  const whole = widthOf(nodes[zoom]);
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
    const from = filled.get(parent) ?? below.from;
    const width = widthOf(own) / whole;
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
  const parentOf = (node: number) => nodes[node]?.parent ?? -1;
  const isShown = (node: number | undefined) => frames.some((frame) => frame.node === node);
  if (key === 'Home') return 0;
  if (key === 'ArrowUp') return from === 0 ? undefined : parentOf(from);
  if (key === 'ArrowDown') return frames.find(({ node }) => parentOf(node) === from)?.node;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step === undefined) return undefined;
  const siblings = frames.filter(({ node }) => parentOf(node) === parentOf(from));
  const next = siblings[siblings.findIndex(({ node }) => node === from) + step]?.node;
  return isShown(next) ? next : undefined;
}

/** The instructions of nodes that match, with what they called, each counted once. */
export function foundTotal(
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
