import { resolve } from 'node:path';
import { openArchive, getRunsFolder } from '../../engine';
import { getOptionValue } from '../args';
import { type Command, exitCodes, printJson } from '../command';

/** `cyclescope open` */
export const openCommand: Command = {
  spec: {
    name: 'open',
    about: 'check and unpack an exported run; existing runs are never overwritten',
    positionals: { name: 'FILE', min: 1, max: 1 },
    options: {
      out: { value: 'DIR', about: 'store the run in this folder instead of .cyclescope/runs' },
    },
  },
  run: async (args, context) => {
    const { cwd, terminal } = context;
    const [file = ''] = args.positionals;
    const out = getOptionValue(args, 'out');
    const { folder, record, state } = await openArchive(resolve(cwd, file), {
      runsFolder: out === undefined ? getRunsFolder(cwd) : resolve(cwd, out),
      isChosenFolder: out !== undefined,
    });
    const { id, target, status } = record;
    if (args.flags.has('json')) {
      await printJson(context, { run: id, folder, state, target, status });
      return exitCodes.ok;
    }
    const was = state === 'kept' ? 'Run stored in' : 'The same run is already in';
    await terminal.out(`${was} ${folder}\n`);
    return exitCodes.ok;
  },
};
