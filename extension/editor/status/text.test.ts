import { expect, it } from 'vitest';
import { latestOf, progressText } from './text';

const progress = {
  build: 'headline' as const,
  repeat: 0,
  operation: 'heap/malloc',
  samples: 350,
  requested: 1000,
  rate: 12,
  isEnd: false,
};

it('shows the operation in progress, and before the first one target and phase', () => {
  const text = (phase: string, told?: typeof progress) => progressText('board', phase, told);
  expect(text('Deploying')).toBe('$(sync~spin) board: Deploying');
  expect(text('Starting on board')).toBe('$(sync~spin) Starting on board');
  expect(text('Measuring', progress)).toBe('$(sync~spin) heap/malloc 350/1,000');
  expect(text('Measuring', { ...progress, isEnd: true })).toBe('$(sync~spin) heap/malloc');
});

it('takes what was told last', () => {
  expect(
    latestOf(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    ),
  ).toBe(2);
  expect(latestOf(new Map())).toBeUndefined();
});
