import { resolve } from 'node:path';
import { nearest } from '../../core/text/near';
import { type ReportFormat, reportFormats } from '../../core/report/format';
import { didYouMean } from '../../engine/error';
import { resolveRun } from '../../engine/resolve';
import { readRun } from '../../engine/resolve/read';
import { runsFolderOf } from '../../engine/run-folder';
import { writeFileAtomic } from '../../engine/run-folder/atomic';
import { type Arguments, requiredValue, usage, valueOf } from '../args';
import { type Command, exitCodes, printJson } from '../command';

function formatOf(args: Arguments): ReportFormat {
  const id = valueOf(args, 'format') ?? 'md';
  const found = reportFormats.find((format) => format.id === id);
  if (found) return found;
  const ids = reportFormats.map((format) => format.id);
  const hint = didYouMean(nearest(id, ids)) ?? `There are: ${ids.join(', ')}.`;
  throw usage(`There is no report format "${id}".`, hint);
}

/** `cyclescope report` */
export const reportCommand: Command = {
  spec: {
    name: 'report',
    about: 'write runs down for people; RUN is a folder, an id, latest[:target] or latest~1',
    positionals: { name: 'RUN...', min: 1, max: Infinity },
    options: {
      format: { value: 'F', about: 'how to write it: md' },
      output: { value: 'FILE', short: 'o', about: 'where to write it; - for here', required: true },
    },
  },
  run: async (args, context) => {
    const { cwd, terminal } = context;
    const { id: format, write } = formatOf(args);
    const places = { cwd, runsFolder: runsFolderOf(cwd) };
    const runs = await Promise.all(args.positionals.map((name) => resolveRun(name, places)));
    const text = write(await Promise.all(runs.map(readRun)));
    const output = requiredValue(args, 'output');
    const ids = runs.map((run) => run.id);
    const isJson = args.flags.has('json');
    if (output === '-') {
      if (isJson) await printJson(context, { format, runs: ids, text });
      else await terminal.out(text);
      return exitCodes.ok;
    }
    const file = resolve(cwd, output);
    await writeFileAtomic(file, text);
    if (isJson) await printJson(context, { format, runs: ids, file });
    else terminal.say(`Report of ${ids.join(', ')} written to ${file}`);
    return exitCodes.ok;
  },
};
