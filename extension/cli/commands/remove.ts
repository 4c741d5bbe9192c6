import { resolve } from 'node:path';
import { changeToRemove, readState } from '../../projects';
import { removeBuilds } from '../../toolchain';
import { carryOut, changeOptions, folderPositional } from '../change';
import type { Command } from '../command';
import { findProject } from '../project';

/** `cyclescope remove` */
export const removeCommand: Command = {
  spec: {
    name: 'remove',
    about: 'remove the agent from a project and restore it byte for byte',
    details:
      'Files that you changed or added in the folder cyclescope stay and are listed. Runs stay too.',
    positionals: folderPositional,
    options: changeOptions,
  },
  run: async (args, context) => {
    const [folder = '.'] = args.positionals;
    const project = await findProject(resolve(context.cwd, folder));
    const outcome = changeToRemove(project, await readState(project));
    const done = 'The agent was removed.';
    const after = () => removeBuilds(project.folder);
    return carryOut(args, context, { project, outcome, done, after });
  },
};
