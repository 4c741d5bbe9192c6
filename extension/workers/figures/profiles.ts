import { EngineError, groupBy, type Served } from '../../base';
import { writeNamedFile } from '../../engine';
import {
  costFunctions,
  costLines,
  countLines,
  sumInstructions,
  joinProfiles,
  matchSamples,
  newProfile,
  pathLength,
  type Profile,
  type ProfiledOperation,
  profileFormats,
  countProfileSamples,
  type RunProfile,
} from '../../profile';
import {
  toOneSample,
  buildExecution,
  buildFlame,
  buildFlameDifference,
  type FlameModel,
} from '../../report';
import type { CostlyFunction, FiguresCalls, ProfileSummary, SourceCosts } from './protocol';

type Profiling = Pick<
  FiguresCalls,
  'profile' | 'flame' | 'sourceCosts' | 'exportProfile' | 'coverage' | 'costliest'
>;

/** Serves what is shown of profiles; `loadProfile` reads that of a folder. */
export function profileCalls(
  loadProfile: (folder: string) => Promise<RunProfile>,
): Served<Profiling> {
  return {
    profile: async ({ folder, against }) => {
      const { problems, operations } = await loadProfile(folder);
      const found = against === undefined ? [] : (await loadProfile(against)).operations;
      // Samples have no instructions that could be compared.
      const others = new Map(
        found.flatMap((each) => (each.sampled ? [] : [[each.name, each] as const])),
      );
      return {
        problems,
        operations: operations.map((own) => {
          const other = own.sampled ? undefined : others.get(own.name);
          if (other === undefined) return summariseProfile(own);
          const [before, after] = matchSamples(other, own);
          const mean = averageInstructions(summariseProfile(before));
          return { ...summariseProfile(after), before: mean };
        }),
      };
    },
    flame: async ({ folder, against, operation, path }) => {
      const run = await loadProfile(folder);
      const other = against === undefined ? undefined : await loadProfile(against);
      if (operation === undefined) return flameOfAll(run, other);
      const own = requireOperation(run, operation);
      if (path !== undefined) return buildExecution(toProfile(run.code, own), path);
      if (other === undefined) return buildFlame(toProfile(run.code, own));
      const [before, after] = matchSamples(requireOperation(other, own.name), own);
      return buildFlameDifference(toProfile(other.code, before), toProfile(run.code, after));
    },
    sourceCosts: async ({ folder, operation }) => {
      const run = await loadProfile(folder);
      const profiles = profilesAt(run, operation);
      return sumSourceCosts(profiles, operation === undefined ? undefined : profiles[0]?.name);
    },
    exportProfile: async ({ folder, operation, format, file }) => {
      const profiles = profilesAt(await loadProfile(folder), operation);
      const written = profileFormats.find(({ id }) => id === format)?.write(profiles);
      if (written === undefined)
        throw new EngineError('usage', `There is no profile format ${format}.`);
      await writeNamedFile(file, written);
    },
    coverage: async ({ folder }) => {
      const run = await loadProfile(folder);
      const files = groupBy(countLines(run), ({ file }) => run.code.files[file] ?? '');
      return Array.from(files, ([path, lines]) => ({
        path,
        lines: lines.map(({ line, count }) => ({ line, count })),
      }));
    },
    costliest: async ({ folder, operation }) => {
      const { code, operations } = await loadProfile(folder);
      const found = operations.find(({ name }) => name === operation);
      return found ? costliestFunctions(newProfile(found.name, code, found)) : [];
    },
  };
}

/** The flame graph of all operations that two runs have in common, or of all of one. */
function flameOfAll(run: RunProfile, other: RunProfile | undefined): FlameModel {
  const joinOperations = ({ code }: RunProfile, operations: readonly ProfiledOperation[]) =>
    joinProfiles(
      '',
      code,
      operations.map((own) => toProfile(code, own)),
    );
  if (other === undefined)
    return toOneSample(buildFlame(joinOperations(run, run.operations)), run.operations.length);
  const named = new Map(other.operations.map((each) => [each.name, each]));
  const pairs = run.operations.flatMap((own) => {
    const before = named.get(own.name);
    return before ? [matchSamples(before, own)] : [];
  });
  const [before, after] = [
    joinOperations(
      other,
      pairs.map(([own]) => own),
    ),
    joinOperations(
      run,
      pairs.map(([, own]) => own),
    ),
  ];
  return toOneSample(buildFlameDifference(before, after), pairs.length);
}

/** The profile of one operation, by its index, or those of all. */
const profilesAt = (run: RunProfile, operation: number | undefined): Profile[] =>
  Array.from(operation === undefined ? run.operations.keys() : [operation], (each) =>
    profileAt(run, each),
  );

const profileAt = (run: RunProfile, index: number): Profile =>
  toProfile(run.code, requireOperation(run, index));

/** Finds an operation by its index or its name. */
function requireOperation({ operations }: RunProfile, asked: number | string): ProfiledOperation {
  const operation =
    typeof asked === 'number' ? operations[asked] : operations.find(({ name }) => name === asked);
  if (operation) return operation;
  throw new EngineError(
    'unknown-benchmark',
    `This profile has no operation ${asked}.`,
    'The profile has changed on disk: open it again.',
  );
}

/** The stacks of operations that were shown: the flame graph and the source lines follow from the same. */
const known = new WeakMap<ProfiledOperation, Profile>();

function toProfile(code: RunProfile['code'], operation: ProfiledOperation): Profile {
  const profile = known.get(operation) ?? newProfile(operation.name, code, operation);
  known.set(operation, profile);
  return profile;
}

/** Sums the lines of operations up, as if each was executed once. */
function sumSourceCosts(profiles: readonly Profile[], operation: string | undefined): SourceCosts {
  const files = new Map<string, Map<number, { self: number; total: number; calls: number }>>();
  let total = 0;
  for (const profile of profiles) {
    const samples = Math.max(1, countProfileSamples(profile));
    total += sumInstructions(profile) / samples;
    for (const { file, line, ...cost } of costLines(profile)) {
      const path = profile.code.files[file];
      if (path === undefined || line < 1) continue;
      const lines =
        files.get(path) ?? new Map<number, { self: number; total: number; calls: number }>();
      const row = lines.get(line) ?? { self: 0, total: 0, calls: 0 };
      for (const key of ['self', 'total', 'calls'] as const) row[key] += cost[key] / samples;
      files.set(path, lines.set(line, row));
    }
  }
  return {
    operation,
    total,
    isSampled: profiles.some(({ sampled }) => sampled !== undefined),
    files: Array.from(files, ([path, lines]) => ({
      path,
      lines: Array.from(lines, ([line, cost]) => ({ line, ...cost })),
    })),
  };
}

/** As many as fit a line. */
const COSTLIEST = 3;

function costliestFunctions(profile: Profile): CostlyFunction[] {
  const samples = Math.max(1, countProfileSamples(profile));
  const all = Math.max(1, sumInstructions(profile));
  return costFunctions(profile)
    .map(({ function: own, self }) => ({ own: profile.functions[own], self }))
    .filter(({ own }) => own?.kind === 'function')
    .slice(0, COSTLIEST)
    .map(({ own, self }) => ({
      name: own?.name ?? '',
      ...(profile.sampled ? {} : { self: self / samples }),
      share: self / all,
    }));
}

function summariseProfile({
  name,
  paths,
  measuredSamples,
  sampled,
}: ProfiledOperation): ProfileSummary['operations'][number] {
  const samples = paths.reduce((sum, { count }) => sum + count, 0);
  if (sampled) return { name, samples, instructions: samples, sampled };
  const instructions = paths.reduce((sum, path) => sum + path.count * pathLength(path), 0);
  return { name, samples, measuredSamples, instructions };
}

const averageInstructions = ({ samples, instructions }: ProfileSummary['operations'][number]) =>
  instructions / Math.max(1, samples);
