import type { Served } from '../../base';
import {
  applyChange,
  changeToAdd,
  changeToRemove,
  findProjects,
  readSdk,
  readState,
  readWorld,
} from '../../projects';
import { buildProject, removeBuilds } from '../../toolchain';
import type { ProjectCalls } from './projects-protocol';

export const projectCalls: Served<ProjectCalls> = {
  findProjects: async ({ folders }) =>
    findProjects(await readWorld({ folders: folders.map((path) => ({ path })) })),
  planAdd: async ({ project, answers, packageFolder }) =>
    changeToAdd(project, await readState(project), await readSdk(packageFolder), answers),
  planRemove: async ({ project }) => changeToRemove(project, await readState(project)),
  applyChange: async ({ change, isRemoval }) => {
    await applyChange(change);
    if (isRemoval) await removeBuilds(change.folder);
    return undefined;
  },
  buildProject: async (takes, { signal, report }) => {
    const lines = newBatches<string>((some) => report({ kind: 'lines', lines: some }));
    try {
      return await buildProject({
        ...takes,
        signal,
        onStep: (build, line) => {
          lines.flush();
          report({ kind: 'step', build, line });
        },
        onLine: lines.add,
      });
    } finally {
      lines.flush();
    }
  },
};

/** Collects items and passes them on together. */
interface Batches<T> {
  readonly add: (item: T) => void;
  /** Passes on what has been collected. */
  readonly flush: () => void;
}

/** Collects items for `milliseconds`: a message per line of a build would be too many. */
export function newBatches<T>(give: (items: readonly T[]) => void, milliseconds = 50): Batches<T> {
  let held: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (held.length === 0) return;
    const items = held;
    held = [];
    give(items);
  };
  return {
    add: (item) => {
      held.push(item);
      timer ??= setTimeout(flush, milliseconds);
    },
    flush,
  };
}
