import { describe, expect, it } from 'vitest';
import { summarise } from '../../../runs/record/summarise';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../../runs/record/testing/example';
import { describeRow, liveDescription, resultLines } from './describe';
import { exampleProgress, exampleRow } from './testing/examples';

describe('the text after an operation', () => {
  it('shows its figures', () => {
    expect(describeRow(exampleRow('heap/malloc'))).toBe('p50 70 · p99 113 instr');
  });

  it('omits percentiles with too few samples', () => {
    const few = exampleRow('heap/malloc', {}, { count: 50 });
    expect(describeRow(few)).toBe('p50 70 instr');
  });

  it('shows the mean of batches if samples are too coarse', () => {
    const coarse = describeRow(exampleRow('heap/malloc', {}, { cost: 2, windows: 'free' }));
    expect(coarse).toMatch(/^mean \d+\.\d instr$/);
  });

  it('shows no mean of a doubtful operation', () => {
    const doubtful = exampleRow('heap/malloc', { problems: ['3 samples are missing'] });
    expect(describeRow(doubtful)).toBe('inconclusive: 3 samples are missing · 70 to 113 instr');
    expect(resultLines(doubtful)[0]).not.toMatch(/mean|p50/);
    expect(resultLines(doubtful)[1]).toContain('3 samples are missing');
  });

  it('shows why the target refused', () => {
    const refused = exampleRow('heap/malloc', { status: 'refused', reason: 'no such call' });
    expect(describeRow(refused)).toBe('refused: no such call');
  });

  it('shows the count during a measurement', () => {
    expect(liveDescription(exampleProgress())).toBe('1,200 of 2,000');
    expect(liveDescription(exampleProgress({ rate: 3400.4, build: 'traced' }))).toBe(
      'trace: 1,200 of 2,000 · 3,400/s',
    );
  });
});

it('the output shows the mean of each of several repeats with its margin', () => {
  const runs = [70, 72, 75].flatMap((cost) =>
    collectSimulated({ operations: [exampleOperation('heap/malloc', cost, 1000)] }),
  );
  const [row] = summarise(exampleRecord(examplePass(runs)));
  expect(describeRow(row!)).toBe('p50 72±7.3 · p99 113±7.3 instr · 3 repeats');
  expect(resultLines(row!)[0]).toBe(
    'heap/malloc: mean 74.2±6.3 · p50 72±7.3 · p99 113±7.3 · min 70 · max 118 instr · 3,000 samples, 3 repeats',
  );
});

it('the output shows the figures with their unit and their number of samples', () => {
  expect(resultLines(exampleRow('heap/malloc'))[0]).toMatch(
    /^heap\/malloc: mean 71\.8 · p50 70 · p99 113 · min 70 · max 113 instr · 1,000 samples$/,
  );
});
