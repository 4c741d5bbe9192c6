import { FAILSAFE_SCHEMA, loadAll, YAMLException } from 'js-yaml';
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { type Fields, toFields } from '../../base';

/** The value in a text, or why the text cannot be read. */
type Reading = { readonly value: unknown } | { readonly problem: string };

/** The members of an object that was read; none where it could not be read or is no object. */
export function unwrapFields(reading: Reading): Fields {
  return 'value' in reading ? toFields(reading.value) : {};
}

/** Reads JSON as editors write it: with comments and with a comma behind the last member. */
export function parseJsonc(written: string): Reading {
  const text = written.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, {
      allowTrailingComma: true,
      allowEmptyContent: true,
    });
    const [first] = errors;
    return first === undefined ? { value } : { problem: problemAt(first, text) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function problemAt({ error, offset }: ParseError, text: string): string {
  const reason = printParseErrorCode(error)
    .replaceAll(/\B[A-Z]/g, ' $&')
    .toLowerCase();
  const lines = text.slice(0, offset).split('\n');
  return `${reason} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`;
}

/**
 * Reads the first document of a YAML text; every scalar stays the text that was written, so that `3.10`
 * keeps its zero. A key given twice has its last value, as it has for Zephyr's own tools.
 */
export function parseYaml(text: string): Reading {
  try {
    return { value: loadAll(text, { schema: FAILSAFE_SCHEMA, json: true })[0] };
  } catch (error) {
    return { problem: describeProblem(error) };
  }
}

function describeProblem(error: unknown): string {
  if (!(error instanceof YAMLException)) return (error as Error).message;
  const { reason, mark } = error;
  return mark === undefined
    ? reason
    : `${reason} (line ${mark.line + 1}, column ${mark.column + 1})`;
}

/** Looks up what a `.config` assigns: `NAME="text"` or `NAME=value`. */
export function assignments(text: string): (name: string) => string | undefined {
  return (name) => {
    const value = new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.trim();
    const bare = value?.replace(/^"(.*)"$/, '$1');
    return bare === '' ? undefined : bare;
  };
}

/** Reads a key in a section of an ini file, such as west's configuration. */
export function iniValue(text: string, section: string, key: string): string | undefined {
  let isInside = false;
  for (const line of text.split(/\r?\n/)) {
    const head = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (head !== undefined) isInside = head === section;
    const [, name, value = ''] = /^\s*([^#;=:]+?)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (isInside && name === key) return value === '' ? undefined : value;
  }
  return undefined;
}

/** Looks up what a `CMakeCache.txt` holds: `NAME:TYPE=value`. */
export function cacheEntries(text: string): (name: string) => string | undefined {
  return (name) => {
    const value = new RegExp(`^"?${name}"?:\\w+=(.*)$`, 'm').exec(text)?.[1]?.trim();
    return value === '' || value?.endsWith('-NOTFOUND') === true ? undefined : value;
  };
}
