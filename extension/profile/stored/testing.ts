import { executionStep } from '../capture';
import type { Image } from '../image';
import { makeCode } from '../testing';
import { newSampledRunProfile } from './sampled';
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

const FILES: Readonly<Record<string, string>> = {
  lock_sample: 'families/mutex/mutex.c',
  take: 'target-agent/ports/posix/mutex.h',
  main: 'target-agent/core/agent.c',
};
const NAMES = Object.keys(FILES);

/** A program whose functions have 16 bytes each; the second half of `lock_sample` is an inlined reading. */
const image = {
  problems: [],
  dwarf: {
    findInstances: (name: string) =>
      name === 'cyclescope_open_window'
        ? [{ own: of('cyclescope_open_window'), around: [of('lock_sample')], ranges: [] }]
        : [],
  },
  symbols: {
    findByName: (name: string) =>
      NAMES.includes(name) ? [{ name, from: 16 * NAMES.indexOf(name), to: 0 }] : [],
  },
  framesAt: (address: number) => {
    const own = of(NAMES[Math.floor(address / 16)] ?? '');
    const frame = { file: own.file, line: address, function: own };
    const reading = { ...frame, function: of('cyclescope_open_window') };
    return address >= 8 && address < 16 ? [reading, frame] : [frame];
  },
} as unknown as Image;

function of(name: string) {
  return { name, file: FILES[name] ?? 'window.h', line: 1 };
}

const main = { name: 'main', module: '', offset: 0 };
const own = (name: string, offset: number) => ({ name, module: '', offset });
const kernel = { name: 'futex_wait', module: 'kernel' };
const copy = { name: 'memset', module: 'libc.so.6' };
const how = { event: 'cycles', seconds: 3, isKernelHidden: false };

/** The profile of a run with an operation that was sampled: three samples of what it calls, and one of the loop. */
export const exampleSampledProfile = (): RunProfile =>
  newSampledRunProfile({ target: 'local-linux', image: 'sha' }, image, [
    {
      name: 'mutex/lock',
      sampled: {
        ...how,
        stacks: [
          [kernel, own('take', 4), own('lock_sample', 2), main],
          [copy, own('take', 6), own('lock_sample', 2), main],
          [kernel, own('take', 4), own('lock_sample', 2), main],
          [own('lock_sample', 12), main],
          [copy, main],
          [own('lock_sample', 2), main],
        ],
      },
    },
  ]);
