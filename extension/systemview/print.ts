import { readFields } from './fields';

const CONVERSION = /%([-+ 0#]*)(\d*)(?:\.(\d+))?[hlLzjt]*([a-zA-Z%])|%/g;

/** A text printed by the target. */
export interface Print {
  readonly level: 'log' | 'warning' | 'error';
  /** It continues the previous text. */
  readonly append: boolean;
  readonly text: string;
}

const LEVELS = ['log', 'warning', 'error'] as const;

function pad(text: string, flags: string, width: number): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0')) return text.padStart(width);
  const sign = /^[-+ ]/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

function formatSigned(value: number, digits: number, flags: string): string {
  const number = value | 0;
  const sign = number < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  return sign + String(Math.abs(number)).padStart(digits, '0');
}

function convert(value: number, kind: string, digits: number, flags: string): string | undefined {
  switch (kind) {
    case 'd':
    case 'i':
      return formatSigned(value, digits, flags);
    case 'u':
      return String(value).padStart(digits, '0');
    case 'x':
    case 'X': {
      const text = value.toString(16).padStart(digits, '0');
      return (flags.includes('#') ? '0x' : '') + (kind === 'X' ? text.toUpperCase() : text);
    }
    case 'p':
      return value.toString(16).toUpperCase().padStart(8, '0');
    case 'c':
      return String.fromCharCode(value & 255);
    default:
      return undefined;
  }
}

/**
 * Formats like printf. The target sends one value per percent sign, so `%%` takes two. Anything
 * without a value, or that cannot be formatted here (`%s` is an address), stays as it is.
 */
export function formatPrint(format: string, values: readonly number[]): string {
  // Without values, the target has formatted the text itself: percent signs are literal.
  if (values.length === 0) return format;
  let used = 0;
  const replace = (whole: string, flags = '', width = '', digits = '', kind = ''): string => {
    const value = values[used++];
    if (kind === '%') {
      used++;
      return '%';
    }
    if (value === undefined) return whole;
    const text = convert(value, kind, Number(digits), flags);
    return text === undefined ? whole : pad(text, flags, Number(width));
  };
  return format.replace(CONVERSION, replace);
}

/** Reads a print packet's payload. */
export function readPrint(payload: Uint8Array): Print {
  const fields = readFields(payload);
  const format = fields.text();
  const options = fields.u32();
  const count = Math.min(fields.u32(), fields.rest());
  const values = Array.from({ length: count }, fields.u32);
  return {
    level: LEVELS[options & 3] ?? 'log',
    append: (options & 0x40) !== 0,
    text: formatPrint(format, values),
  };
}
