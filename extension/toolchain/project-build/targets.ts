import { type Project, getProjectKind } from '../../projects';
import { type Target, withElfs } from '../../targets';
import type { BuiltProject } from './build';

/** Lists the targets that a project's agent can run on, the likeliest first, each with its files. */
export function listProjectTargets(
  project: Pick<Project, 'kind'>,
  { files, emulated }: Pick<BuiltProject, 'files' | 'emulated'>,
  known: readonly Target[],
): readonly Target[] {
  const { builtInTargets, runsHere = false } = getProjectKind(project);
  const builtIn = known.filter(({ id }) => builtInTargets.test(id));
  if (runsHere) return builtIn.map((target) => withElfs(target, files));
  const boards = known.filter(({ board }) => board?.gaps.length === 0);
  // A board that the build itself names is the one that it was built for.
  const named = boards.filter(({ elfs }) => elfs?.headline === files.headline);
  const fitting = builtIn.filter(({ id }) => emulated.includes(id));
  const likely = named.length > 0 ? named : [...boards, ...fitting];
  return likely.map((target) => withElfs(target, files));
}
