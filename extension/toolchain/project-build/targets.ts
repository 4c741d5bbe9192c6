import type { Project, ProjectKind } from '../../projects';
import { type Target, withElfs } from '../../targets';
import type { BuiltProject } from './build';

/** The targets that are built in and may stand in for a board, by the world that an agent is of. */
const BUILT_IN: Readonly<Record<ProjectKind, RegExp>> = {
  zephyr: /^qemu-zephyr-/,
  mcuxpresso: /^qemu-freertos-/,
  'cmake-freertos': /^qemu-freertos-/,
  'cmake-linux': /^local-linux$/,
};

/** Which targets an agent that a project built may run on, the likeliest first, each with its files. */
export function targetsFor(
  { kind }: Pick<Project, 'kind'>,
  { files, emulated }: Pick<BuiltProject, 'files' | 'emulated'>,
  known: readonly Target[],
): readonly Target[] {
  const builtIn = known.filter(({ id }) => BUILT_IN[kind].test(id));
  if (kind === 'cmake-linux') return builtIn.map((target) => withElfs(target, files));
  const boards = known.filter(({ board }) => board?.gaps.length === 0);
  // A board that the build itself names is the one that it was built for.
  const named = boards.filter(({ elfs }) => elfs?.headline === files.headline);
  const fitting = builtIn.filter(({ id }) => emulated.includes(id));
  const likely = named.length > 0 ? named : [...boards, ...fitting];
  return likely.map((target) => withElfs(target, files));
}
