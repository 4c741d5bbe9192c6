import type { FlameNode } from './figures';
import { type Profile, type ProfilePath, stackOf } from './stacks';

/** A frame of one execution: from its first instruction to its last one. */
export interface TimedFrame extends FlameNode {
  /** Instructions before it. */
  readonly from: number;
  readonly children: readonly TimedFrame[];
}

interface Growing {
  readonly function: number;
  readonly isInlined: boolean;
  readonly from: number;
  readonly calls: number;
  readonly children: Growing[];
  self: number;
  total: number;
}

/** Lists the frames of a path in the order of its instructions; one that goes on after another thread is a new one. */
export function framesInOrder(profile: Profile, { nodes }: ProfilePath): readonly TimedFrame[] {
  const roots: Growing[] = [];
  let open: { readonly node: number; readonly frame: Growing }[] = [];
  nodes.forEach((node, from) => {
    if (open.at(-1)?.node !== node) {
      const stack = stackOf(profile, node);
      const shared = stack.findIndex((own, depth) => open[depth]?.node !== own);
      open = open.slice(0, shared < 0 ? stack.length : shared);
      for (const own of stack.slice(open.length)) {
        const { function: index = -1, isInlined = false } = profile.nodes[own] ?? {};
        const costs = { self: 0, total: 0, calls: 0 };
        const frame = { function: index, isInlined, from, children: [], ...costs };
        (open.at(-1)?.frame.children ?? roots).push(frame);
        open.push({ node: own, frame });
      }
    }
    for (const { frame } of open) frame.total += 1;
    const innermost = open.at(-1)?.frame;
    if (innermost) innermost.self += 1;
  });
  return roots;
}
