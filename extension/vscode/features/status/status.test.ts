import { expect, it } from 'vitest';
import { findLatestUpdate, progressText } from './status';

const progress = {
  build: 'headline' as const,
  repeat: 0,
  operation: 'heap/malloc',
  point: {},
  samples: 350,
  requested: 1000,
  rate: 12,
  isEnd: false,
};

it('shows the operation in progress, or the target and phase before the first one', () => {
  const text = (phase: string, latest?: Parameters<typeof progressText>[2]) =>
    progressText('board', phase, latest);
  expect(text('Deploying')).toBe('$(sync~spin) board: Deploying');
  expect(text('Starting on board')).toBe('$(sync~spin) Starting on board');
  expect(text('Measuring', progress)).toBe('$(sync~spin) heap/malloc 350/1,000');
  const point = { size: 8 };
  expect(text('Measuring', { ...progress, point })).toBe(
    '$(sync~spin) heap/malloc size=8 350/1,000',
  );
  expect(text('Measuring', { ...progress, isEnd: true })).toBe('$(sync~spin) heap/malloc');
  expect(text('Measuring', { ...progress, agent: 'B' })).toBe(
    '$(sync~spin) heap/malloc (agent B) 350/1,000',
  );
});

it('shows the latest update', () => {
  expect(
    findLatestUpdate(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    ),
  ).toBe(2);
  expect(findLatestUpdate(new Map())).toBeUndefined();
});
