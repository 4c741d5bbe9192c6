import { appendFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EngineError } from '../../base';
import { resolveRun } from '../../engine';
import { codeBlock } from '../../report';
import { type Arguments, getOptionValue, parseArguments, getRequiredValue, usage } from '../args';
import { type Command, commandLine, type ExitCode, exitCodes } from '../command';
import type { Context } from '../context';
import { writeComment } from '../pull-request';
import { bisectCommand } from './bisect';
import { buildCommand } from './build';
import { compareCommand } from './compare';
import { runCommand } from './run';

/** Calls another command, and captures what it prints on standard output. */
async function call(
  command: Command,
  words: readonly string[],
  context: Context,
): Promise<{ readonly code: ExitCode; readonly text: string }> {
  let text = '';
  const terminal = {
    ...context.terminal,
    columns: undefined,
    out: (part: string) => {
      text += part;
      return Promise.resolve();
    },
  };
  const code = await command.run(parseArguments(command.spec, words), { ...context, terminal });
  return { code, text };
}

const optionWords = (args: Arguments, ...names: readonly string[]) =>
  names.flatMap((name) => (args.values.get(name) ?? []).flatMap((value) => [`--${name}`, value]));

/** The newest run of the base branch, if it was measured. */
async function findBase(args: Arguments, { cwd }: Context): Promise<string | undefined> {
  const base = getOptionValue(args, 'base');
  if (base === undefined) return undefined;
  const folders = { cwd, runsFolder: resolve(cwd, base) };
  try {
    return (await resolveRun(`latest:${getRequiredValue(args, 'target')}`, folders)).folder;
  } catch (error) {
    if (error instanceof EngineError && error.code === 'unknown-run') return undefined;
    throw error;
  }
}

interface Verdict {
  readonly code: ExitCode;
  readonly markdown: string;
}

/** Compares with the base branch, and searches the commit of the first operation that fails the gate. */
async function judge(args: Arguments, run: string, context: Context): Promise<Verdict> {
  const base = await findBase(args, context);
  if (base === undefined) return { code: exitCodes.ok, markdown: withoutBase(args) };
  const words = [base, run, ...optionWords(args, 'fail-on', 'delta')];
  const compared = await call(compareCommand, [...words, '--format', 'comment'], context);
  const { code } = compared;
  const text = compared.text + formatBuildCommand(args);
  if (code !== exitCodes.gateFailed || !args.values.has('good')) return { code, markdown: text };
  const { text: json } = await call(compareCommand, [...words, '--json'], context);
  const { gate, operations } = JSON.parse(json) as {
    readonly gate: { readonly failed: readonly { readonly name: string }[] };
    readonly operations: readonly FailedOperation[];
  };
  const failed = operations.find(({ name }) => name === gate.failed[0]?.name);
  return { code, markdown: failed ? `${text}\n${await culprit(args, failed, context)}` : text };
}

/** The command that builds what the others measure, if anything is built. */
function formatBuildCommand(args: Arguments): string {
  const words = optionWords(args, 'target', 'source');
  if (!args.values.has('source')) return '';
  const line = commandLine('build', parseArguments(buildCommand.spec, words));
  return `\n#### Built with\n\n${codeBlock('sh', [line])}\n`;
}

/** The comment begins with its position among those of other targets. */
const marker = (args: Arguments) => `<!-- cyclescope ${getRequiredValue(args, 'target')} -->`;

function withoutBase(args: Arguments): string {
  return [
    `${marker(args)}\n### Cyclescope: nothing to compare with`,
    'The base branch has no run on this target yet. Its next job stores one.',
    `${codeBlock('sh', [commandLine('ci', args)])}\n`,
  ].join('\n\n');
}

/** An operation as `compare --json` prints it. */
interface FailedOperation {
  readonly name: string;
  readonly suite: string;
  readonly op: string;
  readonly params: Readonly<Record<string, number>>;
}

/** The first bad commit of an operation, or why it was not found. */
async function culprit(
  args: Arguments,
  { suite, op, params }: FailedOperation,
  context: Context,
): Promise<string> {
  const words = [
    ...optionWords(args, 'good', 'bad'),
    '--bench',
    `${suite}/${op}`,
    ...Object.entries(params).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ...optionWords(args, 'target', 'source', 'wait'),
  ];
  const found = await call(bisectCommand, words, context).then(
    ({ text }) => text,
    (error: unknown) => {
      if (!(error instanceof EngineError) || error.code === 'cancelled') throw error;
      return `The commit was not found: ${error.message}`;
    },
  );
  const line = commandLine('bisect', parseArguments(bisectCommand.spec, words));
  const parts = [codeBlock('text', found.trimEnd().split('\n')), codeBlock('sh', [line])];
  return `#### The commit\n\n${parts.join('\n\n')}\n`;
}

/** Writes the comment. Jobs of forks may not, which must not hide the result of the gate. */
async function commentResult(text: string, context: Context): Promise<string> {
  try {
    return `The comment is on ${await writeComment(text, context)}.`;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return `${error.message} ${error.hint ?? ''}`.trimEnd();
  }
}

/** `cyclescope ci` */
export const ciCommand: Command = {
  spec: {
    name: 'ci',
    about: 'in a CI job: build, measure, compare with the base branch, comment',
    details: [
      'Prints a comment in Markdown, which is also appended to the summary of a job on GitHub. --comment',
      'writes it on the pull or merge request of the job, in place of its earlier one for the target: on',
      'GitHub with GITHUB_TOKEN, on GitLab with GITLAB_TOKEN. The exit code is that of the gate.',
    ].join('\n'),
    options: {
      target: { value: 'T', about: 'target to measure on', required: true },
      source: { value: 'FILE-OR-DIR', about: 'build with a benchmark of your own', repeated: true },
      bench: { value: 'GLOB', about: 'what to measure: suite/op or suite', repeated: true },
      base: {
        value: 'DIR',
        about: 'runs of the base branch, the newest of which is compared with',
      },
      keep: { value: 'DIR', about: 'store the run here, for jobs of other branches' },
      'fail-on': { value: 'GATE', about: 'as in compare' },
      delta: { value: 'P%', about: 'as in compare' },
      good: { value: 'REF', about: 'if the gate fails: a commit from before the change' },
      bad: {
        value: 'REF',
        about: 'if the gate fails: a commit with the change; both are bisected',
      },
      comment: { about: 'write the comment on the pull request of this job' },
      output: { short: 'o', value: 'FILE', about: 'write the comment into this file as well' },
      wait: { value: 'S', about: 'if the target is in use, wait up to S seconds until it is free' },
    },
  },
  run: async (args, context) => {
    if (args.values.has('good') !== args.values.has('bad')) {
      throw usage('--good and --bad belong together.');
    }
    if (args.values.has('good') && !args.values.has('source')) {
      throw usage('--good and --bad need --source: the benchmark is built at each commit.');
    }
    const { cwd, environment, terminal } = context;
    if (args.values.has('source')) {
      await call(buildCommand, optionWords(args, 'target', 'source'), context);
    }
    const keep = getOptionValue(args, 'keep');
    const words = [
      ...optionWords(args, 'target', 'bench', 'wait'),
      ...(keep === undefined ? [] : ['--out', keep]),
    ];
    const measured = await call(runCommand, [...words, '--json'], context);
    if (measured.code !== exitCodes.ok) return measured.code;
    const { folder } = JSON.parse(measured.text) as { folder: string };
    const { code, markdown } = await judge(args, folder, context);
    const text = markdown.replace(/^<!-- cyclescope .*-->/, () => marker(args));
    await terminal.out(text);
    const output = getOptionValue(args, 'output');
    if (output !== undefined) await writeFile(resolve(cwd, output), text);
    const { GITHUB_STEP_SUMMARY: summary } = environment;
    if (summary) await appendFile(summary, text);
    if (args.flags.has('comment')) terminal.report(await commentResult(text, context));
    return code;
  },
};
