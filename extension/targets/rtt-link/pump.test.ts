import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { startPump, type Pump } from './pump';

const started: Pump[] = [];
afterEach(() => {
  started.splice(0).forEach((pump) => pump.stop());
  vi.restoreAllMocks();
});

test('waits for nothing while there is work, and for a moment when there is none', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const hasWaited = () => timers.mock.calls.some(([, milliseconds]) => milliseconds === 1);
  let polls = 0;
  let waitedAtWork = false;
  start(() => {
    const hasWork = ++polls < 200;
    if (hasWork) waitedAtWork ||= hasWaited();
    return hasWork;
  });
  await vi.waitUntil(hasWaited);
  expect(waitedAtWork).toBe(false);
  expect(polls).toBeGreaterThanOrEqual(200);
});

test('rest ends polling once nothing is found, a nudge is one look, wake begins again', async () => {
  let polls = 0;
  const pump = start(() => ++polls < 5);
  pump.rest();
  await turns();
  const resting = polls;
  expect(resting).toBeGreaterThanOrEqual(5);
  await turns();
  expect(polls).toBe(resting);
  pump.nudge();
  await turns();
  const nudged = polls;
  expect(nudged).toBeGreaterThan(resting);
  await turns();
  expect(polls).toBe(nudged);
  pump.wake();
  await turns();
  expect(polls).toBeGreaterThan(nudged);
});

test('a stall is kept even when woken', async () => {
  const begun = performance.now();
  let first: number | undefined;
  const pump = start(() => {
    first ??= performance.now();
    return false;
  });
  pump.stall(40);
  pump.wake();
  await vi.waitUntil(() => first !== undefined);
  expect((first ?? 0) - begun).toBeGreaterThanOrEqual(40);
});

test('nothing is polled after stop, not even when woken', async () => {
  let polls = 0;
  const pump = start(() => ++polls > 0);
  pump.stop();
  pump.wake();
  await turns();
  expect(polls).toBe(0);
});

function start(poll: () => boolean): Pump {
  const pump = startPump(poll);
  started.push(pump);
  return pump;
}

/** Several turns of the event loop, longer together than a pump keeps expecting more. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await sleep(5);
}
