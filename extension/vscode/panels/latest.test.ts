import { expect, test } from 'vitest';
import { newLatestRequest } from './latest';

test('a later request cancels the one before, whose answer and failure no longer count', async () => {
  const shown: string[] = [];
  const latest = newLatestRequest(({ message }) => shown.push(message));
  const show = (answer: string) => void shown.push(answer);
  const signals: AbortSignal[] = [];
  const answer = (text: string, after: Promise<unknown>) => async (signal: AbortSignal) => {
    signals.push(signal);
    await after;
    return text;
  };
  const first = latest.run(answer('first', Promise.resolve()), show);
  const failing = latest.run(() => Promise.reject(new Error('no longer of interest')), show);
  await latest.run(answer('third', Promise.all([first, failing])), show);
  expect(shown).toEqual(['third']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await latest.run(() => Promise.reject(new Error('damaged')), show);
  expect(shown).toEqual(['third', 'damaged']);
});
