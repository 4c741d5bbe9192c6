import type { ExecutedCode, ExecutedInstruction, Flow } from './code';
import { INDIRECT } from './code';
import { newProfile, type Profile } from './stacks';
import type { RunProfile } from './stored';

/** A function of made-up code: instructions of two bytes, by their flows; a call may go anywhere. */
export interface MadeFunction {
  readonly name: string;
  readonly flows: readonly Flow[];
  /** A function that is inlined in some of its instructions. */
  readonly inlined?: { readonly name: string; readonly from: number; readonly to: number };
  readonly isHandler?: boolean;
  readonly isHarness?: boolean;
}

export const SPACING = 0x100;

/** Makes code of functions; `at(function, instruction)` is the index of an instruction. */
export function makeCode(functions: readonly MadeFunction[]) {
  const names = [
    ...new Set(functions.flatMap(({ name, inlined }) => [name, inlined?.name ?? name])),
  ];
  const indexOf = (name: string) => names.indexOf(name);
  const chains: ExecutedCode['chains'][number][] = [];
  const firsts: number[] = [];
  const instructions: ExecutedInstruction[] = [];
  functions.forEach(({ name, flows, inlined }, index) => {
    firsts.push(instructions.length);
    flows.forEach((flow, position) => {
      const own = { function: indexOf(name), file: 0, line: 100 * index + position };
      const isInlined = inlined && position >= inlined.from && position < inlined.to;
      const inner = { function: indexOf(inlined?.name ?? ''), file: 0, line: 9000 + position };
      const chain = chains.push(isInlined ? [inner, own] : [own]) - 1;
      const address = SPACING * (index + 1) + 2 * position;
      instructions.push({ address, length: 2, flow, target: INDIRECT, symbol: index, chain });
    });
  });
  const code: ExecutedCode = {
    instructions,
    files: ['/src/a.c'],
    functions: names.map((name, index) => ({
      name,
      file: 0,
      line: index + 1,
      isHarness: functions.some((each) => each.name === name && each.isHarness === true),
    })),
    chains,
    symbols: functions.map(({ name }, index) => ({ name, from: SPACING * (index + 1) })),
    idle: [],
    handlers: functions.flatMap(({ isHandler }, index) => (isHandler ? [firsts[index] ?? 0] : [])),
  };
  const at = (name: string, position = 0) =>
    (firsts[functions.findIndex((each) => each.name === name)] ?? 0) + position;
  return { code, at };
}

/** Returns the names of a stack, outermost first. */
export function stackNames(
  profile: {
    readonly nodes: readonly { readonly parent: number; readonly function: number }[];
    readonly functions: readonly { readonly name: string }[];
  },
  node: number,
): string[] {
  const names: string[] = [];
  for (let at = node; at >= 0; at = profile.nodes[at]?.parent ?? -1)
    names.unshift(profile.functions[profile.nodes[at]?.function ?? -1]?.name ?? '?');
  return names;
}

/** A run with an operation of two paths with calls, an inlined function, recursion, the clock and the loop. */
export function sampleRunProfile(name = 'mutex/lock'): RunProfile {
  const body = ['next', 'jump', 'call', 'jump', 'return'] as const;
  const { code, at } = makeCode([
    { name: 'lock_sample', flows: body, isHarness: true },
    { name: 'take', flows: body, inlined: { name: 'raise', from: 1, to: 2 } },
    { name: 'enter', flows: body },
  ]);
  const run = (name: string, ...positions: number[]) =>
    positions.map((position) => 2 * at(name, position));
  const enter = run('enter', 0, 1, 4);
  const again = [...run('enter', 0, 1, 2), ...enter, ...run('enter', 3, 4)];
  const around = (inner: readonly number[]) => [
    ...run('lock_sample', 1, 2),
    ...run('take', 0, 1, 2),
    ...inner,
    ...run('take', 3, 4),
    ...run('lock_sample', 3),
  ];
  const paths = [
    { steps: around(enter), count: 3 },
    { steps: around(again), count: 2 },
  ];
  const operations = [{ name, paths, order: [0, 0, 1, 0, 1] }];
  return { target: 'fake', image: 'sha', problems: [], code, operations };
}

/** The operation of that run. */
export function sampleProfile(name?: string): Profile {
  const { code, operations } = sampleRunProfile(name);
  const [operation] = operations;
  if (operation === undefined) throw new Error('the sample has one operation');
  return newProfile(operation.name, code, operation);
}
