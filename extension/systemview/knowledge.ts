import { type FieldReader, readFields } from './fields';
import { EventId, ExtendedId, FIRST_MODULE_EVENT } from './ids';

/** Contents of the INIT packet. */
export interface Init {
  readonly sysFreq: number;
  readonly cpuFreq: number;
  readonly ramBase: number;
  readonly idShift: number;
}

/** A task as the target described it. */
export interface TaskInfo {
  readonly name: string;
  readonly prio: number;
  readonly stack?: StackInfo;
}

/** A task's stack in bytes and addresses. */
export interface StackInfo {
  readonly base: number;
  readonly size: number;
  readonly usage: number;
}

/** A module: its first event id, its name and the lines that describe its events. */
export interface Module {
  readonly base: number;
  readonly name: string;
  readonly lines: readonly string[];
}

/** A registered data series. */
export interface DataSeries {
  readonly name: string;
  readonly type: 'u32' | 'i32' | 'float';
  readonly offset: number;
  readonly min: number;
  readonly max: number;
  readonly scale: number;
  readonly unit: string;
}

/** Zephyr's numbering of heap calls: newer releases insert `k_heap_calloc`. */
export type ZephyrHeap = 'without calloc' | 'with calloc';

/** The stream's own description so far. Tasks and resources are keyed by their shrunk ids. */
export interface Knowledge {
  init: Init | undefined;
  /** Zephyr's numbering of heap calls, inferred from the payloads of such calls. */
  zephyrHeap: ZephyrHeap | undefined;
  readonly sysdesc: string[];
  readonly tasks: Map<number, TaskInfo>;
  readonly resources: Map<number, string>;
  readonly markers: Map<number, string>;
  readonly interrupts: Map<number, string>;
  readonly modules: Map<number, Module>;
  readonly data: Map<number, DataSeries>;
}

/** Creates empty knowledge. */
export function newKnowledge(): Knowledge {
  return {
    init: undefined,
    zephyrHeap: undefined,
    sysdesc: [],
    tasks: new Map(),
    resources: new Map(),
    markers: new Map(),
    interrupts: new Map(),
    modules: new Map(),
    data: new Map(),
  };
}

/**
 * Expands an id to the target's own; shrunk ids stay as they are until INIT has defined the
 * expansion.
 */
export function expandId(knowledge: Knowledge, id: number): number {
  const { init } = knowledge;
  if (init === undefined) return id;
  return (init.ramBase + id * 2 ** (init.idShift & 31)) % 2 ** 32;
}

/** Returns the shrunk id of a full address. */
export function shrinkId(knowledge: Knowledge, address: number): number {
  const { init } = knowledge;
  if (init === undefined) return address;
  return ((address - init.ramBase) >>> 0) >>> (init.idShift & 31);
}

/**
 * Returns an item of the system description: N application, D device, C core, O operating system.
 */
export function systemItem(knowledge: Knowledge, key: string): string | undefined {
  for (const text of knowledge.sysdesc) {
    for (const item of text.split(',')) {
      const [name, ...value] = item.split('=');
      if (name?.trim() === key) return value.join('=').trim();
    }
  }
  return undefined;
}

/** Returns the module of an event id: the one with the highest base not above it. */
export function findModule(knowledge: Knowledge, id: number): Module | undefined {
  let found: Module | undefined;
  for (const module of knowledge.modules.values()) {
    if (module.base <= id && (found === undefined || module.base > found.base)) found = module;
  }
  return found;
}

/**
 * Returns an event's number within the module `name`, or undefined if it belongs to another one. A
 * recording without module descriptions is assumed to have no other module.
 */
export function moduleEventNumber(
  knowledge: Knowledge,
  name: string,
  id: number,
): number | undefined {
  if (knowledge.modules.size === 0) return id - FIRST_MODULE_EVENT;
  const module = findModule(knowledge, id);
  return module?.name === name ? id - module.base : undefined;
}

const TYPES = ['u32', 'i32', 'float'] as const;

function learnSysDesc(knowledge: Knowledge, text: string): void {
  if (text === '' || knowledge.sysdesc.includes(text)) return;
  knowledge.sysdesc.push(text);
  for (const [, number, name] of text.matchAll(/I#(\d+)=([^,]*)/g)) {
    knowledge.interrupts.set(Number(number), name ?? '');
  }
}

function learnStack(knowledge: Knowledge, fields: FieldReader): void {
  const id = fields.u32();
  const [first, second] = [fields.u32(), fields.u32()];
  const usage = fields.rest() > 0 ? fields.u32() : 0;
  // Zephyr's port swaps base and size; a base below the size reveals that.
  const swapped = first < second && systemItem(knowledge, 'O')?.startsWith('Zephyr') === true;
  const stack = { base: swapped ? second : first, size: swapped ? first : second, usage };
  const task = knowledge.tasks.get(id);
  if (task !== undefined) knowledge.tasks.set(id, { ...task, stack });
}

function learnModule(knowledge: Knowledge, fields: FieldReader): void {
  const [number, base, text] = [fields.u32(), fields.u32(), fields.text()];
  if (!fields.ok) return;
  const known = knowledge.modules.get(number);
  if (known?.base === base && /^\s*\d+\s/.test(text)) {
    if (known.lines.includes(text)) return;
    knowledge.modules.set(number, { ...known, lines: [...known.lines, text] });
    return;
  }
  const name = /(?:^|,)\s*M=([^,]*)/.exec(text)?.[1] ?? text;
  knowledge.modules.set(number, { base, name: name.trim(), lines: known?.lines ?? [] });
}

function learnExtended(knowledge: Knowledge, fields: FieldReader): void {
  const kind = fields.u32();
  const id = fields.u32();
  if (kind === ExtendedId.NameMarker) {
    const name = fields.text();
    if (fields.ok) knowledge.markers.set(id, name);
    return;
  }
  if (kind !== ExtendedId.RegisterData) return;
  const name = fields.text();
  if (!fields.ok) return;
  // The target omits trailing fields that are zero.
  const next = <T>(read: () => T, otherwise: T): T => (fields.rest() > 0 ? read() : otherwise);
  knowledge.data.set(id, {
    name,
    type: TYPES[next(fields.u32, 0)] ?? 'u32',
    offset: next(fields.i32, 0),
    min: next(fields.i32, 0),
    max: next(fields.i32, 0),
    scale: next(fields.f32, 0),
    unit: next(fields.text, ''),
  });
}

/** Number of integers in each numbering's calls, by id from ZEPHYR_HEAP on. */
const ZEPHYR_HEAP = 78;
const HEAP_CALLS: readonly (readonly [without: number, having: number])[] = [
  [1, 2],
  [2, 1],
  [4, 2],
  [0, 4],
];

function learnHeap(knowledge: Knowledge, id: number, payload: Uint8Array): void {
  // Only the last byte of each integer is below 128.
  const integers = payload.reduce((count, byte) => count + (byte < 128 ? 1 : 0), 0);
  const [without, having] = HEAP_CALLS[id - ZEPHYR_HEAP] ?? [];
  if (integers === without) knowledge.zephyrHeap = 'without calloc';
  if (integers === having) knowledge.zephyrHeap = 'with calloc';
}

function isHeapCall(id: number): boolean {
  return id >= ZEPHYR_HEAP && id < ZEPHYR_HEAP + HEAP_CALLS.length;
}

/** Records what a packet reports about the target; other packets change nothing. */
export function learn(knowledge: Knowledge, id: number, payload: Uint8Array): void {
  const fields = readFields(payload);
  switch (id) {
    case EventId.Init: {
      const [sysFreq, cpuFreq] = [fields.u32(), fields.u32()];
      const [ramBase, idShift] = [fields.u32(), fields.u32()];
      if (fields.ok) knowledge.init = { sysFreq, cpuFreq, ramBase, idShift };
      return;
    }
    case EventId.SysDesc:
      learnSysDesc(knowledge, fields.text());
      return;
    case EventId.TaskInfo: {
      const [task, prio, name] = [fields.u32(), fields.u32(), fields.text()];
      if (fields.ok) knowledge.tasks.set(task, { ...knowledge.tasks.get(task), name, prio });
      return;
    }
    case EventId.StackInfo:
      learnStack(knowledge, fields);
      return;
    case EventId.ModuleDesc:
      learnModule(knowledge, fields);
      return;
    case EventId.NameResource: {
      const [resource, name] = [fields.u32(), fields.text()];
      if (fields.ok) knowledge.resources.set(resource, name);
      return;
    }
    case EventId.Extended:
      learnExtended(knowledge, fields);
      return;
  }
  if (isHeapCall(id)) learnHeap(knowledge, id, payload);
}

/** Returns whether `learn` evaluates packets with this id. */
export function isDescription(id: number): boolean {
  return (
    id === EventId.Init ||
    id === EventId.SysDesc ||
    id === EventId.TaskInfo ||
    id === EventId.StackInfo ||
    id === EventId.ModuleDesc ||
    id === EventId.NameResource ||
    id === EventId.Extended ||
    isHeapCall(id)
  );
}
