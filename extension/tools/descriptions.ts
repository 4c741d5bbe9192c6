import type { Members } from './input';

/** A tool for coding agents. Both the MCP server and the editor offer it as it is described here. */
interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly members: Members;
  /** False if it measures. */
  readonly isReadOnly: boolean;
}

/** Items of a list in one answer. */
export const PAGE = 30;

const RUN = 'a run: latest, latest:TARGET, latest~1 (the one before), baseline, or its id';
const run = { type: 'string', about: RUN, isRequired: true, isPath: true } as const;
const operations = {
  type: 'strings',
  about: 'operations: suite/op, a suite or a pattern such as mutex/*; all by default',
} as const;

/** All tools. Agents see them in this order. */
export const tools = [
  {
    name: 'list_targets',
    title: 'List targets',
    about: 'Lists the targets that benchmarks can run on, and what each one lacks.',
    members: {},
    isReadOnly: true,
  },
  {
    name: 'list_benchmarks',
    title: 'List benchmarks',
    about: `Lists the benchmarks of a target with their source lines, ${PAGE} per page. Starts nothing.`,
    members: {
      target: { type: 'string', about: 'the target', isRequired: true },
      page: { type: 'integer', about: 'the page, from 1' },
    },
    isReadOnly: true,
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
  },
  {
    name: 'compare_runs',
    title: 'Compare runs',
    about:
      'Reports whether a change made operations faster: yes, no, or not enough data, with the verdict of each operation. Measure before and after the change, on the same target.',
    members: {
      before: { ...run, about: `the run before the change: ${RUN}` },
      after: { ...run, about: `the run after the change: ${RUN}` },
    },
    isReadOnly: true,
  },
  {
    name: 'explain_slowest',
    title: 'Explain the slowest samples',
    about:
      'Shows what the slowest samples of a traced run consist of: own code, interrupts, other tasks.',
    members: { run, operations, samples: { type: 'integer', about: 'samples of each operation' } },
    isReadOnly: true,
  },
  {
    name: 'show_profile',
    title: 'Show a profile',
    about:
      'Shows the most expensive functions of the operations of a run that was measured with profile.',
    members: { run, operations },
    isReadOnly: true,
  },
  {
    name: 'show_history',
    title: 'Show the history',
    about: 'Lists the commits that changed operations, from the stored runs.',
    members: { operations, target: { type: 'string', about: 'only the runs on this target' } },
    isReadOnly: true,
  },
  {
    name: 'show_report',
    title: 'Show a report',
    about: 'Shows all figures of a run with their reliability, as JSON.',
    members: { run, page: { type: 'integer', about: 'the page of operations, from 1' } },
    isReadOnly: true,
  },
] as const satisfies readonly ToolDescription[];

export type ToolName = (typeof tools)[number]['name'];
export type Tool = ToolDescription & { readonly name: ToolName };
