import { describe, expect, it } from 'vitest';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../../runs/record/testing/example';
import { toRunChoice } from './run-session';

const operations = [
  exampleOperation('heap/malloc', 70, 100),
  exampleOperation('heap/free', 50, 100),
];
const headline = examplePass(collectSimulated({ operations }));
const traced = { ...headline, build: 'traced' as const };

describe('measuring again', () => {
  it('requests the operations of the run', () => {
    expect(toRunChoice(exampleRecord(headline))).toEqual({
      patterns: ['heap/malloc', 'heap/free'],
      trace: false,
      iterations: undefined,
      repeat: 1,
      settings: {},
      asPublished: false,
    });
  });

  it('restores settings from the command line of the run', () => {
    const command =
      "cyclescope run --target x --bench 'heap/*' --iterations 250 --set size=8..64x2 --set depth=-1 --as-published --trace";
    const record = { ...exampleRecord(headline, traced), command };
    expect(toRunChoice(record)).toMatchObject({
      trace: true,
      asPublished: true,
      iterations: 250,
      settings: { size: [8, 16, 32, 64], depth: [-1] },
    });
  });
});
