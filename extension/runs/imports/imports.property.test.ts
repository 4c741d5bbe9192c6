import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { importedRunSchema, type Reading } from './imported';
import { importFormats, importText } from './imports';
import { exampleTexts } from './testing/texts';

const text = fc.constantFrom(...exampleTexts.map(([, whole]) => whole));
const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '\u0000',
    '\r',
    '*** Booting Zephyr OS build v1 ***',
    '-1',
    '4294967295',
    ',,',
    '{',
  ),
);

/** Texts garbled as by a bad cable: cut, with parts replaced, doubled or inserted. */
const garbled = fc
  .tuple(
    text,
    fc.array(fc.tuple(fc.nat(2_000), fc.nat(40), noise), { maxLength: 8 }),
    fc.nat(2_000),
  )
  .map(([whole, edits, end]) =>
    edits
      .reduce((now, [at, gone, put]) => now.slice(0, at) + put + now.slice(at + gone), whole)
      .slice(0, end),
  );

function isSound(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isSound);
}

describe('no text throws, and every run fits its record', () => {
  test.each(importFormats)('$id', (format) => {
    fc.assert(
      fc.property(fc.oneof(garbled, fc.string({ unit: 'binary', maxLength: 200 })), (input) => {
        format.recognises(input);
        const { imported, problems } = format.read(input);
        if (imported === undefined) return problems.length > 0;
        return v.is(importedRunSchema, imported) && isSound(imported);
      }),
      { numRuns: 300 },
    );
  });
});

type Operation = NonNullable<Reading['imported']>['operations'][number];

function figuresOf({ suite, op, repeat, ...operation }: Operation): string[] {
  const { mean, min, max, stddev, cold, meanNanoseconds, percentiles } = operation;
  const figures = { mean, min, max, stddev, cold, meanNanoseconds, ...percentiles };
  return Object.entries(figures).flatMap(([name, value]) =>
    value === undefined ? [] : [`${suite}/${op} ${repeat} ${name} ${value}`],
  );
}

// Figures of `sched` depend on all of its rows, so fewer rows correctly change them.
test.each(exampleTexts.filter(([id]) => id !== 'sched'))(
  'wherever %s is cut, no figure is wrong that is not doubted',
  (_, whole) => {
    const known = new Set(importText(whole).imported?.operations.flatMap(figuresOf));
    for (let end = 0; end < whole.length; end += 1) {
      const operations = importText(whole.slice(0, end)).imported?.operations ?? [];
      const trusted = operations.filter(({ doubts }) => doubts.length === 0).flatMap(figuresOf);
      expect(trusted.filter((figure) => !known.has(figure))).toEqual([]);
    }
  },
);
