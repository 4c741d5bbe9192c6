import { expect, test, vi } from 'vitest';
import { TargetError } from '../../base';
import { onceFree } from './once-free';

const inUse = () => Promise.reject(new TargetError('busy', 'The probe is in use'));

/** Tries to take a target that is in use at first. */
function attempt(waitSeconds?: number) {
  const take = vi.fn(() => Promise.resolve('link')).mockImplementationOnce(inUse);
  const [onMessage, onWaiting] = [vi.fn(), vi.fn()];
  const cancel = new AbortController();
  const link = onceFree(take, { waitSeconds, signal: cancel.signal, onMessage, onWaiting });
  return { link, take, onMessage, onWaiting, cancel };
}

test('waits for a target in use, and reports the wait', async () => {
  const { link, onMessage, onWaiting } = attempt(60);
  expect(await link).toBe('link');
  expect(onMessage.mock.calls).toEqual([['The probe is in use. Waiting until it is free.']]);
  expect(onWaiting).toHaveBeenCalledOnce();
});

test('refuses immediately without permission to wait', async () => {
  const { link, take, onWaiting } = attempt();
  await expect(link).rejects.toMatchObject({ code: 'busy' });
  expect([take.mock.calls.length, onWaiting.mock.calls.length]).toEqual([1, 0]);
});

test('a cancel ends the wait', async () => {
  const { link, cancel } = attempt(60);
  cancel.abort();
  await expect(link).rejects.toMatchObject({ name: 'AbortError' });
});

test('does not wait after other failures', async () => {
  const rejectGone = () => Promise.reject(new TargetError('target-gone', 'The board is gone'));
  const patience = { waitSeconds: 60, signal: new AbortController().signal, onMessage: vi.fn() };
  await expect(onceFree(rejectGone, patience)).rejects.toMatchObject({ code: 'target-gone' });
});
