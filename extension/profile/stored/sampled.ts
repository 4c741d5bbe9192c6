import { countEach, groupBy, newTable } from '../../base';
import { executionStep } from '../capture';
import { describeFunctions, type SampledFunction } from '../code';
import type { Image } from '../image';
import { newProgramParts, partOf } from '../sampled';
import type { Sampling } from '../stacks';
import type { ProfiledOperation, RunProfile } from './stored';

/** Stacks of an operation, in the order of time, each with its innermost function first. */
export interface NamedStacks {
  readonly name: string;
  readonly sampled: Omit<Sampling, 'clock' | 'agent'> & {
    readonly stacks: readonly (readonly SampledFunction[])[];
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
  const sampled = operations.map(({ name, sampled: { stacks, ...how } }): ProfiledOperation => {
    const byPart = groupBy(stacks, (stack) => partOf(stack, parts));
    const sizeOf = (part: ReturnType<typeof partOf>) => byPart.get(part)?.length ?? 0;
    const paths = newTable<readonly number[]>((steps) => steps.join());
    const order = (byPart.get('operation') ?? []).map((stack) => {
      // Stacks begin with the benchmark, not with the agent that executes it.
      const outermost = stack.findLastIndex(
        ({ name: own, module }) =>
          module === '' && ['measured', 'benchmark'].includes(parts.roleOf(own)),
      );
      const own = outermost < 0 ? stack : stack.slice(0, outermost + 1);
      return paths.add(own.map((frame) => executionStep(functions.add(frame))).reverse());
    });
    const counts = countEach(order);
    return {
      name,
      paths: paths.rows.map((steps, path) => ({ steps, count: counts.get(path) ?? 0 })),
      order,
      sampled: { ...how, clock: sizeOf('clock'), agent: sizeOf('agent') },
    };
  });
  const code = describeFunctions(image, functions.rows);
  return { ...facts, problems: image.problems, code, operations: sampled };
}
