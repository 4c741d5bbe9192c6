import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { resolveColumns, getRunsFolder, writeNamedFile } from '../../engine';
import { plural } from '../../measure';
import { boardCard, selectRecords, type Report, reportFormats } from '../../report';
import { type Arguments, choiceLines, parseChoiceOption, getRequiredValue, usage } from '../args';
import { COLUMN_DETAILS, type Command, exitCodes, printJson } from '../command';

/** The base name for files beside a report; undefined if the report goes to a pipe or a device. */
async function nameBeside(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && !found.isFile()) return undefined;
  return basename(file, extname(file));
}

async function writeFiles(file: string, { text, beside }: Report): Promise<readonly string[]> {
  await writeNamedFile(file, text);
  const others = beside.map(({ name }) => join(dirname(file), name));
  for (const [at, path] of others.entries()) {
    await writeNamedFile(path, beside[at]?.text ?? '');
  }
  return others;
}

/** Text in JSON would have to be taken out of it again. */
function notJson(format: string): Error {
  const formats = reportFormats.flatMap(({ id, ending }) => (ending === 'json' ? [id] : []));
  return usage(
    `--json prints no report in the format ${format}.`,
    `Leave out --json, or give --format ${formats.join(', ')}.`,
  );
}

function chooseFormat(args: Arguments) {
  const isPrinted = getRequiredValue(args, 'output') === '-' && args.flags.has('json');
  const named = parseChoiceOption(args, 'format', 'report format', reportFormats);
  if (!args.flags.has(boardCard.id)) {
    return named ?? reportFormats.find(({ id }) => isPrinted && id === 'json') ?? reportFormats[0];
  }
  if (named === undefined || named === boardCard) return boardCard;
  throw usage(`--${boardCard.id} and --format ${named.id} are different formats. Give one.`);
}

/** `cyclescope report` */
export const reportCommand: Command = {
  spec: {
    name: 'report',
    about: 'write a report of one run, or of several with a comparison',
    details: `${COLUMN_DETAILS}\n\nFormats:\n${choiceLines(reportFormats)}`,
    positionals: { name: 'RUN...', min: 1, max: Infinity },
    options: {
      format: { value: 'F', about: `format of the report (${reportFormats[0].id})` },
      [boardCard.id]: { about: `the same as --format ${boardCard.id}` },
      output: {
        value: 'FILE',
        short: 'o',
        about: 'file to write, or - for standard output',
        required: true,
      },
    },
  },
  run: async (args, context) => {
    const { cwd, terminal } = context;
    const { id: format, ending, writeReport } = chooseFormat(args);
    const columns = await resolveColumns(args.positionals, { cwd, runsFolder: getRunsFolder(cwd) });
    const runs = selectRecords(columns).map(({ id }) => id);
    if (runs.length === 0)
      throw usage(
        'A report needs at least one run.',
        'Use cyclescope compare to compare published columns.',
      );
    const output = getRequiredValue(args, 'output');
    const isJson = args.flags.has('json');
    if (output === '-') {
      if (isJson && ending !== 'json') throw notJson(format);
      const { text, missing = [] } = writeReport({ columns, name: undefined });
      missing.forEach((line) => terminal.report(line));
      if (isJson) await printJson(context, { format, runs, report: JSON.parse(text) as unknown });
      else await terminal.out(text);
      return exitCodes.ok;
    }
    const file = resolve(cwd, output);
    const report = writeReport({ columns, name: await nameBeside(file) });
    report.missing?.forEach((line) => terminal.report(line));
    const beside = await writeFiles(file, report);
    if (isJson) {
      await printJson(context, { format, runs, file, beside });
      return exitCodes.ok;
    }
    const more = beside.length === 0 ? '' : `, and ${plural(beside.length, 'file')} beside it`;
    terminal.report(`Report of ${runs.join(', ')} written to ${file}${more}`);
    return exitCodes.ok;
  },
};
