import { expect, it, vi } from 'vitest';
import { RemoteFailure } from '../../../base';
import { sampleAsAgreed } from './sample';

const board = { id: 'board:a' } as never;
const order = { board, seconds: 5, folder: 'profile' };

/** Samples a board that fails with these codes before it is sampled. */
function sample(codes: readonly string[], agrees: boolean) {
  const left = [...codes];
  const take = vi.fn(() => {
    const code = left.shift();
    if (code === undefined) return Promise.resolve('a sample');
    return Promise.reject(new RemoteFailure({ code, message: code }));
  });
  const asked = vi.fn(() => Promise.resolve(agrees));
  return { sampled: sampleAsAgreed(order, take, asked), take, asked };
}

const waiting = { ...order, waitSeconds: expect.any(Number) as number };

it('a board in use is waited for after a question', async () => {
  const { sampled, take, asked } = sample(['busy'], true);
  expect(await sampled).toBe('a sample');
  expect(take.mock.calls).toEqual([[order], [waiting]]);
  expect(asked.mock.calls).toEqual([[expect.objectContaining({ code: 'busy' })]]);
});

it('a board that was waited for and hides its program counter is stopped after another question', async () => {
  const { sampled, take, asked } = sample(['busy', 'halt-not-allowed'], true);
  expect(await sampled).toBe('a sample');
  expect(take.mock.calls.at(-1)).toEqual([{ ...waiting, allowHalt: true }]);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('nothing is tried again without consent', async () => {
  const { sampled, take } = sample(['busy'], false);
  expect(await sampled).toBeUndefined();
  expect(take).toHaveBeenCalledOnce();
});

it.each([['target-gone'], ['busy', 'busy']])(
  'a failure that no consent avoids is reported',
  async (...codes) => {
    const { sampled, take } = sample(codes, true);
    await expect(sampled).rejects.toMatchObject({ code: codes.at(-1) });
    expect(take).toHaveBeenCalledTimes(codes.length);
  },
);
