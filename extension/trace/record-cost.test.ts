import { expect, test } from 'vitest';
import { EventId } from '../systemview/ids';
import { recordCost } from './record-cost';

const CLOCK = { name: 'emulated', hz: 25_000_000, unit: 'instructions', ratio: [1, 1] } as const;

/** One byte of a payload takes three instructions to encode and four to copy. */
const FACTS = {
  record_cost: '6:20+30 9:200+60 21:300+70',
  record_length: '30 34 38',
  record_byte: '3',
};

function costOfStack(facts: object, length: number, delta = 1000) {
  const all = new Map<string, string>(Object.entries({ ...FACTS, ...facts }));
  return recordCost(all, CLOCK)?.of(EventId.StackInfo, delta, 0, length);
}

test('a description of a stack costs what its bytes take beyond the measured one', () => {
  const measured = { record_packet: '9:24 21:12' };
  expect(costOfStack(measured, 12)).toEqual({ before: 300, after: 70 });
  expect(costOfStack(measured, 16)).toEqual({ before: 312, after: 86 });
  expect(costOfStack(measured, 10)).toEqual({ before: 294, after: 62 });
  // The third byte of a time stamp is encoded behind the reading of the clock.
  expect(costOfStack(measured, 13, 2 ** 14)).toEqual({ before: 300, after: 77 });
});

test('where the measured length is unknown, as in old records, the measured cost is taken', () => {
  expect(costOfStack({}, 16)).toEqual({ before: 300, after: 70 });
  expect(costOfStack({ record_packet: '9:24' }, 16)).toEqual({ before: 300, after: 70 });
});
