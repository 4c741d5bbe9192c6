import { executionStep } from '../capture';
import { makeCode } from '../testing';
import type { RunProfile } from './stored';

const { code, at } = makeCode([
  { name: 'run_lock', flows: ['next', 'call', 'jump', 'next'], isHarness: true },
  { name: 'take', flows: ['next', 'call', 'next', 'next', 'return'] },
  {
    name: 'enter_critical',
    flows: ['next', 'next', 'next', 'return'],
    inlined: { name: 'raise_priority', from: 1, to: 3 },
  },
  { name: 'copy', flows: ['next', 'next', 'next', 'return'] },
  { name: 'give', flows: ['next', 'call', 'next', 'next', 'return'] },
]);

/** Executes functions within the loop of a benchmark: each calls the next. */
function execute(...names: readonly string[]): number[] {
  const [name, ...inner] = names;
  if (name === undefined) return [];
  const step = (position: number) => executionStep(at(name, position));
  if (inner.length === 0) return [0, 1, 2, 3].map(step);
  return [step(0), step(1), ...execute(...inner), step(2), step(3), step(4)];
}

/** Executes chains of functions one behind the other, from the loop. */
const around = (...chains: readonly (readonly string[])[]) =>
  chains.flatMap((names) => [
    executionStep(at('run_lock', 1)),
    ...execute(...names),
    executionStep(at('run_lock', 2)),
  ]);

/** The profile of a run with two operations: 17 instructions a sample of one, 11 and 17 of the other. */
export function exampleRunProfile(name = 'mutex/lock'): RunProfile {
  const short = around(['take', 'copy']);
  const long = around(['take', 'enter_critical'], ['copy']);
  return {
    target: 'qemu-freertos-m7',
    image: 'ab'.repeat(32),
    problems: [],
    code,
    operations: [
      { name, paths: [{ count: 4, steps: long }], order: Array<number>(4).fill(0) },
      {
        name: `${name}_again`,
        paths: [
          { count: 3, steps: short },
          { count: 1, steps: around(['give', 'copy'], ['copy']) },
        ],
        order: [0, 0, 1, 0],
      },
    ],
  };
}
