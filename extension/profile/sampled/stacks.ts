import { addCount, sumNumbers } from '../../base';
import { estimateShare, countPeriods, unseenShare } from '../../measure';
import type { SampledFunction } from '../code';
import { kernelLayer, type Layer, LAYERS } from '../layers';
import { estimateHits, GROUPS } from './batches';
import type { FlatProfile, FlatRow, LayerShare } from './flat';
import type { ProgramParts } from './program';

/** Functions that were executing at one moment, the innermost first. */
type Stack = readonly SampledFunction[];

export interface StackProfile extends FlatProfile {
  /** The layers that samples hit, from the program down; all together are the operation. */
  readonly layers: readonly LayerShare[];
  /** Samples that are no part of the operation: readings of the clock, and the agent's own work. */
  readonly leftOut: { readonly clock: number; readonly agent: number };
}

/**
 * Adds up sampled stacks of a benchmark: each function with its share, alone and with its callees.
 * `parts` recognises the functions of the sampled program.
 */
export function stackProfile(stacks: readonly Stack[], parts: ProgramParts): StackProfile {
  const size = Math.max(1, Math.ceil(stacks.length / GROUPS));
  const groups = Array.from({ length: Math.ceil(stacks.length / size) }, (_, at) =>
    countGroup(stacks.slice(at * size, (at + 1) * size), parts),
  );
  const sumGroups = (count: (group: Group) => number) => sumNumbers(groups.map(count));
  const names = [...new Set(groups.flatMap(({ within }) => [...within.keys()]))];
  const listHits = (name: string, of: 'own' | 'within' | 'layers') =>
    groups.map((group) => ({ hits: group[of].get(name) ?? 0, samples: group.samples }));
  const courses = names.map((name) => listHits(name, 'own'));
  const rows = names.map((name, at): FlatRow => {
    const withCalls = estimateShare(listHits(name, 'within'));
    return { name, isIdle: false, ...estimateHits(courses[at] ?? []), withCalls };
  });
  const [unseen, periods] = [unseenShare(courses), countPeriods(courses)];
  const all = ({ withCalls }: FlatRow) => withCalls?.share ?? 0;
  rows.sort((a, b) => b.samples - a.samples || all(b) - all(a) || (a.name < b.name ? -1 : 1));
  const leftOut = {
    clock: sumGroups(({ clock }) => clock),
    agent: sumGroups(({ agent }) => agent),
  };
  const layers = LAYERS.map((layer): LayerShare => {
    return { layer, ...estimateHits(listHits(layer, 'layers')) };
  }).filter(({ samples }) => samples > 0);
  return {
    rows,
    samples: sumGroups(({ samples }) => samples),
    idle: 0,
    unseen,
    periods,
    leftOut,
    layers,
  };
}

interface Group {
  /** Stacks of the operation that end in a function. */
  readonly own: ReadonlyMap<string, number>;
  /** Stacks that contain it. */
  readonly within: ReadonlyMap<string, number>;
  /** Stacks that end in a layer. */
  readonly layers: ReadonlyMap<string, number>;
  readonly samples: number;
  readonly clock: number;
  readonly agent: number;
}

function countGroup(stacks: readonly Stack[], parts: ProgramParts): Group {
  const own = new Map<string, number>();
  const within = new Map<string, number>();
  const layers = new Map<string, number>();
  let [clock, agent] = [0, 0];
  for (const stack of stacks) {
    const part = classifyStack(stack, parts);
    if (part === 'agent') agent += 1;
    else if (part === 'clock') clock += 1;
    else {
      const names = stack.map(formatName);
      const [innermost = ''] = names;
      addCount(own, innermost);
      addCount(layers, findLayer(stack));
      for (const name of new Set(names)) addCount(within, name);
    }
  }
  return { own, within, layers, samples: stacks.length - clock - agent, clock, agent };
}

/** The part of a benchmark's process that a stack belongs to. */
export function classifyStack(
  stack: Stack,
  { listNames, findRole, findOperation }: ProgramParts,
): 'operation' | 'clock' | 'agent' {
  const program = stack.filter(({ module }) => module === '').flatMap(listNames);
  // A thread that begins or ends has nothing of the program below it.
  if (program.length === 0) return 'operation';
  const measured = program.find((name) => findRole(name) === 'measured');
  const roles = new Set(program.map(findRole));
  if (measured === undefined) {
    // What the core of the agent calls without measuring is done between executions.
    return roles.has('benchmark') && !roles.has('core') ? 'operation' : 'agent';
  }
  if (roles.has('reading') || isReading(stack, program[0] ?? '')) return 'clock';
  const operation = findOperation(measured);
  return operation === undefined || program.includes(operation) ? 'operation' : 'agent';
}

/** Loops of samples read the clock around each execution; loops of batches read it for the operation only. */
const isReading = (stack: Stack, caller: string) =>
  !caller.endsWith('_batch') && stack.some(({ name }) => name.startsWith('clock_gettime'));

/** The layer of a stack's innermost function. */
function findLayer(stack: Stack): Layer {
  const inwards = [...stack].reverse();
  return inwards.reduce<Layer>((caller, { name, module }) => {
    if (module === 'kernel') return kernelLayer(name, caller);
    if (module === '[vdso]') return 'vDSO';
    return module === '' ? 'program' : 'C library';
  }, 'program');
}

function formatName({ name, module }: SampledFunction): string {
  const text = name === '[unknown]' ? '(no function)' : name;
  return module === '' ? text : `${text} [${module}]`;
}
