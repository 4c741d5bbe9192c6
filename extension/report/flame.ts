import * as v from 'valibot';
import { groupBy } from '../base';
import {
  type Cost,
  costFunctions,
  costLayers,
  buildFlameGraph,
  framesInOrder,
  functionKey,
  type FlameNode,
  sumInstructions,
  type LayerCost,
  type NamedFunction,
  type Profile,
  countProfileSamples,
  shareFunctions,
} from '../profile';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));

/** Instructions of all samples together. Where operations are joined, they are parts of a number. */
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const cost = { self: amount, total: amount, calls: amount };

const share = v.object({ share: amount, low: amount, high: amount });

/** In a difference, the same of the other profile, in the same unit. */
const before = { before: v.optional(v.object(cost)) };

/** The flame graph of an operation and the costs of its functions. */
export const flameModelSchema = v.object({
  samples: amount,
  /** Its costs are samples: shares of the operation's time. */
  isSampled: v.boolean(),
  functions: v.array(
    v.object({
      name: v.string(),
      kind: v.picklist(['function', 'thread', 'clock', 'operation']),
      /** `file:line` of its declaration. */
      at: v.optional(v.string()),
      /** The part of the system that it is in, if it has no file of its own: `[kernel]`, `[libc.so.6]`. */
      module: v.optional(v.string()),
    }),
  ),
  /** Parents come before their children, and costly children before cheap ones. The first is the operation. */
  nodes: v.array(
    v.object({
      ...cost,
      ...before,
      parent: index,
      function: index,
      isInlined: v.boolean(),
      /** The width of the node, unless that is its total: the larger of both sides. */
      width: v.optional(amount),
      /** In the order of execution: the instructions before it. */
      from: v.optional(count),
    }),
  ),
  /** Most expensive first; of an operation that was sampled with the 95 % intervals of the shares. */
  rows: v.array(
    v.object({
      ...cost,
      ...before,
      function: index,
      isInlined: v.boolean(),
      shares: v.optional(v.object({ self: share, total: share })),
    }),
  ),
  /** The distinct paths of the operation; none for several operations, and for a difference. */
  paths: v.array(v.object({ samples: count, instructions: count })),
  /** The layers of the system, from the program down; none if they are not known. */
  layers: v.array(v.object({ layer: v.string(), self: amount, before: v.optional(amount) })),
  /** Frames left out because they are too many to draw. */
  omitted: count,
});

export type FlameModel = v.InferOutput<typeof flameModelSchema>;

/** More frames than this cannot be read in a view, and would make its messages large. */
const MOST_FRAMES = 4000;

/** Prepares the profile of an operation for drawing. */
export function buildFlame(profile: Profile, most = MOST_FRAMES): FlameModel {
  const samples = countProfileSamples(profile);
  const root = { self: 0, total: sumInstructions(profile), calls: samples };
  return {
    samples,
    isSampled: profile.sampled !== undefined,
    functions: listFunctions(profile),
    ...drawNodes(root, buildFlameGraph(profile), most),
    rows: buildRows(profile),
    paths: listPaths(profile),
    layers: buildLayers([costLayers(profile)]),
  };
}

function buildRows(profile: Profile): FlameModel['rows'] {
  const shares = profile.sampled && shareFunctions(profile);
  return costFunctions(profile).map((row) => ({ ...row, shares: shares?.get(row.function) }));
}

/** The distinct paths of an operation; the samples of one have no order within an execution. */
function listPaths({ sampled, paths }: Profile): FlameModel['paths'] {
  if (sampled) return [];
  return paths.map(({ count: own, nodes }) => ({ samples: own, instructions: nodes.length }));
}

/** Prepares one path of an operation for drawing in the order of its instructions. */
export function buildExecution(profile: Profile, at: number, most = MOST_FRAMES): FlameModel {
  const path = profile.paths[at];
  if (path === undefined) return buildFlame({ ...profile, paths: [] });
  const single = { ...profile, paths: [{ ...path, count: 1 }] };
  const {
    nodes: [root],
    ...rest
  } = buildFlame(single, 1);
  return { ...rest, ...drawNodes(root ?? NO_COST, framesInOrder(profile, path), most) };
}

const NO_COST: Cost = { self: 0, total: 0, calls: 0 };

/** Operations that were joined are executed once each: together they are a sample. */
export function toOneSample(model: FlameModel, operations: number): FlameModel {
  return { ...model, samples: model.samples / Math.max(1, operations), paths: [] };
}

/** The layers of a profile, or those of a later one with the earlier. */
function buildLayers([after, before]: readonly (readonly LayerCost[])[]): FlameModel['layers'] {
  if (after?.length === 0 || before?.length === 0) return [];
  return (after ?? [])
    .map(({ layer, self }, at) => ({
      layer,
      self,
      ...(before && { before: before[at]?.self ?? 0 }),
    }))
    .filter(({ self, before: old = 0 }) => self + old > 0);
}

/**
 * Prepares two profiles of an operation for drawing one over the other. The costs of both are scaled
 * to the same number of samples, so that they remain whole numbers.
 */
export function buildFlameDifference(
  before: Profile,
  after: Profile,
  most = MOST_FRAMES,
): FlameModel {
  const scales = [
    Math.max(1, countProfileSamples(after)),
    Math.max(1, countProfileSamples(before)),
  ] as const;
  const samples = scales[0] * scales[1];
  const { functions, indexOf } = mergeFunctions(before, after);
  const roots = mergeNodes([buildFlameGraph(before), buildFlameGraph(after)], scales, indexOf);
  const makeRoot = (profile: Profile, scale: number): Cost => {
    return { self: 0, total: scale * sumInstructions(profile), calls: samples };
  };
  const root = {
    ...makeRoot(after, scales[1]),
    before: makeRoot(before, scales[0]),
    width: roots.reduce((sum, { width }) => sum + width, 0),
  };
  const costs = [costFunctions(before), costFunctions(after)] as const;
  const rows = functions.map((_, own) => {
    const [old, young] = costs.map((all, side) => all.filter((row) => indexOf(side, row) === own));
    const isInlined = (young?.length ? young : (old ?? [])).every((row) => row.isInlined);
    return { ...sumUp(young, scales[1]), before: sumUp(old, scales[0]), function: own, isInlined };
  });
  const computeDifference = (row: (typeof rows)[number]) => Math.abs(row.self - row.before.self);
  rows.sort((a, b) => computeDifference(b) - computeDifference(a) || b.self - a.self);
  const layers = (profile: Profile, scale: number) =>
    costLayers(profile).map((own) => ({ ...own, self: scale * own.self }));
  return {
    samples,
    isSampled: false,
    functions,
    ...drawNodes(root, roots, most),
    rows,
    paths: [],
    layers: buildLayers([layers(after, scales[1]), layers(before, scales[0])]),
  };
}

interface Drawable extends Cost {
  readonly before?: Cost;
  readonly width?: number;
  readonly from?: number;
}

interface DrawableNode extends Drawable {
  readonly function: number;
  readonly isInlined: boolean;
  readonly children: readonly DrawableNode[];
}

/** Lists as many nodes as can be drawn, the widest of all. */
function drawNodes(
  root: Drawable,
  roots: readonly DrawableNode[],
  most: number,
): Pick<FlameModel, 'nodes' | 'omitted'> {
  const nodes: FlameModel['nodes'] = [{ parent: -1, function: -1, isInlined: false, ...root }];
  const getWidth = ({ width, total }: Drawable) => width ?? total;
  // No frame is wider than the one that it is in, so the widest of all can be kept.
  let waiting = roots.map((node) => ({ node, parent: 0 }));
  while (waiting.length > 0 && nodes.length < most) {
    const next = waiting.reduce((best, each) =>
      getWidth(each.node) > getWidth(best.node) ? each : best,
    );
    const { children, ...own } = next.node;
    const parent = nodes.push({ ...own, parent: next.parent }) - 1;
    waiting = waiting.filter((each) => each !== next);
    for (const node of children) waiting.push({ node, parent });
  }
  return { nodes, omitted: waiting.reduce((sum, { node }) => sum + countFrames(node), 0) };
}

function listFunctions(profile: Profile): FlameModel['functions'] {
  const bodies = locateBodies(profile);
  return profile.functions.map((own) => {
    const { file, line } = bodies.get(toKey(own)) ?? own;
    const path = profile.code.files[file];
    const at = path === undefined || line < 1 ? undefined : `${path}:${line}`;
    const module = path?.startsWith('[') === true ? path : undefined;
    return { name: own.name, kind: own.kind, at, module };
  });
}

const toKey = ({ name, file, line }: Omit<NamedFunction, 'kind'>) => `${name} ${file} ${line}`;

/**
 * The files with most of a function's code, and its first line there, for functions that the
 * compiler attributes to another file: the header that declares them.
 */
function locateBodies({ code }: Profile): ReadonlyMap<string, { file: number; line: number }> {
  const found = new Map<string, Map<number, number[]>>();
  for (const { chain } of code.instructions) {
    const [innermost] = code.chains[chain] ?? [];
    const own = code.functions[innermost?.function ?? -1];
    if (innermost === undefined || own === undefined || innermost.file < 0 || innermost.line < 1)
      continue;
    const files = found.get(toKey(own)) ?? new Map<number, number[]>();
    files.set(innermost.file, [...(files.get(innermost.file) ?? []), innermost.line]);
    found.set(toKey(own), files);
  }
  const bodies = code.functions.flatMap((own) => {
    const [most] = [...(found.get(toKey(own)) ?? [])].sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined || most[0] === own.file) return [];
    return [[toKey(own), { file: most[0], line: Math.min(...most[1]) }] as const];
  });
  return new Map(bodies);
}

/** One list of the functions of two profiles; `indexOf` finds those of side 0 and 1 in it. */
function mergeFunctions(before: Profile, after: Profile) {
  const functions: FlameModel['functions'] = [];
  const known = new Map<string, number>();
  const indices = [after, before].map((profile) => {
    const own = listFunctions(profile);
    return own.map((each, at) => {
      const key = functionKey(profile, at);
      const index = known.get(key) ?? functions.push(each) - 1;
      known.set(key, index);
      return index;
    });
  });
  const indexOf = (side: number, row: { readonly function: number }) =>
    indices[1 - side]?.[row.function] ?? -1;
  return { functions, indexOf };
}

type Sides<T> = readonly [before: T, after: T];

/** Merges equal stacks of two profiles, even if a function is inlined in only one of them. */
function mergeNodes(
  sides: Sides<readonly FlameNode[]>,
  scales: Sides<number>,
  indexOf: ReturnType<typeof mergeFunctions>['indexOf'],
): (DrawableNode & { readonly width: number })[] {
  const [old, young] = sides.map((nodes, side) =>
    groupBy(nodes, (node) => String(indexOf(side, node))),
  );
  return [...new Set([...(old?.keys() ?? []), ...(young?.keys() ?? [])])]
    .map((own) => {
      const both = [old?.get(own) ?? [], young?.get(own) ?? []] as const;
      const inner = both.map((nodes) => nodes.flatMap(({ children }) => children));
      const children = mergeNodes([inner[0] ?? [], inner[1] ?? []], scales, indexOf);
      const [before, after] = [sumUp(both[0], scales[0]), sumUp(both[1], scales[1])];
      const isInlined = (both[1].length > 0 ? both[1] : both[0]).every((node) => node.isInlined);
      const self = Math.max(before.self, after.self);
      const width = children.reduce((sum, child) => sum + child.width, self);
      return { ...after, before, width, function: Number(own), isInlined, children };
    })
    .sort((a, b) => b.width - a.width);
}

function sumUp(costs: readonly Cost[] = [], scale: number): Cost {
  const sum = (key: keyof Cost) => scale * costs.reduce((so, each) => so + each[key], 0);
  return { self: sum('self'), total: sum('total'), calls: sum('calls') };
}

const countFrames = ({ children }: DrawableNode): number =>
  children.reduce((sum, child) => sum + countFrames(child), 1);
