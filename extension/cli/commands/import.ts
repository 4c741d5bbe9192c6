import { resolve } from 'node:path';
import { visibleLine } from '../../base';
import { importRun, getRunsFolder } from '../../engine';
import { buildImportSections, describeImport, sectionText } from '../../report';
import { importFormats } from '../../runs';
import { choiceLines, parseChoiceOption, getOptionValue } from '../args';
import { type Command, commandLine, exitCodes, printJson } from '../command';
import { readPackageVersion } from '../context';

const spec = {
  name: 'import',
  about: "store another tool's output as a run that is marked as imported",
  details: `Formats:\n${choiceLines(importFormats)}`,
  positionals: { name: 'FILE', min: 1, max: 1 },
  options: {
    format: { value: 'ID', about: 'format of the file; detected from its content by default' },
    commit: { value: 'REF', about: 'the commit that was measured, for cyclescope history' },
    out: { value: 'DIR', about: 'store the run in this folder instead of .cyclescope/runs' },
  },
} as const;

/** `cyclescope import` */
export const importCommand: Command = {
  spec,
  run: async (args, context) => {
    const { cwd, terminal } = context;
    const [file = ''] = args.positionals;
    const out = getOptionValue(args, 'out');
    const commit = getOptionValue(args, 'commit');
    const { folder, record } = await importRun({
      file: resolve(cwd, file),
      format: parseChoiceOption(args, 'format', 'import format', importFormats),
      runsFolder: out === undefined ? getRunsFolder(cwd) : resolve(cwd, out),
      isChosenFolder: out !== undefined,
      commit: commit === undefined ? undefined : { name: commit, cwd },
      tool: `cyclescope ${await readPackageVersion(context)}`,
      command: commandLine(spec.name, args),
    });
    const { id, problems, imported } = record;
    for (const problem of problems) terminal.report(visibleLine(problem));
    if (args.flags.has('json')) {
      await printJson(context, { run: id, folder, imported, problems });
      return exitCodes.ok;
    }
    const [figures] = buildImportSections({ ...record, problems: [] });
    const text = figures === undefined ? '' : `${sectionText(figures)}\n`;
    await terminal.out(`${describeImport(record)}\n\n${text}Run stored in ${folder}\n`);
    return exitCodes.ok;
  },
};
