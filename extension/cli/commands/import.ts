import { resolve } from 'node:path';
import { didYouMean, nearest } from '../../base';
import { importRun, runsFolderOf } from '../../engine';
import { importedSections, importedSentence, sectionText } from '../../report';
import { type ImportFormat, importFormats } from '../../runs';
import { type Arguments, usage, valueOf } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import { versionOf } from '../context';
import { commandLine } from '../shell';

const ids = importFormats.map(({ id }) => id);

function formatOf(args: Arguments): ImportFormat | undefined {
  const id = valueOf(args, 'format');
  const found = importFormats.find((format) => format.id === id);
  if (id === undefined || found) return found;
  const hint = didYouMean(nearest(id, ids)) ?? `There are: ${ids.join(', ')}.`;
  throw usage(`There is no import format "${id}".`, hint);
}

const spec = {
  name: 'import',
  about: "keep another tool's output as a run that is marked as imported",
  positionals: { name: 'FILE', min: 1, max: 1 },
  options: {
    format: { value: 'ID', about: `read it as: ${ids.join(', ')}` },
    out: { value: 'DIR', about: 'keep the run in this folder, not in .cyclescope/runs' },
  },
} as const;

/** `cyclescope import` */
export const importCommand: Command = {
  spec,
  run: async (args, context) => {
    const { cwd, terminal } = context;
    const [file = ''] = args.positionals;
    const out = valueOf(args, 'out');
    const { folder, record } = await importRun({
      file: resolve(cwd, file),
      format: formatOf(args),
      runsFolder: out === undefined ? runsFolderOf(cwd) : resolve(cwd, out),
      isChosenFolder: out !== undefined,
      tool: `cyclescope ${await versionOf(context)}`,
      command: commandLine(spec.name, args),
    });
    const { id, problems, imported } = record;
    for (const problem of problems) terminal.say(problem);
    if (args.flags.has('json')) {
      await printJson(context, { run: id, folder, imported, problems });
      return exitCodes.ok;
    }
    const [figures] = importedSections({ ...record, problems: [] });
    const text = figures === undefined ? '' : `${sectionText(figures)}\n`;
    await terminal.out(`${importedSentence(record)}\n\n${text}Run kept in ${folder}\n`);
    return exitCodes.ok;
  },
};
