import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { EngineError, groupBy } from '../base';
import {
  applyChange,
  type ChangeOutcome,
  copySentence,
  copySummary,
  type Project,
  type ProjectChange,
  QUESTIONS,
} from '../projects';
import { type Arguments, type CommandSpec, usage } from './args';
import { type ExitCode, exitCodes, printJson } from './command';
import type { Context } from './context';

/** Options of the commands that change a project. */
export const changeOptions = {
  'dry-run': { about: 'show the change without making it' },
  yes: { short: 'y', about: 'make the change without asking' },
} satisfies CommandSpec['options'];

/** The project's folder; the current one by default. */
export const folderPositional = { name: '[DIR]', min: 0, max: 1 } as const;

/** A source with more answers than this is summarised by their number. */
const MANY = 4;

/** Lists every answer that was found, with the file it comes from. */
function formatFacts({ title, folder, facts }: Project): string {
  const groups = groupBy(facts, ({ question, source }) => `${question} ${source}`);
  const rows = [...groups.values()].flatMap((group) => {
    const values = [...new Set(group.map(({ value }) => value))];
    const shown = values.length <= MANY ? values : [`${values.length}, such as ${values[0] ?? ''}`];
    return group
      .slice(0, 1)
      .flatMap(({ question, source }) =>
        shown.map((value) => [QUESTIONS[question], value, source] as const),
      );
  });
  const width = (column: 0 | 1) => Math.max(0, ...rows.map((row) => row[column].length));
  const [first, second] = [width(0), width(1)];
  const lines = rows.map(
    ([name, value, source]) => `  ${name.padEnd(first)}  ${value.padEnd(second)}  ${source}\n`,
  );
  return `${title} in ${folder}\n${lines.join('')}`;
}

/** A unified diff between two versions of a file; empty if they are equal. */
export function fileDiff(path: string, before?: string, after?: string): string {
  if (before === after) return '';
  return createTwoFilesPatch(
    before === undefined ? '/dev/null' : `a/${path}`,
    after === undefined ? '/dev/null' : `b/${path}`,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3, headerOptions: FILE_HEADERS_ONLY },
  );
}

/** Formats a change as a diff; the copy of the agent's sources is one line. */
export function formatProjectChange(change: ProjectChange): string {
  const { files, copy } = copySummary(change);
  const diffs = files.map(({ path, before, after }) => {
    const inside = path.slice(change.folder.length + 1).replaceAll('\\', '/');
    return fileDiff(inside, before, after);
  });
  const copied = copySentence(copy);
  const remarks = change.remarks.map((remark) => `${remark}\n`);
  return [...diffs, ...(copied === undefined ? [] : [`${copied}\n`]), ...remarks].join('');
}

function changeJson(project: Project, { files, folder, remarks }: ProjectChange) {
  return {
    project,
    changes: files.map(({ path, before, after }) => ({
      file: path.slice(folder.length + 1).replaceAll('\\', '/'),
      change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    })),
    remarks,
  };
}

async function isAgreed(args: Arguments, { terminal }: Context): Promise<boolean> {
  if (args.flags.has('yes')) return true;
  if (terminal.ask === undefined) {
    throw usage(
      'Nothing was changed: there is no terminal to ask for confirmation.',
      'Confirm with --yes.',
    );
  }
  return /^y(?:es)?$/i.test((await terminal.ask('Make this change? [y/N] ')).trim());
}

interface Work {
  readonly project: Project;
  readonly outcome: ChangeOutcome;
  /** Printed once the change is made. */
  readonly done: string;
  /** Called once the change is made. */
  readonly after?: () => Promise<void>;
}

/** Shows a change, asks for confirmation, and makes it. */
export async function carryOut(
  args: Arguments,
  context: Context,
  { project, outcome, done, after }: Work,
): Promise<ExitCode> {
  if ('gap' in outcome)
    throw new EngineError('refused', `${outcome.gap.what}.`, outcome.gap.remedy);
  const { change } = outcome;
  const { terminal } = context;
  const isJson = args.flags.has('json');
  const isEmpty = change.files.length === 0;
  if (!isJson) {
    await terminal.out(`${formatFacts(project)}\n${formatProjectChange(change)}`);
  }
  const isMade = !isEmpty && !args.flags.has('dry-run') && (await isAgreed(args, context));
  if (isMade) {
    await applyChange(change);
    await after?.();
  }
  if (isJson) await printJson(context, { ...changeJson(project, change), made: isMade });
  else if (isMade) await terminal.out(`${done}\n`);
  else await terminal.out(isEmpty ? 'There is nothing to change.\n' : 'Nothing was changed.\n');
  return exitCodes.ok;
}
