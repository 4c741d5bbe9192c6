import { describe, expect, it } from 'vitest';
import { exampleColumn, exampleMeans } from '../measure/compare/testing';
import { comparedSamples, matchedSubjects } from './samples';

const runs = [[100, 100, 200]];
const column = (unit: 'cycles' | 'ns' | 'instructions', hz = 1e9) =>
  exampleColumn({ unit, hz, operations: [{ name: 'heap/malloc', runs }] });

const drawnOf = (...columns: Parameters<typeof matchedSubjects>[0]) =>
  comparedSamples(matchedSubjects(columns)[0] ?? []);

describe('the samples of an operation', () => {
  it('stay in their unit where all columns share it', () => {
    const [first] = drawnOf(column('cycles', 5e8), column('cycles', 1e9));
    expect(first).toMatchObject({
      unit: 'cycles',
      samples: {
        quiet: [
          [100, 2],
          [200, 1],
        ],
        ticked: [],
      },
    });
  });

  it('meet in time where each clock is known, and never for instructions', () => {
    const [cycles, ns, instructions] = drawnOf(
      column('cycles', 5e8),
      column('ns'),
      column('instructions'),
    );
    expect(cycles).toMatchObject({
      unit: 'ns',
      samples: {
        quiet: [
          [200, 2],
          [400, 1],
        ],
      },
    });
    expect(cycles?.mean).toBeCloseTo((400 / 3) * 2);
    expect(ns).toMatchObject({
      unit: 'ns',
      samples: {
        quiet: [
          [100, 2],
          [200, 1],
        ],
      },
    });
    expect(instructions).toMatchObject({ unit: 'instr' });
  });

  it('are none of a published figure, which is a mean', () => {
    const [, published] = drawnOf(column('ns'), exampleMeans({ 'heap/malloc': 150 }));
    expect(published).toEqual({ unit: 'ns', samples: { quiet: [], ticked: [] }, mean: 150 });
  });

  it('keep a column that lacks the operation empty', () => {
    const others = exampleColumn({ operations: [{ name: 'mutex/lock', runs }] });
    expect(drawnOf(column('ns'), others)[1]).toBeUndefined();
  });
});
