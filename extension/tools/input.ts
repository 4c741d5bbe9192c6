/*
 * The inputs of a tool, declared once: the schema that agents read and the check of what they send follow from it.
 */

/** A member of a tool's input. */
interface Member {
  readonly type: 'string' | 'integer' | 'boolean' | 'strings';
  readonly about: string;
  readonly isRequired?: boolean;
  /** A path or the id of a run: it must not leave the workspace. */
  readonly isPath?: boolean;
}

export type Members = Readonly<Record<string, Member>>;

/** A checked input. */
export interface Input {
  /** Texts of a member: one, several, or none. */
  readonly texts: (name: string) => readonly string[];
  /** The only text of a member. */
  readonly text: (name: string) => string | undefined;
  readonly integer: (name: string) => number | undefined;
  readonly isSet: (name: string) => boolean;
}

const MOST_TEXTS = 50;
const LONGEST_TEXT = 1000;
const LARGEST = 1e9;

/** The JSON schema of an input. */
export function toJsonSchema(members: Members): object {
  const properties = Object.entries(members).map(([name, { type, about: description }]) => {
    if (type !== 'strings') return [name, { type, description }] as const;
    const items = { type: 'string' };
    return [name, { type: 'array', items, maxItems: MOST_TEXTS, description }] as const;
  });
  const required = Object.keys(members).filter((name) => members[name]?.isRequired);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_TEXT && !value.includes('\0');

/** Explains why a value does not fit; undefined if it does. */
function explainMismatch(value: unknown, type: Member['type']): string | undefined {
  switch (type) {
    case 'string':
      return isText(value) ? undefined : 'a text';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'integer': {
      const isCount = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LARGEST;
      return isCount ? undefined : 'a whole number of at least 1';
    }
    case 'strings': {
      const isList = Array.isArray(value) && value.length <= MOST_TEXTS && value.every(isText);
      return isList ? undefined : `a list of at most ${MOST_TEXTS} texts`;
    }
  }
}

/** Checks an input; returns it, or what is wrong with it in one sentence. */
export function checkInput(value: unknown, members: Members): Input | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'The arguments must be an object.';
  }
  const given = new Map<string, unknown>(Object.entries(value));
  for (const name of given.keys()) {
    if (!Object.hasOwn(members, name)) {
      return `There is no argument ${JSON.stringify(name)}. Available: ${Object.keys(members).join(', ') || 'none'}.`;
    }
  }
  for (const [name, { type, isRequired }] of Object.entries(members)) {
    const found = given.get(name);
    if (found === undefined) {
      if (isRequired === true) return `The argument ${name} is missing.`;
      continue;
    }
    const wanted = explainMismatch(found, type);
    if (wanted !== undefined) return `The argument ${name} must be ${wanted}.`;
  }
  const texts = (name: string): readonly string[] => {
    const found = given.get(name);
    return typeof found === 'string' ? [found] : Array.isArray(found) ? (found as string[]) : [];
  };
  return {
    texts,
    text: (name) => texts(name)[0],
    integer: (name) => given.get(name) as number | undefined,
    isSet: (name) => given.get(name) === true,
  };
}
