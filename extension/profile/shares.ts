import { type SampleGroup, type Share, estimateShare } from '../measure';
import { type Profile, listStackNodes } from './stacks';

/** The shares of a function in sampled time, with their intervals. */
interface FunctionShares {
  readonly self: Share;
  /** With what it calls, and what is inlined into it. */
  readonly total: Share;
}

/** The shares of the functions of a sampled operation, by their indices. */
export function shareFunctions(profile: Profile): ReadonlyMap<number, FunctionShares> {
  const { paths, nodes } = profile;
  const getFunction = (node: number) => nodes[node]?.function ?? -1;
  const sampled = paths.map(({ count, groups = [count], nodes: [node = -1] }) => {
    return {
      groups,
      own: getFunction(node),
      within: new Set(listStackNodes(profile, node).map(getFunction)),
    };
  });
  const sizes = addGroups(sampled.map(({ groups }) => groups));
  const estimatePathShare = (paths: readonly (readonly number[])[]) => {
    const hits = addGroups(paths);
    return estimateShare(
      sizes.map((samples, at): SampleGroup => ({ samples, hits: hits[at] ?? 0 })),
    );
  };
  const functions = new Set(sampled.flatMap(({ within }) => [...within]));
  return new Map(
    Array.from(functions, (own) => [
      own,
      {
        self: estimatePathShare(sampled.flatMap((path) => (path.own === own ? [path.groups] : []))),
        total: estimatePathShare(
          sampled.flatMap((path) => (path.within.has(own) ? [path.groups] : [])),
        ),
      },
    ]),
  );
}

/** The sum of each group. */
function addGroups(paths: readonly (readonly number[])[]): readonly number[] {
  const sums = Array<number>(Math.max(0, ...paths.map(({ length }) => length))).fill(0);
  for (const groups of paths) groups.forEach((count, at) => (sums[at] = (sums[at] ?? 0) + count));
  return sums;
}
