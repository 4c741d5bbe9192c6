import { expect, test } from 'vitest';
import { factDifferences } from './configuration';
import { exampleColumn, exampleMeans } from './testing';

const run = (facts: Record<string, string>) => exampleColumn({ operations: [], facts });

test('lists what differs, what may change figures first', () => {
  const columns = [
    run({ image: 'one', heap: 'heap_4', tick_hz: '100' }),
    run({ image: 'two', heap: 'heap_5', tick_hz: '100' }),
  ];
  expect(factDifferences(columns, 'headline')).toEqual([
    { name: 'heap', matters: true, values: ['heap_4', 'heap_5'] },
    { name: 'image', matters: false, values: ['one', 'two'] },
  ]);
});

test('a fact that one run tells and another does not may change figures', () => {
  expect(factDifferences([run({}), run({ governor: 'schedutil' })], 'headline')).toEqual([
    { name: 'governor', matters: true, values: [undefined, 'schedutil'] },
  ]);
});

test('what a document leaves out is no difference', () => {
  const columns = [run({ board: 'ours', heap: 'heap_4' }), exampleMeans({})];
  expect(factDifferences(columns, 'headline')).toEqual([
    { name: 'board', matters: true, values: ['ours', 'theirs'] },
  ]);
});

test("the image's compiler and hash are facts as well", () => {
  const image = { sha256: 'cd', compiler: 'gcc 13', flags: '-O2', hooks: 0 } as const;
  const other = exampleColumn({ operations: [], pass: { image } });
  expect(factDifferences([run({}), other], 'headline')).toEqual([
    { name: 'compiler', matters: true, values: ['gcc 12.2.1', 'gcc 13'] },
    { name: 'sha256', matters: false, values: ['ab', 'cd'] },
  ]);
});
