import { shareOf } from '../../measure';
import { kernelLayer, type Layer, LAYERS } from '../layers';
import { type FlatProfile, type FlatRow, GROUPS, type LayerShare } from './flat';

/** Functions that were executing at one moment, the innermost first. */
type Stack = readonly StackFrame[];

interface StackFrame {
  readonly name: string;
  /** The file of its code; empty for the sampled program itself. */
  readonly module: string;
}

export interface StackProfile extends FlatProfile {
  /** The layers that samples hit, from the program down; all together are the operation. */
  readonly layers: readonly LayerShare[];
  /** Samples that are no part of the operation: readings of the clock, and the agent's own work. */
  readonly leftOut: { readonly clock: number; readonly agent: number };
}

/**
 * Adds up sampled stacks of a benchmark: each function with its share, alone and with its callees.
 * `isBenchmarks` recognises the functions of benchmarks in the sampled program.
 */
export function stackProfile(
  stacks: readonly Stack[],
  isBenchmarks: (name: string) => boolean,
): StackProfile {
  const size = Math.max(1, Math.ceil(stacks.length / GROUPS));
  const groups = Array.from({ length: Math.ceil(stacks.length / size) }, (_, at) =>
    countGroup(stacks.slice(at * size, (at + 1) * size), isBenchmarks),
  );
  const sumOf = (count: (group: Group) => number) =>
    groups.reduce((sum, group) => sum + count(group), 0);
  const names = new Set(groups.flatMap(({ within }) => [...within.keys()]));
  const rows = [...names].map((name): FlatRow => {
    const hits = (of: 'own' | 'within') =>
      groups.map((group) => ({ hits: group[of].get(name) ?? 0, samples: group.samples }));
    const samples = sumOf(({ own }) => own.get(name) ?? 0);
    const withCalls = shareOf(hits('within'));
    return { name, samples, isIdle: false, ...shareOf(hits('own')), withCalls };
  });
  const all = ({ withCalls }: FlatRow) => withCalls?.share ?? 0;
  rows.sort((a, b) => b.samples - a.samples || all(b) - all(a) || (a.name < b.name ? -1 : 1));
  const leftOut = { clock: sumOf(({ clock }) => clock), agent: sumOf(({ agent }) => agent) };
  const layers = LAYERS.flatMap((layer): LayerShare[] => {
    const hits = groups.map((group) => ({
      hits: group.layers.get(layer) ?? 0,
      samples: group.samples,
    }));
    const samples = sumOf(({ layers: own }) => own.get(layer) ?? 0);
    return samples === 0 ? [] : [{ layer, samples, ...shareOf(hits) }];
  });
  return { rows, samples: sumOf(({ samples }) => samples), idle: 0, leftOut, layers };
}

interface Group {
  /** Stacks of the operation that end in a function. */
  readonly own: ReadonlyMap<string, number>;
  /** Stacks that contain it. */
  readonly within: ReadonlyMap<string, number>;
  /** Stacks that end in a layer. */
  readonly layers: ReadonlyMap<Layer, number>;
  readonly samples: number;
  readonly clock: number;
  readonly agent: number;
}

function countGroup(stacks: readonly Stack[], isBenchmarks: (name: string) => boolean): Group {
  const own = new Map<string, number>();
  const within = new Map<string, number>();
  const layers = new Map<Layer, number>();
  let [clock, agent] = [0, 0];
  for (const stack of stacks) {
    const program = stack.filter(({ module }) => module === '').map(({ name }) => name);
    // A thread that begins or ends has nothing of the program below it.
    if (program.length > 0 && !program.some(isBenchmarks)) agent += 1;
    else if (isReading(stack, program[0] ?? '')) clock += 1;
    else {
      const names = stack.map(nameOf);
      const [innermost = ''] = names;
      own.set(innermost, (own.get(innermost) ?? 0) + 1);
      const layer = layerOf(stack);
      layers.set(layer, (layers.get(layer) ?? 0) + 1);
      for (const name of new Set(names)) within.set(name, (within.get(name) ?? 0) + 1);
    }
  }
  return { own, within, layers, samples: stacks.length - clock - agent, clock, agent };
}

/** Loops of samples read the clock around each execution; loops of batches read it for the operation only. */
const isReading = (stack: Stack, caller: string) =>
  !caller.endsWith('_batch') && stack.some(({ name }) => name.startsWith('clock_gettime'));

/** The layer of a stack's innermost function. */
function layerOf(stack: Stack): Layer {
  const inwards = [...stack].reverse();
  return inwards.reduce<Layer>((caller, { name, module }) => {
    if (module === 'kernel') return kernelLayer(name, caller);
    if (module === '[vdso]') return 'vDSO';
    return module === '' ? 'program' : 'C library';
  }, 'program');
}

function nameOf({ name, module }: StackFrame): string {
  const text = name === '[unknown]' ? '(no function)' : name;
  return module === '' ? text : `${text} [${module}]`;
}
