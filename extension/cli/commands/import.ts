import { resolve } from 'node:path';
import { importRun, runsFolderOf } from '../../engine';
import { importedSections, importedSentence, sectionText } from '../../report';
import { importFormats } from '../../runs';
import { choiceLines, choiceOf, valueOf } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import { versionOf } from '../context';
import { commandLine } from '../shell';

const spec = {
  name: 'import',
  about: "keep another tool's output as a run that is marked as imported",
  details: `ID, and what it reads:\n${choiceLines(importFormats)}`,
  positionals: { name: 'FILE', min: 1, max: 1 },
  options: {
    format: { value: 'ID', about: 'read it as this; recognised by the content unless given' },
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
      format: choiceOf(args, 'format', 'import format', importFormats),
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
