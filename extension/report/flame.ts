import * as v from 'valibot';
import {
  costFunctions,
  flameOf,
  type FlameNode,
  instructionsOf,
  type NamedFunction,
  type Profile,
  samplesOf,
} from '../profile';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));

/** Instructions and calls of all samples together. */
const cost = { self: count, total: count, calls: count };

/** The flame graph of an operation and the costs of its functions. */
export const flameModelSchema = v.object({
  samples: count,
  functions: v.array(
    v.object({
      name: v.string(),
      kind: v.picklist(['function', 'thread', 'clock']),
      /** `file:line` of its declaration. */
      at: v.optional(v.string()),
    }),
  ),
  /** Parents come before their children, and dear children before cheap ones. The first is the operation. */
  nodes: v.array(v.object({ ...cost, parent: index, function: index, isInlined: v.boolean() })),
  /** The dearest first. */
  rows: v.array(v.object({ ...cost, function: index, isInlined: v.boolean() })),
  /** Frames left out because they are too many to draw. */
  omitted: count,
});

export type FlameModel = v.InferOutput<typeof flameModelSchema>;

/** More frames than this cannot be read in a view, and would make its messages large. */
const MOST_FRAMES = 4000;

/** Prepares the profile of an operation for drawing. */
export function buildFlame(profile: Profile, most = MOST_FRAMES): FlameModel {
  const total = instructionsOf(profile);
  const samples = samplesOf(profile);
  const root = { parent: -1, function: -1, isInlined: false, self: 0, total, calls: samples };
  const nodes: FlameModel['nodes'] = [root];
  // No frame is dearer than the one that it is in, so the dearest of all can be kept.
  let waiting = flameOf(profile).map((node) => ({ node, parent: 0 }));
  while (waiting.length > 0 && nodes.length < most) {
    const next = waiting.reduce((best, each) => (each.node.total > best.node.total ? each : best));
    const { children, ...own } = next.node;
    const parent = nodes.push({ ...own, parent: next.parent }) - 1;
    waiting = waiting.filter((each) => each !== next);
    for (const node of children) waiting.push({ node, parent });
  }
  const bodies = bodiesOf(profile);
  return {
    samples,
    functions: profile.functions.map((own) => {
      const { file, line } = bodies.get(keyOf(own)) ?? own;
      const path = profile.code.files[file];
      const at = path === undefined || line < 1 ? undefined : `${path}:${line}`;
      return { name: own.name, kind: own.kind, at };
    }),
    nodes,
    rows: costFunctions(profile),
    omitted: waiting.reduce((sum, { node }) => sum + countFrames(node), 0),
  };
}

const keyOf = ({ name, file, line }: Omit<NamedFunction, 'kind'>) => `${name} ${file} ${line}`;

/**
 * The files with most of a function's code, and its first line there, for functions of which the compiler
 * names another file: the header that declares them.
 */
function bodiesOf({ code }: Profile): ReadonlyMap<string, { file: number; line: number }> {
  const found = new Map<string, Map<number, number[]>>();
  for (const { chain } of code.instructions) {
    const [place] = code.chains[chain] ?? [];
    const own = code.functions[place?.function ?? -1];
    if (place === undefined || own === undefined || place.file < 0 || place.line < 1) continue;
    const files = found.get(keyOf(own)) ?? new Map<number, number[]>();
    files.set(place.file, [...(files.get(place.file) ?? []), place.line]);
    found.set(keyOf(own), files);
  }
  const bodies = code.functions.flatMap((own) => {
    const [most] = [...(found.get(keyOf(own)) ?? [])].sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined || most[0] === own.file) return [];
    return [[keyOf(own), { file: most[0], line: Math.min(...most[1]) }] as const];
  });
  return new Map(bodies);
}

const countFrames = ({ children }: FlameNode): number =>
  children.reduce((sum, child) => sum + countFrames(child), 1);
