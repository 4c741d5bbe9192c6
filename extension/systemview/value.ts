import { type Description, type EventDescription, isFormat, type NamedType } from './description';
import type { FieldReader } from './fields';
import { expandId, type Knowledge, shrinkId } from './knowledge';
import { formatPrint } from './print';
import { TASK_ADDRESS, ZEPHYR_TYPES } from './zephyr';

/** Context for formatting events. */
export interface FormatContext {
  readonly knowledge: Knowledge;
  readonly description: Description;
}

/** Formats a number in hexadecimal with at least `digits` digits. */
export function hex(value: number, digits = 1): string {
  return `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** Returns a task's name, or its id if it has none. */
export function taskText(knowledge: Knowledge, id: number): string {
  return knowledge.tasks.get(id)?.name || hex(expandId(knowledge, id));
}

/** Returns a resource's name, or its id if it has none. */
export function resourceText(knowledge: Knowledge, id: number): string {
  return knowledge.resources.get(id) ?? hex(expandId(knowledge, id));
}

function formatNamed(type: NamedType, value: number): string {
  const name = type.values.get(value);
  if (name !== undefined) return name;
  return type.fallback === undefined ? String(value) : formatPrint(type.fallback, [value]);
}

/** Formats the next field of a payload according to its type. */
export function fieldText(context: FormatContext, type: string, fields: FieldReader): string {
  if (type === 's') return JSON.stringify(fields.text());
  if (type === 'B') return [...fields.bytes()].map((byte) => hex(byte, 2).slice(2)).join(' ');
  const value = fields.u32();
  const named = context.description.types.get(type) ?? ZEPHYR_TYPES.get(type);
  if (named !== undefined) return formatNamed(named, value);
  if (type === TASK_ADDRESS) return taskText(context.knowledge, shrinkId(context.knowledge, value));
  switch (isFormat(type) ? type : type.slice(0, 1)) {
    case 'd':
    case 'i':
      return String(value | 0);
    case 'x':
      return hex(value);
    case 'p':
      return hex(value, 8);
    case 'b':
      return `0b${value.toString(2)}`;
    case 't':
    case 'T':
      return taskText(context.knowledge, value);
    case 'I':
      return resourceText(context.knowledge, value);
    default:
      return String(value);
  }
}

/** Formats the parameters of a described event; counts the remaining bytes of the payload. */
export function parametersText(
  context: FormatContext,
  event: EventDescription,
  fields: FieldReader,
): string {
  const texts: string[] = [];
  for (const { name, type, unit } of event.parameters) {
    if (fields.rest() === 0) break;
    const value = fieldText(context, type, fields);
    texts.push(`${name && `${name}=`}${value}${unit && ` ${unit}`}`);
  }
  if (fields.rest() > 0) texts.push(`+${fields.rest()} bytes`);
  return texts.join(' ');
}
