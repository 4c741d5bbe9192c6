import { expect, test } from 'vitest';
import { findBasis } from './basis';
import type { Subject } from './subject';

type Case = Partial<Subject['scale']> & { readonly facts?: Subject['facts'] };

const subject = ({ unit = 'ns', unitsPerSecond = 1e9, facts = {} }: Case): Subject => ({
  suite: 'heap',
  op: 'malloc',
  params: {},
  mean: { value: 1 },
  doubts: [],
  facts,
  scale: { unit, unitsPerSecond },
  measured: undefined,
});
const mhz = (rate: number): Case => ({ unit: 'cycles', unitsPerSecond: rate * 1e6 });
const instructions = (core?: string, launch?: string): Case => ({
  unit: 'instructions',
  facts: { ...(core && { core }), ...(launch && { launch_context: launch }) },
});

test.each<[string, Case, Case, object]>([
  ['one unit', {}, {}, { unit: 'ns', factors: [1, 1], notes: [] }],
  ['cycles of one rate', mhz(600), mhz(600), { unit: 'cycles', factors: [1, 1], notes: [] }],
  [
    'cycles of two rates',
    mhz(600),
    mhz(528),
    { notes: ['cycles of 600 MHz against 528 MHz: in time the ratio is 1.136 times this one'] },
  ],
  ['cycles and time', mhz(500), {}, { unit: 'ns', factors: [2, 1] }],
  [
    'cycles of an unknown rate and time',
    { unit: 'cycles', unitsPerSecond: 0 },
    {},
    { why: 'cycles against ns, and the rate of a clock is not known' },
  ],
  [
    'emulated instructions and cycles',
    instructions(),
    mhz(600),
    { why: 'instructions against cycles: only the shape can be compared' },
  ],
  [
    'time and emulated instructions',
    {},
    instructions(),
    { why: 'ns against instructions: only the shape can be compared' },
  ],
  ['instructions of one core', instructions('M7'), instructions('M7'), { notes: [] }],
  [
    'instructions of two cores',
    instructions('Cortex-M7'),
    instructions('Cortex-A7'),
    {
      notes: [
        'instructions of different cores (Cortex-M7 against Cortex-A7): a ratio of counts, not of time',
      ],
    },
  ],
  [
    'two launch contexts',
    instructions('A7', 'init'),
    instructions('A7', 'ssh'),
    { why: 'launched from init and from ssh, which are never mixed' },
  ],
  ['one launch context', instructions('A7', 'ssh'), instructions('A7', 'ssh'), { notes: [] }],
  [
    'a system without launch contexts',
    instructions('A7'),
    instructions('A7', 'ssh'),
    { notes: [] },
  ],
])('%s', (_, first, second, basis) => {
  expect(findBasis(subject(first), subject(second))).toMatchObject(basis);
});
