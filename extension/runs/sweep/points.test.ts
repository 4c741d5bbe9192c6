import { describe, expect, it } from 'vitest';
import {
  findSweptAxes,
  fullName,
  isSameMeasurement,
  measurementNames,
  pointCount,
  pointKey,
  listSweepPoints,
  pointText,
  listSweptPoints,
  selectSuiteValues,
} from './points';

describe('points', () => {
  it('has every combination, with the last parameter changing fastest', () => {
    const values = { threads: [2, 4], total: [0], size: [100, 1000] };
    const points = listSweepPoints(values);
    expect(points.map(pointText)).toEqual([
      'threads=2 total=0 size=100',
      'threads=2 total=0 size=1000',
      'threads=4 total=0 size=100',
      'threads=4 total=0 size=1000',
    ]);
    expect(pointCount(values)).toBe(points.length);
    expect(findSweptAxes(values).map(({ name }) => name)).toEqual(['threads', 'size']);
  });

  it('lets a suite have its own values', () => {
    const values = { size: [4], threads: [2], 'sort.size': [100, 1000], 'matrix.size': [512] };
    expect(selectSuiteValues('sort', values)).toEqual({ size: [100, 1000], threads: [2] });
    expect(selectSuiteValues('heap', values)).toEqual({ size: [4], threads: [2] });
  });

  it('is one point if nothing is set', () => {
    expect([listSweepPoints({}), pointCount({}), findSweptAxes({})]).toEqual([[{}], 1, []]);
  });

  it('are the same whatever the order of their parameters', () => {
    expect(pointKey({ b: 2, a: 1 })).toBe(pointKey({ a: 1, b: 2 }));
    expect(pointKey({ a: 1 })).not.toBe(pointKey({ a: 2 }));
  });
});

describe('names', () => {
  const measurement = (op: string, params: Readonly<Record<string, number>>) => ({
    suite: 'sort',
    op,
    params,
  });
  const all = [
    measurement('quick', { threads: 2, size: 100, turns: 8 }),
    measurement('quick', { threads: 2, size: 1000, turns: 8 }),
    measurement('quick', { threads: 4, size: 100, turns: 8 }),
    measurement('selection', { threads: 2, size: 100, turns: 8 }),
  ];

  it('mention what distinguishes a point from the others of its operation', () => {
    expect(measurementNames(all)).toEqual([
      'sort/quick threads=2 size=100',
      'sort/quick threads=2 size=1000',
      'sort/quick threads=4 size=100',
      'sort/selection',
    ]);
    expect(listSweptPoints(all)[0]).toEqual({ threads: 2, size: 100 });
  });

  it('mention a parameter that others lack', () => {
    const [older, newer] = [measurement('quick', {}), measurement('quick', { turns: 8 })];
    expect(measurementNames([older, newer])).toEqual(['sort/quick', 'sort/quick turns=8']);
  });

  it('are unique', () => {
    expect(fullName(measurement('quick', { threads: 2, turns: 8 }))).toBe(
      'sort/quick threads=2 turns=8',
    );
    expect(fullName(measurement('quick', {}))).toBe('sort/quick');
  });

  it('match the same measurement whatever the order of its parameters', () => {
    const one = measurement('quick', { size: 100, threads: 2 });
    expect(isSameMeasurement(one, measurement('quick', { threads: 2, size: 100 }))).toBe(true);
    expect(isSameMeasurement(one, measurement('quick', { threads: 2 }))).toBe(false);
    expect(isSameMeasurement(one, measurement('quick', { threads: 4, size: 100 }))).toBe(false);
    expect(isSameMeasurement(one, { ...one, op: 'selection' })).toBe(false);
  });
});
