import { groupBy, newTable, sumNumbers } from '../../base';
import { executionStep } from '../capture';
import { describeFunctions, type SampledFunction } from '../code';
import type { Image } from '../image';
import {
  GROUPS,
  newProgramParts,
  classifyStack,
  type ProgramParts,
  samplingRemarks,
  stackProfile,
} from '../sampled';
import type { ProfiledOperation, RunProfile } from './stored';

/** Stacks of an operation, in the order of time, each with its innermost function first. */
export interface NamedStacks {
  readonly name: string;
  readonly sampled: {
    readonly stacks: readonly (readonly SampledFunction[])[];
    readonly seconds: number;
    /** The event that took the samples, such as `cycles`. */
    readonly event: string;
    readonly isKernelHidden: boolean;
  };
}

/** Makes the profile of a run from sampled stacks, of which only those of its operations are kept. */
export function newSampledRunProfile(
  facts: Pick<RunProfile, 'target' | 'image'>,
  image: Image,
  operations: readonly NamedStacks[],
): RunProfile {
  const parts = newProgramParts(image);
  const functions = newTable<SampledFunction>(
    ({ name, module, offset }) => `${module} ${name} ${offset}`,
  );
  const sampled = operations.map((operation) => addStacks(operation, parts, functions));
  const code = describeFunctions(image, functions.rows);
  return { ...facts, problems: image.problems, code, operations: sampled };
}

/** Keeps the stacks of an operation; their functions are added to those of the run. */
function addStacks(
  { name, sampled: { stacks, event, seconds, isKernelHidden } }: NamedStacks,
  parts: ProgramParts,
  functions: { readonly add: (row: SampledFunction) => number },
): ProfiledOperation {
  const byPart = groupBy(stacks, (stack) => classifyStack(stack, parts));
  const own = byPart.get('operation') ?? [];
  const size = Math.max(1, own.length / GROUPS);
  const paths = newTable<readonly number[]>((steps) => steps.join());
  const hits: number[][] = [];
  own.forEach((stack, at) => {
    // Stacks begin with the benchmark, not with the agent that executes it.
    const outermost = stack.findLastIndex(
      ({ name: called, module }) =>
        module === '' && ['measured', 'benchmark'].includes(parts.findRole(called)),
    );
    const kept = outermost < 0 ? stack : stack.slice(0, outermost + 1);
    const path = paths.add(kept.map((frame) => executionStep(functions.add(frame))).reverse());
    const groups = (hits[path] ??= Array<number>(Math.min(GROUPS, own.length)).fill(0));
    const group = Math.floor(at / size);
    groups[group] = (groups[group] ?? 0) + 1;
  });
  const countStacks = (part: ReturnType<typeof classifyStack>) => byPart.get(part)?.length ?? 0;
  const leftOut = { clock: countStacks('clock'), agent: countStacks('agent') };
  const way = `perf's event ${event}`;
  const { unseen, periods } = stackProfile(stacks, parts);
  const kept = { samples: own.length, unseen, periods, leftOut };
  const facts = { ...NOT_ON_A_BOARD, ...kept, way, isKernelHidden };
  const remarks = samplingRemarks({ ...facts, operation: name }, false);
  const rate = stacks.length / seconds;
  return {
    name,
    paths: paths.rows.map((steps, path) => makeSampledPath(steps, hits[path] ?? [])),
    order: [],
    sampled: { way, seconds, rate, isFlat: false, ...leftOut, idle: 0, remarks },
  };
}

const NOT_ON_A_BOARD = {
  elf: '',
  idle: 0,
  isIdleOmitted: false,
  isHalting: false,
  wasTraceOff: false,
  resets: 0,
};

/** A sampled path, with its samples in each group. */
export const makeSampledPath = (steps: readonly number[], groups: readonly number[]) => {
  return { steps, count: sumNumbers(groups), groups };
};
