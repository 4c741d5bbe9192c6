import { newTable } from '../base';
import type { ExecutedCode } from './code';
import { profileSampleCountOf } from './figures';
import type { NamedFunction, Profile, StackNode } from './stacks';

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
    const samples = Math.max(1, profileSampleCountOf(profile));
    return profile.paths.map((path) => ({
      ...path,
      count: path.count / samples,
      nodes: path.nodes.map((node) => root + 1 + node),
      calls: path.calls.map((node) => root + 1 + node),
    }));
  });
  return { name, code, functions: functions.rows, nodes, paths, order: [] };
}
