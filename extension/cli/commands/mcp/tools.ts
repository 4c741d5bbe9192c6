import { fieldsOf } from '../../../base';
import type { Command } from '../../command';
import { compareCommand } from '../compare';
import { explainCommand } from '../explain';
import { historyCommand } from '../history';
import { listCommand } from '../list';
import { profileCommand } from '../profile';
import { reportCommand } from '../report';
import { runCommand } from '../run';
import { targetsCommand } from '../targets';
import type { Input, Members } from './input';

/** A tool for coding agents: a command of the command line, with checked inputs and an answer of limited length. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly members: Members;
  /** False if it measures. */
  readonly isReadOnly: boolean;
  readonly command: Command;
  /** The command's arguments, without `--json`. Texts from outside follow `=` or `--`, so none becomes an option. */
  words(input: Input): readonly string[];
  /** The part of the command's JSON that is worth an agent's attention; the whole if missing. */
  shorten?(document: unknown, input: Input): unknown;
}

const PAGE = 30;
const MOST_FUNCTIONS = 8;

const option = (name: string, values: readonly string[]) =>
  values.map((value) => `--${name}=${value}`);
const positionals = (...values: readonly string[]) => ['--', ...values];

const RUN = 'a run: latest, latest:TARGET, latest~1 (the one before), baseline, or its id';
const run = { type: 'string', about: RUN, isRequired: true, isPath: true } as const;
const operations = {
  type: 'strings',
  about: 'operations: suite/op, a suite or a pattern such as mutex/*; all by default',
} as const;

const listOf = (document: unknown, name: string): readonly unknown[] => {
  const found = fieldsOf(document)[name];
  return Array.isArray(found) ? found : [];
};
const part = (value: unknown, ...names: readonly string[]) => {
  const fields = fieldsOf(value);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
};

/** A page of a list, and where it continues. */
function pageOf(all: readonly unknown[], input: Input) {
  const page = input.integer('page') ?? 1;
  const pages = Math.max(1, Math.ceil(all.length / PAGE));
  const items = all.slice((page - 1) * PAGE, page * PAGE);
  return { total: all.length, page, pages, items };
}

/** The answer to "did my change make it faster?", from the verdicts of the second run against the first. */
export function judgeChange(document: unknown) {
  const judged = listOf(document, 'operations').map((operation) => {
    // One for each run after the first.
    const outcome = fieldsOf(listOf(operation, 'outcomes')[0]);
    const verdict = String(outcome['verdict'] ?? outcome['why'] ?? 'not comparable');
    return { name: fieldsOf(operation)['name'], verdict, ...part(outcome, 'word', 'figures') };
  });
  const count = (...verdicts: readonly string[]) =>
    judged.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const counts = {
    improved: count('improved'),
    regressed: count('regressed'),
    unchanged: count('unchanged', 'changed'),
    undecided: count('undecided', 'inconclusive'),
  };
  const isOpen = counts.undecided > 0 || counts.unchanged === 0;
  const changed = counts.regressed > 0 ? 'no' : 'yes';
  const unmoved = isOpen ? 'not enough data' : 'no';
  const faster = counts.improved + counts.regressed > 0 ? changed : unmoved;
  const isTelling = ({ verdict }: (typeof judged)[number]) => verdict !== 'unchanged';
  const evidence = [...judged.filter(isTelling), ...judged.filter((each) => !isTelling(each))];
  return {
    faster,
    counts,
    evidence: evidence.slice(0, PAGE),
    more: Math.max(0, judged.length - PAGE),
  };
}

/** All tools. Agents see them in this order. */
export const tools: readonly Tool[] = [
  {
    name: 'list_targets',
    title: 'List targets',
    about: 'Lists the targets that benchmarks can run on, and what each one lacks.',
    members: {},
    isReadOnly: true,
    command: targetsCommand,
    words: () => [],
  },
  {
    name: 'list_benchmarks',
    title: 'List benchmarks',
    about: `Lists the benchmarks of a target with their source lines, ${PAGE} a page. Starts nothing.`,
    members: {
      target: { type: 'string', about: 'the target', isRequired: true },
      page: { type: 'integer', about: 'the page, from 1' },
    },
    isReadOnly: true,
    command: listCommand,
    words: (input) => option('target', input.texts('target')),
    shorten: (document, input) =>
      pageOf(
        listOf(document, 'benches').map((bench) => part(bench, 'suite', 'op', 'about', 'at')),
        input,
      ),
  },
  {
    name: 'run_benchmarks',
    title: 'Run benchmarks',
    about:
      'Measures operations on a target and stores the run. Emulated targets need no hardware and repeat exactly; others must have been allowed by a person. Flash is never written.',
    members: {
      target: { type: 'string', about: 'the target, such as qemu-freertos-m7', isRequired: true },
      operations,
      iterations: { type: 'integer', about: 'samples of each operation' },
      trace: { type: 'boolean', about: 'also record kernel events, for explain_slowest' },
      profile: { type: 'boolean', about: 'also record instructions, for show_profile' },
      elf: { type: 'string', about: "the agent's ELF file in the workspace", isPath: true },
    },
    isReadOnly: false,
    command: runCommand,
    words: (input) => [
      ...option('target', input.texts('target')),
      ...option('bench', input.texts('operations')),
      ...option('elf', input.texts('elf')),
      ...option('iterations', [input.integer('iterations') ?? []].flat().map(String)),
      ...(input.isSet('trace') ? ['--trace'] : []),
      ...(input.isSet('profile') ? ['--profile'] : []),
    ],
    shorten: (document) => ({
      ...part(document, 'run', 'status', 'notes', 'problems', 'error'),
      operations: listOf(document, 'operations').slice(0, PAGE),
      more: Math.max(0, listOf(document, 'operations').length - PAGE),
    }),
  },
  {
    name: 'compare_runs',
    title: 'Compare runs',
    about:
      'Answers whether a change made operations faster: yes, no, or not enough data, with the verdict of each operation. Measure before and after the change, on the same target.',
    members: {
      before: { ...run, about: `the run before the change: ${RUN}` },
      after: { ...run, about: `the run after the change: ${RUN}` },
    },
    isReadOnly: true,
    command: compareCommand,
    words: (input) => positionals(...input.texts('before'), ...input.texts('after')),
    shorten: judgeChange,
  },
  {
    name: 'explain_slowest',
    title: 'Explain the slowest samples',
    about:
      'Shows of what the slowest samples of a traced run are made: own code, interrupts, other tasks.',
    members: { run, operations, samples: { type: 'integer', about: 'samples of each operation' } },
    isReadOnly: true,
    command: explainCommand,
    words: (input) => [
      ...option('top', [input.integer('samples') ?? 1].map(String)),
      ...positionals(...input.texts('run'), ...input.texts('operations')),
    ],
    shorten: (document) => ({
      operations: listOf(document, 'operations')
        .slice(0, PAGE)
        .map((operation) => ({
          ...part(operation, 'name', 'at', 'samples'),
          slowest: listOf(operation, 'slowest').map((sample) =>
            part(sample, 'index', 'unit', 'sentence', 'notes'),
          ),
        })),
    }),
  },
  {
    name: 'show_profile',
    title: 'Show a profile',
    about:
      'Shows the most expensive functions of the operations of a run that was measured with profile.',
    members: { run, operations },
    isReadOnly: true,
    command: profileCommand,
    words: (input) => [
      '--stored',
      `--top=${MOST_FUNCTIONS}`,
      ...option('bench', input.texts('operations')),
      ...positionals(...input.texts('run')),
    ],
  },
  {
    name: 'show_history',
    title: 'Show the history',
    about: 'Lists the commits that changed operations, from the stored runs.',
    members: { operations, target: { type: 'string', about: 'the runs on this target alone' } },
    isReadOnly: true,
    command: historyCommand,
    words: (input) => [
      ...option('target', input.texts('target')),
      ...positionals(...input.texts('operations')),
    ],
    shorten: (document) => ({
      ...part(document, 'branch', 'skipped'),
      series: listOf(document, 'series')
        .slice(0, PAGE)
        .map((series) => ({
          ...part(series, 'operation', 'target', 'unit', 'changes'),
          newest: listOf(series, 'points').at(-1),
        })),
    }),
  },
  {
    name: 'show_report',
    title: 'Show a report',
    about: 'Shows all figures of a run with their reliability, as JSON.',
    members: { run, page: { type: 'integer', about: 'the page of operations, from 1' } },
    isReadOnly: true,
    command: reportCommand,
    words: (input) => ['--output=-', '--format=json', ...positionals(...input.texts('run'))],
    shorten: (document, input) => {
      const [first] = listOf(fieldsOf(document)['report'], 'runs');
      return {
        ...part(first, 'run', 'created', 'target', 'status', 'notes', 'problems'),
        operations: pageOf(listOf(first, 'operations'), input),
      };
    },
  },
];
