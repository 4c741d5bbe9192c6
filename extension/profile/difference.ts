import { type Cost, costFunctions, sumInstructions, countProfileSamples } from './figures';
import { areLayersCompared, costLayers, type Layer, LAYERS } from './layers';
import { newProfile, type Profile } from './stacks';
import type { ProfiledOperation, RunProfile } from './stored';

/** The change of a function between two profiles. */
export type Change = 'new' | 'vanished' | 'inlined' | 'no longer inlined' | 'calls' | 'cost';

/** A function whose figures differ. All of them are for one operation. */
export interface ChangedFunction {
  readonly name: string;
  readonly file: string;
  readonly change: Change;
  readonly before: Cost;
  readonly after: Cost;
}

export interface OperationDifference {
  readonly name: string;
  /** Raw instructions of one operation. */
  readonly before: number;
  readonly after: number;
  /** The largest difference (self) first: these differences add up to the whole. */
  readonly functions: readonly ChangedFunction[];
  /** The layers of both sides, if they run on different systems or on Linux. */
  readonly layers: readonly ComparedLayer[];
  /** The samples that are compared, if a side keeps only the first of them. */
  readonly firstSamples?: FirstSamples | undefined;
}

/** The first samples of an operation, and how many were measured on each side. */
export interface FirstSamples {
  readonly compared: number;
  readonly before: number;
  readonly after: number;
}

/** A layer of two systems. */
interface ComparedLayer {
  /** A system whose layers are not known is one. */
  readonly layer: Layer | 'whole system';
  /** Instructions of one operation. */
  readonly before: number;
  readonly after: number;
}

/**
 * Compares the operations that two runs have in common, or some of them. Two profiles of one image
 * on one system name nothing: the code is the same, and only the moments of its ticks differ.
 */
export function compareProfiles(
  before: RunProfile,
  after: RunProfile,
  isAsked: (name: string) => boolean = () => true,
): OperationDifference[] {
  if (before.image === after.image && before.system === after.system) return [];
  const others = new Map(after.operations.map((operation) => [operation.name, operation]));
  return before.operations.flatMap((operation) => {
    const other = others.get(operation.name);
    const { name } = operation;
    // Samples have shares, and no instructions that could be compared.
    const isExact = operation.sampled === undefined && other?.sampled === undefined;
    if (other === undefined || !isExact || !isAsked(name)) return [];
    const [old, young] = matchSamples(operation, other);
    return compareOperations(
      newProfile(name, before.code, old),
      newProfile(name, after.code, young),
    );
  });
}

/**
 * Reduces both sides to their first samples in common, if one of them keeps only the first: samples may have other
 * inputs, such as the numbers to sort, so the means of the first two and of the first three differ by these.
 */
export function matchSamples(
  before: ProfiledOperation,
  after: ProfiledOperation,
): readonly [before: ProfiledOperation, after: ProfiledOperation] {
  if (before.measuredSamples === undefined && after.measuredSamples === undefined)
    return [before, after];
  const samples = Math.min(before.order.length, after.order.length);
  return [keepFirst(before, samples), keepFirst(after, samples)];
}

function keepFirst(operation: ProfiledOperation, samples: number): ProfiledOperation {
  const order = operation.order.slice(0, samples);
  const { measuredSamples = operation.order.length } = operation;
  const paths = operation.paths.map((path, at) => {
    return { ...path, count: order.filter((own) => own === at).length };
  });
  return { ...operation, paths, order, measuredSamples };
}

function describeSamples(before: Profile, after: Profile): FirstSamples | undefined {
  if (before.measuredSamples === undefined && after.measuredSamples === undefined) return undefined;
  const compared = countProfileSamples(after);
  const [old = compared, young = compared] = [before, after].map(
    (profile) => profile.measuredSamples,
  );
  return { compared, before: old, after: young };
}

/** Compares two profiles of an operation, function by function. */
export function compareOperations(before: Profile, after: Profile): OperationDifference {
  const [old, young] = [sumFunctions(before), sumFunctions(after)];
  const computeSelfChange = (key: string) =>
    (young.get(key)?.self ?? 0) - (old.get(key)?.self ?? 0);
  const rows = [...new Set([...old.keys(), ...young.keys()])]
    .flatMap((key): { row: ChangedFunction; weight: number } | readonly [] => {
      const [a, b] = [old.get(key), young.get(key)];
      const known = b ?? a;
      const change = classifyChange(a, b);
      if (known === undefined || change === undefined) return [];
      const { name, file } = known;
      const row = { name, file, change, before: toCost(a), after: toCost(b) };
      // Calling a function instead of inlining it changes its callers: theirs is its difference too.
      const callers = isInlining(row)
        ? new Set([...(a?.callers ?? []), ...(b?.callers ?? [])])
        : [];
      const weight = Math.abs(
        [key, ...callers].reduce((sum, each) => sum + computeSelfChange(each), 0),
      );
      return { row, weight: Math.round(weight / SMALLEST) };
    })
    .sort(
      (a, b) =>
        b.weight - a.weight ||
        Number(b.row.change !== 'cost') - Number(a.row.change !== 'cost') ||
        (a.row.name < b.row.name ? -1 : 1),
    );
  const functions = rows.map(({ row }) => row);
  const layers = areLayersCompared(before, after) ? compareLayers(before, after) : [];
  return {
    name: before.name,
    before: computeMean(before),
    after: computeMean(after),
    functions,
    layers,
    firstSamples: describeSamples(before, after),
  };
}

function compareLayers(before: Profile, after: Profile): ComparedLayer[] {
  const [old, young] = [before, after].map((profile) => {
    const layers = costLayers(profile);
    const whole = { layer: 'whole system' as const, self: sumInstructions(profile) };
    const samples = Math.max(1, countProfileSamples(profile));
    const rows = layers.length > 0 ? layers : [whole];
    return new Map<ComparedLayer['layer'], number>(
      rows.map(({ layer, self }) => [layer, self / samples]),
    );
  });
  return [...LAYERS, 'whole system' as const]
    .map((layer) => ({ layer, before: old?.get(layer) ?? 0, after: young?.get(layer) ?? 0 }))
    .filter((row) => row.before + row.after > 0);
}

const isInlining = ({ change }: ChangedFunction) =>
  change === 'inlined' || change === 'no longer inlined';

/**
 * Leaves out what ticks alone may cause: they fall elsewhere in another image, into some samples and
 * not into others, so that their functions differ by parts of an instruction.
 */
export function mainChanges({ before, functions }: OperationDifference): ChangedFunction[] {
  const least = Math.max(HALF, before * TICK_SHARE);
  return functions.filter((row) => {
    const isWhole = Math.abs(row.after.calls - row.before.calls) >= HALF;
    return Math.abs(computeAddedCost(row)) >= least || isWhole || isInlining(row);
  });
}

const HALF = 0.5;
/** Long operations contain more ticks. */
const TICK_SHARE = 0.0002;

/** The instructions that a function itself adds; negative if it saves some. */
export const computeAddedCost = ({ before, after }: ChangedFunction): number =>
  after.self - before.self;

const NONE: Cost = { self: 0, total: 0, calls: 0 };
const toCost = ({ self, total, calls }: Cost = NONE): Cost => ({ self, total, calls });
/** Differences below are those of rounding. */
const SMALLEST = 1e-6;
const differs = (a: number, b: number) => Math.abs(a - b) > SMALLEST;

const computeMean = (profile: Profile) =>
  sumInstructions(profile) / Math.max(1, countProfileSamples(profile));

interface Summed extends Cost {
  readonly name: string;
  readonly file: string;
  readonly isInlined: boolean;
  /** The keys of the functions that call it or that it is inlined into. */
  readonly callers: ReadonlySet<string>;
}

/** Equal for a function in two builds: its name and the last part of its file, as folders differ. */
export function functionKey({ functions, code }: Profile, own: number): string {
  const { name = '?', file = -1, kind } = functions[own] ?? {};
  return `${kind} ${name} ${/[^/\\]*$/.exec(code.files[file] ?? '')?.[0] ?? ''}`;
}

/** Sums up the functions of two builds by the same keys. */
function sumFunctions(profile: Profile): ReadonlyMap<string, Summed> {
  const samples = Math.max(1, countProfileSamples(profile));
  const toKey = (own: number) => functionKey(profile, own);
  const rows = new Map<string, Summed & { readonly callers: Set<string> }>();
  for (const { function: own, self, total, calls, isInlined } of costFunctions(profile)) {
    const { name = '?', file = -1 } = profile.functions[own] ?? {};
    const key = toKey(own);
    const row = rows.get(key) ?? { ...NONE, isInlined: true, callers: new Set() };
    rows.set(key, {
      name,
      file: profile.code.files[file] ?? '',
      self: row.self + self / samples,
      total: row.total + total / samples,
      calls: row.calls + calls / samples,
      isInlined: row.isInlined && isInlined,
      callers: row.callers,
    });
  }
  for (const { function: own, parent } of profile.nodes) {
    const below = profile.nodes[parent];
    if (below) rows.get(toKey(own))?.callers.add(toKey(below.function));
  }
  return rows;
}

function classifyChange(before: Summed | undefined, after: Summed | undefined): Change | undefined {
  if (before === undefined) return 'new';
  if (after === undefined) return 'vanished';
  if (before.isInlined !== after.isInlined) {
    return after.isInlined ? 'inlined' : 'no longer inlined';
  }
  if (differs(before.calls, after.calls)) return 'calls';
  // If only the total differs, the difference lies in its callees.
  return differs(before.self, after.self) ? 'cost' : undefined;
}
