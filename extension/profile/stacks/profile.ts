import { newTable } from '../../base';
import type { Capture } from '../capture';
import type { ExecutedCode, ProfiledFunction } from '../code';
import { type CallFrame, walkPath, type WalkedPath } from './walk';

/** A function or a thread in a profile, or the frame of the clock and the loop. */
export interface NamedFunction extends Omit<ProfiledFunction, 'isHarness'> {
  /** An operation is what the stacks of several joined operations are in. */
  readonly kind: 'function' | 'thread' | 'clock' | 'operation';
}

/** A stack: a function, and the stack that it was called from. */
export interface StackNode {
  /** An index of nodes, always a smaller one; -1 if nothing is below it. */
  readonly parent: number;
  readonly function: number;
  /** The line where it was called or inlined, in the function of its parent. */
  readonly calledFile: number;
  readonly calledLine: number;
  readonly isInlined: boolean;
}

export interface ProfilePath {
  /** Samples that took this path. */
  readonly count: number;
  /** The executed instructions in order, as indices of the code, and the node of each. */
  readonly instructions: readonly number[];
  readonly nodes: readonly number[];
  /** The nodes that were called, once for each call. */
  readonly calls: readonly number[];
  /** The samples of each of successive groups, if it was sampled. */
  readonly groups?: readonly number[] | undefined;
}

/** The circumstances in which an operation was sampled. */
export interface Sampling {
  /** The register, command or event that took the samples, in words. */
  readonly way: string;
  readonly seconds: number;
  /** Samples per second that were reached. */
  readonly rate: number;
  /** Only the functions themselves are known, not their callers. */
  readonly isFlat: boolean;
  /** Samples that are no part of the operation: readings of the clock, and the agent's own work. */
  readonly clock: number;
  readonly agent: number;
  /** Samples that were left out because the core was idle. */
  readonly idle: number;
  /** Sentences about how far the shares can be trusted. */
  readonly remarks: readonly string[];
}

/**
 * The instructions of an operation by function, raw: with the clock and the loop. If it was sampled,
 * a path is a stack that samples hit, with a single instruction: what adds up is the samples.
 */
export interface Profile {
  readonly name: string;
  readonly code: ExecutedCode;
  readonly functions: readonly NamedFunction[];
  readonly nodes: readonly StackNode[];
  readonly paths: readonly ProfilePath[];
  /** The path of each sample, in the order in which they were measured. */
  readonly order: readonly number[];
  /** The number of samples that were measured, if these are only the first of them. */
  readonly measuredSamples?: number | undefined;
  /** Undefined if every instruction was recorded. */
  readonly sampled?: Sampling | undefined;
}

/** The steps of a capture, with indices of the code. */
export interface CodeCapture extends Pick<Capture, 'paths' | 'order' | 'measuredSamples'> {
  readonly sampled?: Sampling | undefined;
}

export const CLOCK_AND_LOOP = 'clock and loop';

/** Makes a profile from what was executed. Its paths are as long as those of the capture. */
export function newProfile(
  name: string,
  code: ExecutedCode,
  { paths, order, measuredSamples, sampled }: CodeCapture,
): Profile {
  if (sampled) return newSampledProfile(name, code, { paths, order, sampled });
  const walked = paths.map(({ steps }) => walkPath(code, steps));
  const stacks = newStacks(
    code,
    walked.some(({ threads }) => threads > 1),
  );
  const profiled = walked.map((path, index): ProfilePath => {
    const { nodes, calls } = stacks.resolve(path);
    return { count: paths[index]?.count ?? 0, instructions: path.instructions, nodes, calls };
  });
  const { functions, nodes: all } = stacks;
  return { name, code, functions, nodes: all, paths: profiled, order, measuredSamples };
}

/** Makes a profile from stacks that were sampled. */
function newSampledProfile(
  name: string,
  code: ExecutedCode,
  { paths, order, sampled }: CodeCapture,
): Profile {
  const { functions, nodes, addNameless, extend } = newNodes(code);
  const stacks = paths.map(({ steps, count, groups }): ProfilePath => {
    const top = steps.reduce<Base>(
      (base, step) => ({ below: extend(base, step / 2), site: step / 2 }),
      { below: ROOT, site: ROOT },
    );
    // The loop around an operation is no function.
    const node = top.below === ROOT ? addNameless('clock', CLOCK_AND_LOOP) : top.below;
    return { count, instructions: [top.site], nodes: [node], calls: [], groups };
  });
  return { name, code, functions, nodes, paths: stacks, order, sampled };
}

/** The nodes of a stack, outermost first. */
export function listStackNodes({ nodes }: Profile, node: number): number[] {
  const stack: number[] = [];
  for (let at = node; at >= 0; at = nodes[at]?.parent ?? -1) stack.unshift(at);
  return stack;
}

const NOWHERE = { calledFile: -1, calledLine: 0 };
const ROOT = -1;

/** The origin of a frame: the node that called it, and the instruction that did. */
interface Base {
  readonly below: number;
  readonly site: number;
}

/** The nodes of a profile. Equal stacks of all paths share one. */
function newNodes(code: ExecutedCode) {
  const functions = newTable<NamedFunction>(({ kind, name, file, line }) =>
    [kind, name, file, line].join(' '),
  );
  const nodes = newTable<StackNode>((node) =>
    [node.parent, node.function, node.calledFile, node.calledLine, node.isInlined].join(' '),
  );
  const isRoot = (node: number) =>
    node === ROOT || functions.rows[nodes.rows[node]?.function ?? -1]?.kind === 'thread';
  const known = new Map<number, number>();
  return {
    functions: functions.rows,
    nodes: nodes.rows,
    isRoot,
    addNameless(kind: 'thread' | 'clock', name: string): number {
      const own = functions.add({ kind, name, file: -1, line: 0 });
      return nodes.add({ parent: ROOT, function: own, isInlined: false, ...NOWHERE });
    },
    /** Adds the functions of an instruction to a stack; adds none if all are harness. */
    extend({ below, site }: Base, at: number): number {
      const chain = code.instructions[at]?.chain ?? -1;
      // Stacks, instructions and chains are few enough for one exact number.
      const key =
        ((below + 1) * (code.instructions.length + 1) + site + 1) * code.chains.length + chain;
      const found = known.get(key);
      if (found !== undefined) return found;
      let parent = below;
      let callSite = findCallSite(code, site);
      let isInlined = false;
      for (const each of (code.chains[chain] ?? []).toReversed()) {
        const { isHarness, ...own } = code.functions[each.function] ?? UNKNOWN;
        const isLoop = isHarness && isRoot(parent);
        const index = isLoop ? ROOT : functions.add({ ...own, kind: 'function' });
        // The compiler inlines a part of a function into its rest.
        const isPart = isInlined && nodes.rows[parent]?.function === index;
        if (!isLoop && !isPart) {
          parent = nodes.add({ parent, function: index, isInlined, ...callSite });
        }
        isInlined = !isLoop;
        callSite = { calledFile: each.file, calledLine: each.line };
      }
      known.set(key, parent);
      return parent;
    },
  };
}

function findCallSite({ chains, instructions }: ExecutedCode, at: number): typeof NOWHERE {
  const [innermost] = chains[instructions[at]?.chain ?? -1] ?? [];
  return { calledFile: innermost?.file ?? -1, calledLine: innermost?.line ?? 0 };
}

/** Finds the node of each instruction of a path by its frames. */
function newStacks(code: ExecutedCode, hasThreads: boolean) {
  const { functions, nodes, isRoot, addNameless, extend } = newNodes(code);
  const chooseRoot = ({ context: { kind, number } }: CallFrame) =>
    hasThreads && kind === 'thread' ? addNameless('thread', `thread ${number}`) : ROOT;
  const resolve = ({ instructions, frames }: WalkedPath) => {
    const bases = new Map<CallFrame, Base>();
    const findBase = (frame: CallFrame): Base => {
      const found = bases.get(frame);
      if (found !== undefined) return found;
      const parent = frame.parent ?? frame.context.under;
      const site = frame.parent ? frame.site : frame.context.trap;
      const isApart = frame.isCallUnseen === true && site !== undefined && isReading(code, site);
      const base =
        parent === undefined || site === undefined
          ? { below: chooseRoot(frame), site: ROOT }
          : { below: isApart ? findBase(parent).below : extend(findBase(parent), site), site };
      bases.set(frame, base);
      return base;
    };
    const readings = new Map<CallFrame, boolean>();
    /** A function that reads the clock, or what that calls: the kernel, for one. */
    const isClock = (frame: CallFrame): boolean => {
      const found = readings.get(frame);
      if (found !== undefined) return found;
      const { parent, site, context } = frame;
      const [caller, from] = parent ? [parent, site] : [context.under, context.trap];
      // The call was right before: a reading that closes a window had not begun.
      const kind = frame.isCallUnseen === true ? OPENING : READING;
      const isKnown = parent !== undefined && site !== undefined && frame.isEarlier !== true;
      const isOwn = isKnown && isReading(code, site, kind);
      const isPart = isOwn || (caller !== undefined && from !== undefined && isClock(caller));
      readings.set(frame, isPart);
      return isPart;
    };
    const calls: number[] = [];
    const entered = new Set<CallFrame>();
    const own = instructions.map((at, index) => {
      const frame = frames[index];
      const isApart = frame === undefined || isReading(code, at) || isClock(frame);
      const node = isApart ? ROOT : extend(findBase(frame), at);
      if (isRoot(node)) return addNameless('clock', CLOCK_AND_LOOP);
      if (frame?.isEntered === true && !entered.has(frame)) {
        entered.add(frame);
        calls.push(findLinkedNode(nodes, node));
      }
      return node;
    });
    return { nodes: own, calls };
  };
  return { functions, nodes, resolve };
}

const READING = /^cyclescope_(open|close)_window$/;
const OPENING = /^cyclescope_open_window$/;
const UNKNOWN: ProfiledFunction = { name: '?', file: -1, line: 0, isHarness: false };

/** An instruction of a function that reads the clock, or of one that was inlined into it. */
function isReading(code: ExecutedCode, at: number, kind = READING): boolean {
  const chain = code.chains[code.instructions[at]?.chain ?? -1] ?? [];
  return chain.some((frame) => kind.test(code.functions[frame.function]?.name ?? ''));
}

/** The node of the function that was called, below those that were inlined into it. */
function findLinkedNode(nodes: readonly StackNode[], node: number): number {
  let at = node;
  for (let own = nodes[at]; own?.isInlined === true; own = nodes[at]) at = own.parent;
  return at;
}
