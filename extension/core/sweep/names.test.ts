import { expect, it } from 'vitest';
import { fullName, isSameMeasurement, measurementNames, sweptPoint } from './names';

const measurement = (op: string, params: Readonly<Record<string, number>>) => ({
  ...{ suite: 'sort', op, params },
});
const all = [
  measurement('quick', { threads: 2, size: 100, turns: 8 }),
  measurement('quick', { threads: 2, size: 1000, turns: 8 }),
  measurement('quick', { threads: 4, size: 100, turns: 8 }),
  measurement('selection', { threads: 2, size: 100, turns: 8 }),
];

it('names what tells a point from the others of its operation', () => {
  expect(measurementNames(all)).toEqual([
    'sort/quick threads=2 size=100',
    'sort/quick threads=2 size=1000',
    'sort/quick threads=4 size=100',
    'sort/selection',
  ]);
  expect(sweptPoint(measurement('quick', { threads: 2 }), all)).toEqual({ threads: 2 });
});

it('tells a parameter that others lack', () => {
  const [older, newer] = [measurement('quick', {}), measurement('quick', { turns: 8 })];
  expect(measurementNames([older, newer])).toEqual(['sort/quick', 'sort/quick turns=8']);
});

it('gives a name that nothing else has', () => {
  expect(fullName(measurement('quick', { threads: 2, turns: 8 }))).toBe(
    'sort/quick threads=2 turns=8',
  );
  expect(fullName(measurement('quick', {}))).toBe('sort/quick');
});

it('knows the same measurement again, whatever the order of its parameters', () => {
  const one = measurement('quick', { size: 100, threads: 2 });
  expect(isSameMeasurement(one, measurement('quick', { threads: 2, size: 100 }))).toBe(true);
  expect(isSameMeasurement(one, measurement('quick', { threads: 2 }))).toBe(false);
  expect(isSameMeasurement(one, measurement('quick', { threads: 4, size: 100 }))).toBe(false);
  expect(isSameMeasurement(one, { ...one, op: 'selection' })).toBe(false);
});
