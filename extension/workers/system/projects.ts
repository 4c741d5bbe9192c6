import type { Served } from '../../core/rpc/rpc';
import { buildProject } from '../../engine/project-build/build';
import { removeBuilds } from '../../engine/project-build/clean';
import { readWorld } from '../../targets/detect/read-world';
import { changeToAdd } from '../../targets/projects/add';
import { applyChange } from '../../targets/projects/apply';
import { findProjects } from '../../targets/projects/find';
import { changeToRemove } from '../../targets/projects/remove';
import { readSdk } from '../../targets/projects/sdk';
import { readState } from '../../targets/projects/state';
import { newBatches } from '../shared/batches';
import type { ProjectCalls } from './projects-protocol';

/** What is done with the user's own projects, for the worker that serves it. */
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
  buildProject: async (takes, { signal, tell }) => {
    const lines = newBatches<string>((some) => tell({ kind: 'lines', lines: some }));
    try {
      return await buildProject({
        ...{ ...takes, signal },
        onStep: (build, line) => {
          lines.flush();
          tell({ kind: 'step', build, line });
        },
        onLine: lines.add,
      });
    } finally {
      lines.flush();
    }
  },
};
