import { resolve } from 'node:path';
import { quoteForShell } from '../../base';
import { changeToAdd, readSdk, readState } from '../../projects';
import { carryOut, changeOptions, folderPositional } from '../change';
import type { Command } from '../command';
import { answerOption, parseAnswers, findProject, refuseOpen } from '../project';

/** `cyclescope add` */
export const addCommand: Command = {
  spec: {
    name: 'add',
    about: "add the agent to a project's own build, or update it there",
    details:
      'Works with Zephyr, MCUXpresso SDK, FreeRTOS with CMake, Linux with CMake. The ordinary build does not change.',
    positionals: folderPositional,
    options: { ...changeOptions, answer: answerOption },
  },
  run: async (args, context) => {
    const { cwd, packageFolder } = context;
    const [folder = '.'] = args.positionals;
    const project = await findProject(resolve(cwd, folder));
    const [state, sdk] = await Promise.all([readState(project), readSdk(packageFolder)]);
    const answers = parseAnswers(args);
    refuseOpen(project, answers, ['target']);
    const outcome = changeToAdd(project, state, sdk, answers);
    const done = `The agent was added. Build and measure with: cyclescope run --project ${quoteForShell(folder)}`;
    return carryOut(args, context, { project, outcome, done });
  },
};
