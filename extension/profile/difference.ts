import { type Cost, costFunctions, instructionsOf, samplesOf } from './figures';
import { newProfile, type Profile } from './stacks';
import type { RunProfile } from './stored';

/** What became of a function between two profiles. */
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
  /** What makes the largest difference by itself first: these differences add up to the whole. */
  readonly functions: readonly ChangedFunction[];
}

/**
 * Compares the operations that two runs have in common. Two profiles of one image name nothing: its
 * code is the same, and only the moments of its ticks differ.
 */
export function compareProfiles(before: RunProfile, after: RunProfile): OperationDifference[] {
  if (before.image === after.image) return [];
  const others = new Map(after.operations.map((operation) => [operation.name, operation]));
  return before.operations.flatMap((operation) => {
    const other = others.get(operation.name);
    if (other === undefined) return [];
    const { name } = operation;
    return compareOperations(
      newProfile(name, before.code, operation),
      newProfile(name, after.code, other),
    );
  });
}

/** Compares two profiles of an operation, function by function. */
export function compareOperations(before: Profile, after: Profile): OperationDifference {
  const [old, young] = [summed(before), summed(after)];
  const functions = [...new Set([...old.keys(), ...young.keys()])]
    .flatMap((key): ChangedFunction | readonly [] => {
      const [a, b] = [old.get(key), young.get(key)];
      const known = b ?? a;
      if (known === undefined) return [];
      const change = changeOf(a, b);
      if (change === undefined) return [];
      const { name, file } = known;
      return { name, file, change, before: a ?? NONE, after: b ?? NONE };
    })
    .sort(
      (a, b) =>
        Math.abs(added(b)) - Math.abs(added(a)) ||
        Number(b.change !== 'cost') - Number(a.change !== 'cost') ||
        (a.name < b.name ? -1 : 1),
    );
  return { name: before.name, before: meanOf(before), after: meanOf(after), functions };
}

/** What a function adds by itself; negative if it saves. */
export const added = ({ before, after }: ChangedFunction): number => after.self - before.self;

const NONE: Cost = { self: 0, total: 0, calls: 0 };
/** Differences below are those of rounding. */
const SMALLEST = 1e-6;
const differs = (a: number, b: number) => Math.abs(a - b) > SMALLEST;

const meanOf = (profile: Profile) => instructionsOf(profile) / Math.max(1, samplesOf(profile));

interface Summed extends Cost {
  readonly name: string;
  readonly file: string;
  readonly isInlined: boolean;
}

/** Sums up by name and by the last part of the file: folders differ between two builds. */
function summed(profile: Profile): ReadonlyMap<string, Summed> {
  const samples = Math.max(1, samplesOf(profile));
  const rows = new Map<string, Summed>();
  for (const { function: own, self, total, calls, isInlined } of costFunctions(profile)) {
    const { name = '?', file = -1, kind } = profile.functions[own] ?? {};
    const path = profile.code.files[file] ?? '';
    const key = `${kind} ${name} ${/[^/\\]*$/.exec(path)?.[0] ?? ''}`;
    const row = rows.get(key) ?? { ...NONE, isInlined: true };
    rows.set(key, {
      name,
      file: path,
      self: row.self + self / samples,
      total: row.total + total / samples,
      calls: row.calls + calls / samples,
      isInlined: row.isInlined && isInlined,
    });
  }
  return rows;
}

function changeOf(before: Summed | undefined, after: Summed | undefined): Change | undefined {
  if (before === undefined) return 'new';
  if (after === undefined) return 'vanished';
  if (before.isInlined !== after.isInlined) {
    return after.isInlined ? 'inlined' : 'no longer inlined';
  }
  if (differs(before.calls, after.calls)) return 'calls';
  const isChanged = differs(before.self, after.self) || differs(before.total, after.total);
  return isChanged ? 'cost' : undefined;
}
