import { addCount, newTable, remember } from '../base';
import type { ExecutedCode } from './code';
import {
  type CodeCapture,
  type NamedFunction,
  type Profile,
  type ProfilePath,
  listStackNodes,
  type StackNode,
} from './stacks';

/** Instructions of all samples together; divide by `countProfileSamples` for those of one operation. */
export interface Cost {
  readonly self: number;
  /** With what it called. */
  readonly total: number;
  readonly calls: number;
}

interface FunctionCost extends Cost {
  /** An index of the profile's functions. */
  readonly function: number;
  /** It has code of its own, or is inlined everywhere. */
  readonly isInlined: boolean;
}

/** A node of the flame graph: equal stacks, whichever lines they were called from. */
export interface FlameNode extends Cost {
  readonly function: number;
  readonly isInlined: boolean;
  /** Most expensive first. */
  readonly children: readonly FlameNode[];
}

export interface LineCost extends Cost {
  readonly file: number;
  readonly line: number;
}

export function countProfileSamples({ paths }: Profile): number {
  return paths.reduce((sum, { count }) => sum + count, 0);
}

/** The raw instructions of all samples: what the figures of any table here add up to. */
export function sumInstructions({ paths }: Profile): number {
  return paths.reduce((sum, { count, nodes }) => sum + count * nodes.length, 0);
}

/** Counts self and total of each node, and its calls. */
export function costNodes({ nodes, paths }: Profile): Cost[] {
  const costs = nodes.map(() => ({ self: 0, total: 0, calls: 0 }));
  for (const { count, nodes: own, calls } of paths) {
    for (const node of own) add(costs[node], 'self', count);
    for (const node of calls) add(costs[node], 'calls', count);
  }
  for (let at = nodes.length - 1; at >= 0; at--) {
    const [node, cost] = [nodes[at], costs[at]];
    if (node === undefined || cost === undefined) continue;
    cost.total += cost.self;
    add(costs[node.parent], 'total', cost.total);
  }
  return costs;
}

function add<Key extends string>(row: Record<Key, number> | undefined, key: Key, more: number) {
  if (row !== undefined) row[key] += more;
}

/** Sums nodes up by function; in recursion, the outermost of them counts for the total. */
export function costFunctions(profile: Profile): FunctionCost[] {
  const { nodes, functions } = profile;
  const rows = functions.map((_, index) => ({
    function: index,
    self: 0,
    total: 0,
    calls: 0,
    isInlined: true,
  }));
  costNodes(profile).forEach(({ self, total, calls }, at) => {
    const node = nodes[at];
    const row = node && rows[node.function];
    if (node === undefined || row === undefined) return;
    row.self += self;
    row.calls += calls;
    row.isInlined &&= node.isInlined;
    if (!isWithin(profile, node.parent, node.function)) row.total += total;
  });
  return rows.filter(({ total }) => total > 0).sort((a, b) => b.self - a.self || b.total - a.total);
}

function isWithin({ nodes }: Profile, from: number, own: number): boolean {
  for (let at = from; at >= 0; at = nodes[at]?.parent ?? -1)
    if (nodes[at]?.function === own) return true;
  return false;
}

/** Merges stacks by function, for a flame graph that is sorted by cost. */
export function buildFlameGraph(profile: Profile): readonly FlameNode[] {
  interface Growing {
    function: number;
    isInlined: boolean;
    self: number;
    total: number;
    calls: number;
    children: Growing[];
  }
  const roots: Growing[] = [];
  const merged: Growing[] = [];
  const costs = costNodes(profile);
  profile.nodes.forEach(({ parent, function: own, isInlined }, at) => {
    const cost = costs[at];
    if (cost === undefined || cost.total === 0) return;
    const siblings = merged[parent]?.children ?? roots;
    let node = siblings.find((each) => each.function === own && each.isInlined === isInlined);
    if (node === undefined) {
      node = { function: own, isInlined, self: 0, total: 0, calls: 0, children: [] };
      siblings.push(node);
    }
    merged[at] = node;
    for (const key of ['self', 'total', 'calls'] as const) node[key] += cost[key];
  });
  for (const { children } of [{ children: roots }, ...merged.filter(Boolean)])
    children.sort((a, b) => b.total - a.total);
  return roots;
}

/** Counts executions by instruction, as indices of the code. */
export function countInstructions({ paths }: Profile): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { count, instructions } of paths)
    for (const at of instructions) addCount(counts, at, count);
  return counts;
}

/**
 * Counts how often each line was executed in all samples of a run, and lists those of executed
 * functions that never were. Instructions of a line are executed together, those of a line that is
 * inlined in several places one after the other.
 */
export function countLines({
  code,
  operations,
}: {
  readonly code: ExecutedCode;
  readonly operations: readonly CodeCapture[];
}): (Omit<LineCost, keyof Cost> & { count: number })[] {
  const counts = code.instructions.map(() => 0);
  const recorded = operations.filter(({ sampled }) => sampled === undefined);
  // A line without a sample may have been executed.
  if (recorded.length === 0) return [];
  for (const { count, steps } of recorded.flatMap(({ paths }) => paths))
    for (const step of steps)
      if (step % 2 === 0) counts[step / 2] = (counts[step / 2] ?? 0) + count;
  const chains = code.chains.map(() => 0);
  code.instructions.forEach(({ chain }, at) => {
    chains[chain] = Math.max(chains[chain] ?? 0, counts[at] ?? 0);
  });
  const rows = new Map(code.idle.map((own) => [`${own.file}:${own.line}`, { ...own, count: 0 }]));
  code.chains.forEach(([innermost], chain) => {
    if (innermost === undefined || innermost.file < 0 || innermost.line < 1) return;
    const { file, line } = innermost;
    const row = rows.get(`${file}:${line}`) ?? { file, line, count: 0 };
    row.count += chains[chain] ?? 0;
    rows.set(`${file}:${line}`, row);
  });
  return [...rows.values()];
}

/**
 * Sums up by line: itself, and with what it calls or what is inlined there. The calls are those
 * that are made from the line.
 */
export function costLines(profile: Profile): LineCost[] {
  const { code, nodes, paths } = profile;
  const rows = new Map<
    string,
    { file: number; line: number; self: number; total: number; calls: number }
  >();
  const rowAt = (file: number, line: number) => {
    const key = `${file}:${line}`;
    const row = rows.get(key) ?? { file, line, self: 0, total: 0, calls: 0 };
    rows.set(key, row);
    return row;
  };
  for (const [at, count] of countInstructions(profile)) {
    const [innermost] = code.chains[code.instructions[at]?.chain ?? -1] ?? [];
    const row = rowAt(innermost?.file ?? -1, innermost?.line ?? 0);
    row.self += count;
  }
  /** The lines of a stack, each once, however deep a recursion is. */
  const listLines = remember((node: number): readonly string[] => {
    const lines = new Set<string>();
    for (let at = node; at >= 0; at = nodes[at]?.parent ?? -1) {
      const { calledFile = -1, calledLine = 0 } = nodes[at] ?? {};
      if (calledLine > 0) lines.add(`${calledFile}:${calledLine}`);
    }
    for (const key of lines) rowAt(...parseLineKey(key));
    return [...lines];
  });
  for (const { count, instructions, nodes: own, calls } of paths) {
    own.forEach((node, index) => {
      const [innermost] =
        code.chains[code.instructions[instructions[index] ?? -1]?.chain ?? -1] ?? [];
      const key = `${innermost?.file ?? -1}:${innermost?.line ?? 0}`;
      const lines = listLines(node);
      for (const line of lines) if (line !== key) add(rows.get(line), 'total', count);
      add(rows.get(key), 'total', count);
    });
    for (const node of calls) {
      const { calledFile = -1, calledLine = 0 } = nodes[node] ?? {};
      if (calledLine > 0) rowAt(calledFile, calledLine).calls += count;
    }
  }
  return [...rows.values()].sort((a, b) => a.file - b.file || a.line - b.line);
}

const parseLineKey = (key: string): [file: number, line: number] => {
  const [file = -1, line = 0] = key.split(':').map(Number);
  return [file, line];
};

const NOWHERE = { calledFile: -1, calledLine: 0, isInlined: false };

/**
 * Joins operations of one run, each executed once: an operation is the function that its stacks are in.
 * The profile has a sample for each operation, and no order.
 */
export function joinProfiles(
  name: string,
  code: ExecutedCode,
  profiles: readonly Profile[],
): Profile {
  const functions = newTable<NamedFunction>(({ kind, name: own, file, line }) =>
    [kind, own, file, line].join(' '),
  );
  const nodes: StackNode[] = [];
  const paths = profiles.flatMap((profile) => {
    const operation = functions.add({ kind: 'operation', name: profile.name, file: -1, line: 0 });
    const root = nodes.push({ parent: -1, function: operation, ...NOWHERE }) - 1;
    for (const node of profile.nodes) {
      const own = profile.functions[node.function];
      const parent = node.parent < 0 ? root : root + 1 + node.parent;
      nodes.push({ ...node, parent, function: own ? functions.add(own) : operation });
    }
    const samples = Math.max(1, countProfileSamples(profile));
    return profile.paths.map((path) => ({
      ...path,
      count: path.count / samples,
      nodes: path.nodes.map((node) => root + 1 + node),
      calls: path.calls.map((node) => root + 1 + node),
    }));
  });
  return { name, code, functions: functions.rows, nodes, paths, order: [] };
}

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
      const stack = listStackNodes(profile, node);
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
