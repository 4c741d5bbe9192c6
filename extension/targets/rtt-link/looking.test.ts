import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { pauseAfter, startLooking, type Looking } from './looking';

const started: Looking[] = [];
afterEach(async () => {
  for (const looking of started.splice(0)) await looking.stop();
});

test('what waits is found late by a twentieth of the time, and by a quarter of a second at most', () => {
  expect([0, 10, 100, 1000, 60_000].map(pauseAfter)).toEqual([1, 1, 5, 50, 250]);
});

test('the looks into a second without anything are few', () => {
  let looks = 0;
  for (let idle = 0; idle < 1000; idle += pauseAfter(idle)) looks += 1;
  expect(looks).toBeLessThan(120);
});

test('looks come one after the other, and next is one that begins later', async () => {
  let atOnce = 0;
  let most = 0;
  let begun = 0;
  const looking = start(async () => {
    begun += 1;
    most = Math.max(most, ++atOnce);
    await sleep(2);
    atOnce -= 1;
    return false;
  });
  await vi.waitUntil(() => begun > 0);
  const before = begun;
  await Promise.all([looking.next(), looking.next()]);
  expect(begun).toBeGreaterThan(before);
  expect(most).toBe(1);
});

test('a stall is kept even when a look is wanted', async () => {
  let looks = 0;
  const looking = start(async () => ++looks < 0);
  await looking.next();
  looking.stall(40);
  const stalled = performance.now();
  await looking.next();
  expect(performance.now() - stalled).toBeGreaterThanOrEqual(39);
});

test('a look that fails is the last one', async () => {
  let looks = 0;
  const failures: unknown[] = [];
  const looking = start(() => {
    looks += 1;
    return Promise.reject(new Error('gone'));
  }, failures);
  await vi.waitUntil(() => failures.length > 0);
  looking.wake();
  await sleep(10);
  expect([looks, failures]).toEqual([1, [new Error('gone')]]);
});

test('stop waits for the look in progress and ends a silence', async () => {
  let isOver = false;
  const looking = start(async () => {
    await sleep(20);
    isOver = true;
    return false;
  });
  looking.hush(60_000);
  await looking.stop();
  const before = isOver;
  looking.wake();
  await sleep(30);
  expect(isOver).toBe(before);
});

function start(look: () => Promise<boolean>, failures: unknown[] = []): Looking {
  const looking = startLooking(look, (error) => failures.push(error));
  started.push(looking);
  return looking;
}
