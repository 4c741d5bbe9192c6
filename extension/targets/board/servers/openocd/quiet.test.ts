import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createQuiet } from './rings';

const rethrow = (error: unknown) => {
  throw error;
};

test('the beginning and the end are sent', async () => {
  const told: boolean[] = [];
  createQuiet(async (quiet) => void told.push(quiet), rethrow).hush(15);
  await vi.waitUntil(() => told.length === 2);
  expect(told).toEqual([true, false]);
});

test('it can be ended early', async () => {
  const told: boolean[] = [];
  const quiet = createQuiet(async (on) => void told.push(on), rethrow);
  quiet.hush(60_000);
  await vi.waitUntil(() => told.length === 1);
  quiet.hush(0);
  await vi.waitUntil(() => told.length === 2);
  expect(told).toEqual([true, false]);
});

test('only changes are sent, one call at a time', async () => {
  let [underWay, most] = [0, 0];
  const told: boolean[] = [];
  const quiet = createQuiet(async (on) => {
    most = Math.max(most, ++underWay);
    await sleep(3);
    told.push(on);
    underWay -= 1;
  }, rethrow);
  for (const milliseconds of [20, 0, 30, 10]) {
    quiet.hush(milliseconds);
    await sleep(1);
  }
  await vi.waitUntil(() => told.at(-1) === false);
  expect(most).toBe(1);
  expect(told.filter((on, index) => on === told[index - 1])).toEqual([]);
});

test('what cannot be sent is a failure', async () => {
  const failed = vi.fn();
  createQuiet(() => Promise.reject(new Error('invalid command')), failed).hush(20);
  await vi.waitUntil(() => failed.mock.calls.length === 1);
  expect(failed).toHaveBeenCalledWith(new Error('invalid command'));
});

test('after its end nothing is sent any more', async () => {
  const told: boolean[] = [];
  const quiet = createQuiet(async (on) => void told.push(on), rethrow);
  quiet.hush(60_000);
  await vi.waitUntil(() => told.length === 1);
  quiet.end();
  quiet.hush(0);
  await sleep(0);
  expect(told).toEqual([true]);
});
