import { resolve } from 'node:path';
import { exportRun, resolveRun, runsFolderOf } from '../../engine';
import { usage, valueOf } from '../args';
import { type Command, exitCodes, printJson, RUN_DETAILS } from '../command';
import { versionOf } from '../context';

/** `cyclescope export` */
export const exportCommand: Command = {
  spec: {
    name: 'export',
    about: 'pack a run and its recordings into one file',
    details: RUN_DETAILS,
    positionals: { name: 'RUN', min: 1, max: 1 },
    options: {
      output: { value: 'FILE', short: 'o', about: 'file to write (<id>.cyclescope)' },
    },
  },
  run: async (args, context) => {
    const { cwd, terminal } = context;
    const [reference = ''] = args.positionals;
    const run = await resolveRun(reference, { cwd, runsFolder: runsFolderOf(cwd) });
    const output = valueOf(args, 'output') ?? `${run.id}.cyclescope`;
    if (output === '-')
      throw usage(
        'An exported run is not text and cannot go to standard output: name a file with -o.',
      );
    const tool = `cyclescope ${await versionOf(context)}`;
    const { missing, bytes, files, id, file } = await exportRun(run, resolve(cwd, output), tool);
    for (const name of missing) terminal.report(`${name} is missing and was skipped.`);
    if (args.flags.has('json')) {
      await printJson(context, { run: id, file, bytes, files, missing });
      return exitCodes.ok;
    }
    const size = `${Math.ceil(bytes / 1024)} KiB`;
    terminal.report(`${id} with ${files.join(', ')} written to ${file} (${size})`);
    return exitCodes.ok;
  },
};
