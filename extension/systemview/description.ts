/** Format of one event parameter. */
export interface Parameter {
  readonly name: string;
  /** A format letter, or the name of a named type. */
  readonly type: string;
  /** Text after the value, such as a unit. */
  readonly unit: string;
}

/** An event as described by a description file or by the target itself. */
export interface EventDescription {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Type of the value that END_CALL carries, if any. */
  readonly returns: string | undefined;
}

/** Names for values; `fallback` formats all others. */
export interface NamedType {
  readonly values: ReadonlyMap<number, string>;
  readonly fallback: string | undefined;
}

/** The contents of one or several SYSVIEW_*.txt files. */
export interface Description {
  readonly events: ReadonlyMap<number, EventDescription>;
  readonly types: ReadonlyMap<string, NamedType>;
  /** Names of the causes for which a task stops being ready, after masking. */
  readonly taskStates: { readonly mask: number; readonly names: ReadonlyMap<number, string> };
  readonly options: ReadonlySet<string>;
  readonly problems: readonly string[];
}

const NO_STATES = { mask: 0xffff_ffff, names: new Map<number, string>() };

/** An empty description. */
export const NO_DESCRIPTION: Description = {
  events: new Map(),
  types: new Map(),
  taskStates: NO_STATES,
  options: new Set(),
  problems: [],
};

const FORMATS = 'u d i x p s t T I D b B';

/** Returns whether a type is one of the built-in formats. */
export function isFormat(type: string): boolean {
  return type.length === 1 && FORMATS.includes(type);
}

/** Longer than any line that describes an event; a target may send anything. */
const MAX_LINE = 2000;

const NAME = String.raw`[A-Za-z_][\w.[\]>-]*`;

/**
 * A parameter: `name=%type unit`, or just `%type`. Real files also have `&type` for `%type`, and
 * omit the sign before a named type.
 */
const PARAMETER = new RegExp(
  String.raw`(?:(${NAME})\s*=\s*(?:[%&](\w+)|([A-Za-z]\w+))|(?<=^|[\s,])%(\w+))` +
    String.raw`([^,=%]*?)(?=,|\s+%|\s+${NAME}\s*=|$)`,
  'g',
);

/**
 * Parses one event's line after its id: a name, parameters with or without commas, and after `|`
 * the return value of a call. Skips unknown text.
 */
export function parseEvent(text: string): EventDescription {
  const [call = '', result = ''] = text.slice(0, MAX_LINE).split('|');
  const [, name = '', rest = ''] = /^\s*(\S+)\s*(.*)$/.exec(call) ?? [];
  const parameters: Parameter[] = [];
  for (const [, parameter = '', marked, bare, alone, unit = ''] of rest.matchAll(PARAMETER)) {
    parameters.push({ name: parameter, type: marked ?? bare ?? alone ?? 'u', unit: unit.trim() });
  }
  const returns = /[%&](\w+)/.exec(result)?.[1];
  return { name, parameters, returns };
}

/** Parses a decimal, negative or hexadecimal number; undefined for anything else. */
function parseNumber(text: string): number | undefined {
  return /^-?(0x[\da-f]+|\d+)$/i.test(text) ? parseAny(text) : undefined;
}

function parseAny(text: string): number {
  return (text.startsWith('-') ? -Number(text.slice(1)) : Number(text)) >>> 0;
}

/** Parses `value=text` pairs; the text may be quoted, and `*` matches all other values. */
function parseValues(text: string): NamedType {
  const values = new Map<number, string>();
  let fallback: string | undefined;
  const pattern =
    /(\*|-?(?:0x[\da-f]+|\d+))\s*=\s*(?:"([^"]*)"|(.*?))(?=\s*,?\s+(?:\*|-?(?:0x[\da-f]+|\d+))\s*=|\s*,?\s*$)/gi;
  for (const [, value = '', quoted, plain = ''] of text.matchAll(pattern)) {
    const meaning = quoted ?? plain;
    if (value === '*') fallback = meaning;
    else if (!values.has(parseAny(value))) values.set(parseAny(value), meaning);
  }
  return { values, fallback };
}

/** Parses description files; the first definition of an id or type wins, others are reported. */
export function parseDescription(text: string): Description {
  const events = new Map<number, EventDescription>();
  const types = new Map<string, NamedType>();
  const options = new Set<string>();
  const problems: string[] = [];
  let taskStates: Description['taskStates'] = NO_STATES;

  function parseLine(line: string): string | undefined {
    const [, keyword = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    const id = parseNumber(keyword);
    if (id !== undefined) {
      const known = events.get(id);
      if (known !== undefined) return `event ${id} is already ${known.name}`;
      const event = parseEvent(rest);
      if (event.name === '') return `event ${id} has no name`;
      events.set(id, event);
      return undefined;
    }
    const [, first = '', others = ''] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
    switch (keyword) {
      case 'Option':
        options.add(first);
        return undefined;
      case 'NamedType':
        if (types.has(first)) return `type ${first} is already defined`;
        types.set(first, parseValues(others));
        return undefined;
      case 'TaskState':
        taskStates = {
          mask: parseNumber(first) ?? NO_STATES.mask,
          names: parseValues(others).values,
        };
        return undefined;
      default:
        return `${keyword} is not understood`;
    }
  }

  text.split(/\r?\n/).forEach((line, index) => {
    const problem = /^\s*(#|$)/.test(line) ? undefined : parseLine(line.trim());
    if (problem !== undefined) problems.push(`line ${index + 1}: ${problem}`);
  });
  return { events, types, taskStates, options, problems };
}
