import { resolve } from 'node:path';
import { changeToRemove, readState } from '../../projects';
import { removeBuilds } from '../../toolchain';
import { carryOut, changeOptions, folderPositional } from '../change';
import type { Command } from '../command';
import { projectIn } from '../project';

/** `cyclescope remove` */
export const removeCommand: Command = {
  spec: {
    name: 'remove',
    about: 'take the agent out of a project again, without a trace',
    details:
      'What you changed or added in the folder cyclescope stays, and is named. Runs stay, too.',
    positionals: folderPositional,
    options: changeOptions,
  },
  run: async (args, context) => {
    const [folder = '.'] = args.positionals;
    const project = await projectIn(resolve(context.cwd, folder));
    const outcome = changeToRemove(project, await readState(project));
    const done = 'The agent is out again.';
    const after = () => removeBuilds(project.folder);
    return carryOut(args, context, { project, outcome, done, after });
  },
};
