import { type EventDescription, parseEvent } from './description';
import { type FieldReader, readFields } from './fields';
import { EventId, eventName, ExtendedId, getExtendedName, FIRST_MODULE_EVENT } from './ids';
import { expandId, type Knowledge, type Module, findModule } from './knowledge';
import { readPrint } from './print';
import type { Packet } from './sink';
import { fieldText, type FormatContext, hex, parametersText, taskText } from './value';
import { isZephyr, ZEPHYR_PENDED, zephyrEnd, zephyrEvent } from './zephyr';

const parsedModules = new WeakMap<Module, ReadonlyMap<number, EventDescription>>();

/** Parses events described by the module itself: lines of a number, a name and parameters. */
function moduleEvents(module: Module): ReadonlyMap<number, EventDescription> {
  const known = parsedModules.get(module);
  if (known !== undefined) return known;
  const events = new Map<number, EventDescription>();
  for (const line of module.lines) {
    const [, number, rest = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    if (number !== undefined) events.set(Number(number), parseEvent(rest));
  }
  parsedModules.set(module, events);
  return events;
}

function describe(
  { knowledge, description }: FormatContext,
  id: number,
  zephyr: typeof zephyrEvent = zephyrEvent,
): EventDescription {
  const module = id >= FIRST_MODULE_EVENT ? findModule(knowledge, id) : undefined;
  const own = module && moduleEvents(module).get(id - module.base);
  const name = module === undefined ? `Event ${id}` : `${module.name} ${id - module.base}`;
  const described = own ?? description.events.get(id);
  const known = described ?? (isZephyr(knowledge) ? zephyr(id, knowledge) : undefined);
  return known ?? { name, parameters: [], returns: undefined };
}

/** Returns an event's name from SystemView, the target itself, or a description file. */
export function eventTitle(context: FormatContext, id: number): string {
  return eventName(id) ?? describe(context, id).name;
}

function stopCause({ knowledge, description }: FormatContext, cause: number): string {
  const { mask, names } = description.taskStates;
  const name = names.get((cause & mask) >>> 0);
  if (name !== undefined) return name;
  return cause === ZEPHYR_PENDED && isZephyr(knowledge) ? 'waits' : String(cause);
}

function interruptText(knowledge: Knowledge, number: number): string {
  return knowledge.interrupts.get(number) ?? `#${number}`;
}

function markerText(knowledge: Knowledge, id: number): string {
  return knowledge.markers.get(id) ?? `#${id}`;
}

function sampleText(knowledge: Knowledge, fields: FieldReader): string {
  const id = fields.u32();
  const series = knowledge.data.get(id);
  const value =
    series?.type === 'float' ? fields.f32() : series?.type === 'i32' ? fields.i32() : fields.u32();
  return `${series?.name ?? `#${id}`}=${value}${series?.unit ? ` ${series.unit}` : ''}`;
}

function endCallText(context: FormatContext, fields: FieldReader): string {
  const id = fields.u32();
  const hasValue = fields.rest() > 0;
  const call = describe(context, id, (...of) => zephyrEnd(...of, hasValue));
  if (!hasValue) return call.name;
  return `${call.name} returns ${fieldText(context, call.returns ?? 'u', fields)}`;
}

function formatExtended({ knowledge }: FormatContext, fields: FieldReader): string {
  const kind = fields.u32();
  const first = fields.u32();
  const address = (): string => hex(expandId(knowledge, fields.u32()), 8);
  const size = (): string => `${fields.u32() * 2 ** (knowledge.init?.idShift ?? 0)} bytes`;
  const heap = `${getExtendedName(kind)} heap=${hex(expandId(knowledge, first), 8)}`;
  switch (kind) {
    case ExtendedId.Mark:
      return `${getExtendedName(kind)} ${markerText(knowledge, first)}`;
    case ExtendedId.HeapDefine:
      return `${heap} base=${address()} size=${size()} metadata=${fields.u32()}`;
    case ExtendedId.HeapAlloc:
      return `${heap} block=${address()} size=${size()}`;
    case ExtendedId.HeapAllocEx:
      return `${heap} block=${address()} size=${size()} tag=${fields.u32()}`;
    case ExtendedId.HeapFree:
      return `${heap} block=${address()}`;
    case ExtendedId.NameMarker:
    case ExtendedId.RegisterData:
      return `${getExtendedName(kind)} #${first} ${JSON.stringify(fields.text())}`;
    default:
      return `${getExtendedName(kind)} ${first}`;
  }
}

function ownText(context: FormatContext, id: number, fields: FieldReader): string {
  const { knowledge } = context;
  const task = (): string => taskText(knowledge, fields.u32());
  switch (id) {
    case EventId.Overflow:
      return `dropped=${fields.u32()}`;
    case EventId.IsrEnter:
      return interruptText(knowledge, fields.u32());
    case EventId.TaskStartExec:
    case EventId.TaskStartReady:
    case EventId.TaskCreate:
    case EventId.TaskTerminate:
      return task();
    case EventId.TaskStopReady:
      return `${task()} cause=${stopCause(context, fields.u32())}`;
    case EventId.TaskInfo:
      return `${hex(expandId(knowledge, fields.u32()))} prio=${fields.u32()} ${fields.text()}`;
    case EventId.StackInfo:
      return `${task()} base=${hex(fields.u32(), 8)} size=${fields.u32()} usage=${fields.u32()}`;
    case EventId.SystimeUs:
      return String(fields.u32() + fields.u32() * 2 ** 32);
    case EventId.SysDesc:
      return fields.text();
    case EventId.MarkStart:
    case EventId.MarkStop:
      return markerText(knowledge, fields.u32());
    case EventId.TimerEnter:
      return hex(expandId(knowledge, fields.u32()));
    case EventId.ModuleDesc:
      return `#${fields.u32()} base=${fields.u32()} ${fields.text()}`;
    case EventId.DataSample:
      return sampleText(knowledge, fields);
    case EventId.Init: {
      const [sys, cpu, base, shift] = [fields.u32(), fields.u32(), fields.u32(), fields.u32()];
      return `sysFreq=${sys} cpuFreq=${cpu} ramBase=${hex(base, 8)} idShift=${shift}`;
    }
    case EventId.NameResource:
      return `${hex(expandId(knowledge, fields.u32()))} ${fields.text()}`;
    case EventId.EndCall:
      return endCallText(context, fields);
    case EventId.SystimeCycles:
    case EventId.NumModules:
      return String(fields.u32());
    default:
      return '';
  }
}

/** Formats one event with names, on one line and without its time. */
export function formatEvent(packet: Packet, context: FormatContext): string {
  const { id, payload } = packet;
  const fields = readFields(payload);
  if (id === EventId.Extended) return formatExtended(context, fields);
  if (id === EventId.PrintFormatted) {
    const { level, text } = readPrint(payload);
    return `Print ${level === 'log' ? '' : `${level} `}${JSON.stringify(text)}`;
  }
  const own = eventName(id);
  if (own !== undefined) {
    // Zephyr sends this whenever a thread is switched out, other systems when a task ends.
    const name =
      id === EventId.TaskStopExec && isZephyr(context.knowledge) ? 'Task Switched Out' : own;
    return `${name} ${ownText(context, id, fields)}`.trimEnd();
  }
  const event = describe(context, id);
  return `${event.name} ${parametersText(context, event, fields)}`.trimEnd();
}

/** Formats a line of `decode --events`: time in seconds once the clock is known, core, event. */
export function eventLine(packet: Packet, context: FormatContext): string {
  const { sysFreq } = context.knowledge.init ?? {};
  const time = sysFreq ? `${(packet.ticks / sysFreq).toFixed(9)} s` : `${packet.ticks} ticks`;
  return `${time.padStart(18)}  core ${packet.core}  ${formatEvent(packet, context)}`;
}
