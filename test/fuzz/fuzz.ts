import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEverything } from '../everything';
import { HANGS_MS, LONG_HANGS_MS } from '../patience.mjs';

/*
 * Text from outside, made up. `npm test` tries a few cases of a format, always the same;
 * `npm run test:all` tries many, others each time (test/unit/setup.ts).
 */
const numRuns = isEverything ? 20_000 : 100;
const patience = isEverything ? LONG_HANGS_MS : HANGS_MS;

/** Checks many cases of a format, those of the corpus first: inputs that once were mishandled. */
export function fuzz<T>(
  name: string,
  cases: fc.Arbitrary<T>,
  check: (input: T) => void | Promise<void>,
  corpus: readonly T[] = [],
): void {
  test(name, { timeout: patience }, async () => {
    const property = fc.asyncProperty(cases, async (input) => {
      await check(input);
    });
    const examples = corpus.map((input): [T] => [input]);
    await fc.assert(property, { numRuns, examples });
  });
}

/** Names that a careless lookup or a careless terminal trips over. */
const NASTY_TEXTS = [
  '',
  'constructor',
  '__proto__',
  'toString',
  '../../../etc/passwd',
  '\u001b[2J\u001b]0;owned\u0007',
  '\u009b31m\u202egnp.exe\u2066',
  'a\nb\r\n| c | d |\n```\n# e',
  '<img src=x onerror=alert(1)>&lt;[x](command:y)`z`',
  '=HYPERLINK("http://x")',
  '${workspaceFolder}/${command:x}${env:HOME}',
  '\ud800',
  'x'.repeat(300),
];

const nastyText = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const nastyNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.5, 1e15, 2 ** 53, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 32 - 1),
  fc.nat(100_000),
  fc.double({ noNaN: true }),
);

const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  nastyNumber,
  fc.constantFrom(null, true, [], {}, [[]], [null], { a: { b: {} } }, [[5, 1e12]]),
  fc.jsonValue({ maxDepth: 2 }),
);

const edit = fc.record({
  kind: fc.nat(),
  at: fc.nat(),
  action: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'repeat', 'rename'),
  value: nastyValue,
  name: nastyText,
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

type Holder = Record<string, unknown>;

/** A member of a JSON value: its parent and its key there. */
type Member = readonly [holder: Holder, key: string];

/** The members of a JSON value by their kind: the entries of a list are of one kind. */
function collectMembers(root: Holder): ReadonlyMap<string, readonly Member[]> {
  const members = new Map<string, Member[]>();
  const visit = (holder: Holder, path: string): void => {
    for (const [key, part] of Object.entries(holder)) {
      const kind = `${path}/${Array.isArray(holder) ? '' : key}`;
      members.set(kind, members.get(kind) ?? []);
      members.get(kind)?.push([holder, key]);
      if (typeof part === 'object' && part !== null) visit(part as Holder, kind);
    }
  };
  visit(root, '');
  return members;
}

function apply({ kind, at, action, value, name }: Edit, root: Holder): void {
  const kinds = [...collectMembers(root).values()];
  const members = kinds[kind % kinds.length];
  const member = members?.[at % members.length];
  if (member === undefined) return;
  const [holder, key] = member;
  const given = structuredClone(value);
  if (action === 'replace') holder[key] = given;
  else if (Array.isArray(holder)) {
    if (action === 'remove') holder.splice(Number(key), 1);
    else holder.push(structuredClone(holder[Number(key)]), given);
  } else {
    if (action === 'rename') Object.defineProperty(holder, name, { value: holder[key], ...PLAIN });
    if (action !== 'repeat') Reflect.deleteProperty(holder, key);
  }
}

const PLAIN = { configurable: true, enumerable: true, writable: true };

/** One of some JSON values, with a few of its parts replaced, removed, repeated or renamed. */
export function garbleJson(...examples: readonly object[]): fc.Arbitrary<object> {
  return fc
    .tuple(fc.constantFrom(...examples), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([example, edits]) => {
      const root = structuredClone(example) as Holder;
      for (const each of edits) apply(each, root);
      return root;
    });
}

/** One of some texts, cut, with parts replaced, doubled or inserted, as by a bad cable or on purpose. */
export function garbleText(...examples: readonly string[]): fc.Arbitrary<string> {
  const put = fc.oneof(nastyText, nastyNumber.map(String));
  return garble(examples, fc.tuple(fc.nat(), fc.nat(40), put), (parts) => parts.join(''));
}

/** One of some byte sequences, cut, with bytes flipped, removed or inserted. */
export function garbleBytes(...examples: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const put = fc.uint8Array({ maxLength: 8 });
  return garble(examples, fc.tuple(fc.nat(), fc.nat(8), put), (parts) =>
    Uint8Array.from(Buffer.concat(parts)),
  );
}

interface Sequence<T> {
  readonly length: number;
  slice(start: number, end?: number): T;
}

/** Mutates one of the sequences: each change replaces a part of it. */
function garble<T extends Sequence<T>>(
  examples: readonly T[],
  change: fc.Arbitrary<[where: number, gone: number, put: T]>,
  join: (parts: readonly T[]) => T,
): fc.Arbitrary<T> {
  return fc
    .tuple(fc.constantFrom(...examples), fc.array(change, { maxLength: 6 }), fc.option(fc.nat()))
    .map(([example, changes, end]) => {
      const changed = changes.reduce((now, [where, gone, put]) => {
        const at = where % (now.length + 1);
        return join([now.slice(0, at), put, now.slice(at + gone)]);
      }, example);
      return end === null ? changed : changed.slice(0, end % (changed.length + 1));
    });
}

const MOVES = /[\0-\b\v-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** An element of an image of ours; the names of others are text in it. */
const ELEMENT = /<(\/?)(\w+)((?: [\w:-]+="[^"<>&]*")*)(\/?)>/g;

/** Checks that an image is well-formed XML, whatever its texts are. */
export function expectWellFormed(svg: string): void {
  const open: string[] = [];
  for (const [, isEnd, name = '', , isEmpty] of svg.matchAll(ELEMENT)) {
    if (isEnd) expect(open.pop()).toBe(name);
    else if (!isEmpty) open.push(name);
  }
  expect(open).toEqual([]);
  const text = svg.replace(ELEMENT, '').replace(/&(?:amp|lt|gt|quot);/g, '');
  expect(text).not.toMatch(/[<>&\p{Surrogate}\ufffe\uffff]/u);
}

/** Checks that a spreadsheet calculates no cell of a table. */
export function expectNoFormula(csv: string): void {
  const cells = csv.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^",\n]*)(?=,|$)/gm) ?? [];
  const begins = cells.map((cell) => cell.replace(/^"/, ''));
  expect(begins.filter((cell) => /^[=+@\t\r]|^-(?![\d.]+(?:e[+-]?\d+)?$)/.test(cell))).toEqual([]);
}

/** Checks that a terminal only shows a text: nothing in it moves the cursor or turns it round. */
export function expectHarmless(text: string): void {
  expect(text.split('\n').filter((line) => MOVES.test(line))).toEqual([]);
}
