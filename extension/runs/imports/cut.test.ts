import { expect, test } from 'vitest';
import type { ImportResult } from './imported';
import { importText } from './imports';
import { exampleTexts } from './testing/texts';

type Operation = NonNullable<ImportResult['imported']>['operations'][number];

function listFigures({ suite, op, repeat, ...operation }: Operation): string[] {
  const { mean, min, max, stddev, cold, meanNanoseconds, percentiles } = operation;
  const figures = { mean, min, max, stddev, cold, meanNanoseconds, ...percentiles };
  return Object.entries(figures).flatMap(([name, value]) =>
    value === undefined ? [] : [`${suite}/${op} ${repeat} ${name} ${value}`],
  );
}

// Figures of `sched` depend on all of its rows, so fewer rows correctly change them.
test.each(exampleTexts.filter(([id]) => id !== 'sched'))(
  'wherever %s is truncated, every wrong figure is doubted',
  (_, whole) => {
    const known = new Set(importText(whole).imported?.operations.flatMap(listFigures));
    for (let end = 0; end < whole.length; end += 1) {
      const operations = importText(whole.slice(0, end)).imported?.operations ?? [];
      const trusted = operations.filter(({ doubts }) => doubts.length === 0).flatMap(listFigures);
      expect(trusted.filter((figure) => !known.has(figure))).toEqual([]);
    }
  },
);
