import { type ExecutedCode, INDIRECT } from '../code';
import { isKernel } from '../image';

/**
 * A called function, as it is linked. The caller of the first ones is unknown until they return:
 * then it is inserted, for what was executed before as well.
 */
export interface CallFrame {
  readonly symbol: number;
  readonly context: ExecutionContext;
  parent: CallFrame | undefined;
  /** The instruction that called it; the one that it returned to if the call was before the window. */
  site: number | undefined;
  /** It was called before the window. */
  isCallUnseen?: boolean;
  /** It was called in an earlier one of several windows, at an address that is not known. */
  isEarlier?: boolean;
  /** The number of entries: one, unless it was on the stack before the window. */
  readonly isEntered: boolean;
}

/** A thread, or an exception that interrupted something. */
export interface ExecutionContext {
  readonly kind: 'thread' | 'exception';
  /** Threads are numbered in the order in which they are seen, exceptions named by their symbol. */
  readonly number: number;
  readonly symbol: number;
  /** The frame that trapped into an exception on purpose, as a system call does. */
  readonly under: CallFrame | undefined;
  readonly trap: number | undefined;
  top: CallFrame;
  /** The first frames, whose caller is unknown. */
  firsts: CallFrame[];
  /** The last instruction before it was interrupted. */
  last: number | undefined;
}

/** A path with the frame of each instruction. */
export interface WalkedPath {
  readonly instructions: readonly number[];
  readonly frames: readonly CallFrame[];
  readonly threads: number;
}

interface Walk {
  readonly code: ExecutedCode;
  readonly handlers: ReadonlySet<number>;
  readonly threads: ExecutionContext[];
  /** Exceptions that are active, the latest last. */
  active: ExecutionContext[];
  current: ExecutionContext;
}

/**
 * Finds the frame of each instruction of a path. Steps are those of a capture, with indices of
 * `code`: see `CapturedPath`.
 */
export function walkPath(code: ExecutedCode, steps: readonly number[]): WalkedPath {
  const instructions = steps.filter((step) => step % 2 === 0).map((step) => step / 2);
  const frames: CallFrame[] = [];
  const [first] = instructions;
  if (first === undefined) return { instructions, frames, threads: 0 };
  const walk = beginWalk(code, first);
  const slots = new Map<number, ExecutionContext>();
  const tasks = new Map<number, Pick<Walk, 'current' | 'active'>>();
  const hasMarks = instructions.length < steps.length || isLinux(code);
  let restored: number | undefined;
  let previous: number | undefined;
  for (const step of steps) {
    if (step % 2 === 1) {
      const slot = step >> 2;
      if (previous !== undefined && isInKernel(code, previous)) {
        if (step % 4 === 1) tasks.set(slot, { current: walk.current, active: walk.active });
        else switchTask(walk, previous, tasks.get(slot));
      } else if (step % 4 === 1) slots.set(slot, walk.current);
      else restored = slot;
      continue;
    }
    const next = step / 2;
    if (previous !== undefined) {
      const kind = classifyTransition(walk, previous, next);
      if (kind === 'leave') {
        const thread = () => {
          const found = restored === undefined ? walk.current : slots.get(restored);
          if (restored !== undefined) slots.delete(restored);
          restored = undefined;
          return hasMarks ? found : likeliest(walk, next);
        };
        leaveException(walk, next, thread);
      } else if (kind === 'go') go(walk, getContext(walk), previous, next);
      else enterException(walk, kind, previous, next);
    }
    frames.push(getContext(walk).top);
    previous = next;
  }
  return { instructions, frames, threads: walk.threads.length };
}

function beginWalk(code: ExecutedCode, first: number): Walk {
  const current = newContext(code, 'thread', 1, first, false);
  const handlers = new Set(code.handlers);
  return { code, handlers, threads: [current], active: [], current };
}

const isInKernel = ({ instructions }: ExecutedCode, at: number) =>
  isKernel(instructions[at]?.address ?? 0);
const isLinux = ({ instructions }: ExecutedCode) => isKernel(instructions.at(-1)?.address ?? 0);

/**
 * Goes on in another thread of Linux, whose switch is a function: with the exceptions that are active
 * in it, such as the system call that gave way. A thread that is new begins in the middle of the switch.
 */
function switchTask(
  walk: Walk,
  at: number,
  task: Pick<Walk, 'current' | 'active'> | undefined,
): void {
  if (task !== undefined) Object.assign(walk, task);
  else {
    walk.active = [];
    walk.current = newContext(walk.code, 'thread', walk.threads.length + 1, at, false);
    walk.threads.push(walk.current);
  }
}

const getContext = ({ active, current }: Walk) => active.at(-1) ?? current;

function newContext(
  code: ExecutedCode,
  kind: ExecutionContext['kind'],
  number: number,
  first: number,
  isEntered: boolean,
  trap?: { readonly under: CallFrame; readonly trap: number },
): ExecutionContext {
  const symbol = getSymbol(code, first);
  // The context and its first frame refer to each other.
  const context = {
    kind,
    number,
    symbol,
    under: undefined,
    trap: undefined,
    ...trap,
  } as ExecutionContext;
  const top = { symbol, context, parent: undefined, site: undefined, isEntered };
  return Object.assign(context, { top, firsts: [top], last: undefined });
}

const getSymbol = ({ instructions }: ExecutedCode, at: number) => instructions[at]?.symbol ?? -1;

const isStart = ({ instructions, symbols }: ExecutedCode, at: number) => {
  const instruction = instructions[at];
  return instruction !== undefined && symbols[instruction.symbol]?.from === instruction.address;
};

/** Instructions of unknown bytes are not longer, unless they are of another machine. */
const LONGEST_UNKNOWN = 8;

/** True if one instruction follows another in memory. */
function isNext({ instructions }: ExecutedCode, from: number, to: number): boolean {
  const [before, after] = [instructions[from], instructions[to]];
  if (before === undefined || after === undefined) return false;
  const distance = after.address - before.address;
  if (before.flow !== 'unknown') return distance === before.length;
  return distance > 0 && distance <= LONGEST_UNKNOWN && before.symbol === after.symbol;
}

/** True if a call at `site` returns to an instruction. */
const isReturn = (code: ExecutedCode, site: number | undefined, to: number): boolean =>
  site !== undefined && isNext(code, site, to);

type Transition = 'go' | 'leave' | 'exception' | 'trap' | 'chain';

/** Decides how a walk gets from one instruction to the next: within a context or between two. */
function classifyTransition(walk: Walk, from: number, to: number): Transition {
  const { code, handlers, active } = walk;
  const { flow = 'unknown', target = INDIRECT } = code.instructions[from] ?? {};
  const context = active.at(-1);
  // Linux returns to programs in more ways than one; a new thread begins by doing so.
  if (isInKernel(code, from) && !isInKernel(code, to)) return context ? 'leave' : 'go';
  if (context !== undefined && flow === 'unknown') {
    const { last } = active.at(-2) ?? walk.current;
    if (last !== undefined && isNext(code, last, to)) return 'leave';
  }
  if (isNext(code, from, to)) return 'go';
  const isBottom = context !== undefined && context.top.parent === undefined;
  const isLeaving =
    flow === 'return' && isBottom && (!isInKernel(code, from) || isExit(code, from));
  const isHandler = handlers.has(to) && !(flow !== 'next' && target === to);
  if (isHandler) return isLeaving ? 'chain' : flow === 'trap' ? 'trap' : 'exception';
  if (isLeaving) return 'leave';
  if (flow === 'trap') return 'trap';
  const isFixed = flow === 'next' || ((flow === 'jump' || flow === 'call') && target !== INDIRECT);
  return isFixed && target !== to ? 'exception' : 'go';
}

/** Linux returns to what it interrupted in itself from there; other returns of its are those of functions. */
const isExit = ({ instructions, symbols }: ExecutedCode, at: number) =>
  /^svc_|_svc$/.test(symbols[instructions[at]?.symbol ?? -1]?.name ?? '');

function enterException(
  walk: Walk,
  kind: 'exception' | 'trap' | 'chain',
  from: number,
  to: number,
): void {
  if (kind === 'chain') walk.active.pop();
  else getContext(walk).last = from;
  const trap = kind === 'trap' ? { under: getContext(walk).top, trap: from } : undefined;
  walk.active.push(newContext(walk.code, 'exception', 0, to, true, trap));
}

/** Continues what was interrupted, or another thread, and repeats the interrupted step. */
function leaveException(walk: Walk, to: number, find: () => ExecutionContext | undefined): void {
  walk.active.pop();
  const interrupted = walk.active.at(-1);
  if (interrupted === undefined) {
    const thread = find() ?? newContext(walk.code, 'thread', walk.threads.length + 1, to, false);
    if (!walk.threads.includes(thread)) walk.threads.push(thread);
    walk.current = thread;
  }
  const context = getContext(walk);
  const { last } = context;
  context.last = undefined;
  if (last !== undefined && last !== to) go(walk, context, last, to);
}

/** Finds the thread that may continue at an instruction, for captures that do not mark switches. */
function likeliest({ code, threads, current }: Walk, to: number): ExecutionContext | undefined {
  const fits = (context: ExecutionContext): boolean => {
    const { last } = context;
    if (last === undefined) return false;
    const { flow, target } = code.instructions[last] ?? {};
    if (isNext(code, last, to) || last === to) return true;
    if (flow === 'jump' || flow === 'call') return target === to || target === INDIRECT;
    return (
      flow === 'return' && listFrames(context.top).some(({ site }) => isReturn(code, site, to))
    );
  };
  return fits(current) ? current : threads.find(fits);
}

function listFrames(top: CallFrame): CallFrame[] {
  const frames: CallFrame[] = [];
  for (let frame: CallFrame | undefined = top; frame; frame = frame.parent) frames.push(frame);
  return frames;
}

/** Gets from one instruction of a context to its next one. */
function go({ code }: Walk, context: ExecutionContext, from: number, to: number): void {
  if (isNext(code, from, to)) return;
  const { flow = 'unknown' } = code.instructions[from] ?? {};
  const isSame = getSymbol(code, from) === getSymbol(code, to);
  const { top } = context;
  if (flow === 'call' || (flow === 'unknown' && isStart(code, to))) {
    context.top = newFrame(code, to, top, from);
    return;
  }
  if (isSame && flow !== 'return') return;
  const returning = listFrames(top).find(({ site }) => isReturn(code, site, to));
  if (returning?.parent) context.top = returning.parent;
  else if (flow === 'jump' || (isInKernel(code, to) && isStart(code, to)))
    replaceTop(code, context, to);
  else insertCaller(code, context, to);
}

function newFrame(code: ExecutedCode, at: number, parent: CallFrame, site: number): CallFrame {
  const symbol = getSymbol(code, at);
  return { symbol, context: parent.context, parent, site, isEntered: true };
}

/**
 * A tail call: the function returns to the caller of the one that jumped. A return to the start of a
 * function of the kernel is one too: the way out of a system call is set up as what it returns to.
 */
function replaceTop(code: ExecutedCode, context: ExecutionContext, to: number): void {
  const { parent, site } = context.top;
  const symbol = getSymbol(code, to);
  context.top = { symbol, context, parent, site, isEntered: isStart(code, to) };
  if (parent === undefined) context.firsts.push(context.top);
}

/** A return to an unknown caller: it has been there all the time. */
function insertCaller(code: ExecutedCode, context: ExecutionContext, to: number): void {
  const symbol = getSymbol(code, to);
  const caller: CallFrame = {
    symbol,
    context,
    parent: undefined,
    site: undefined,
    isEntered: false,
  };
  // The call is right before; if nothing was executed there, its address is unknown.
  const before = to > 0 && isNext(code, to - 1, to) ? to - 1 : undefined;
  // Its own call was seen, so it returns there; this is the next one of several windows.
  const { top } = context;
  const isOtherWindow = top.parent !== undefined;
  if (isOtherWindow) Object.assign(top, { parent: caller, site: to, isCallUnseen: true });
  for (const frame of context.firsts) {
    frame.parent = caller;
    frame.site = before ?? to;
    frame.isCallUnseen = before === undefined || isOtherWindow;
    frame.isEarlier = isOtherWindow;
  }
  context.firsts = [caller];
  context.top = caller;
}
