import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createQuiet } from './rings';

const rethrow = (error: unknown) => {
  throw error;
};

test('sends the start and the end', async () => {
  const sent: boolean[] = [];
  createQuiet(async (quiet) => void sent.push(quiet), rethrow).hush(15);
  await vi.waitUntil(() => sent.length === 2);
  expect(sent).toEqual([true, false]);
});

test('can end early', async () => {
  const sent: boolean[] = [];
  const quiet = createQuiet(async (on) => void sent.push(on), rethrow);
  quiet.hush(60_000);
  await vi.waitUntil(() => sent.length === 1);
  quiet.hush(0);
  await vi.waitUntil(() => sent.length === 2);
  expect(sent).toEqual([true, false]);
});

test('sends changes only, one call at a time', async () => {
  let [underWay, most] = [0, 0];
  const sent: boolean[] = [];
  const quiet = createQuiet(async (on) => {
    most = Math.max(most, ++underWay);
    await sleep(3);
    sent.push(on);
    underWay -= 1;
  }, rethrow);
  for (const milliseconds of [20, 0, 30, 10]) {
    quiet.hush(milliseconds);
    await sleep(1);
  }
  await vi.waitUntil(() => sent.at(-1) === false);
  expect(most).toBe(1);
  expect(sent.filter((on, index) => on === sent[index - 1])).toEqual([]);
});

test('a failure to send is reported', async () => {
  const failed = vi.fn();
  createQuiet(() => Promise.reject(new Error('invalid command')), failed).hush(20);
  await vi.waitUntil(() => failed.mock.calls.length === 1);
  expect(failed).toHaveBeenCalledWith(new Error('invalid command'));
});

test('sends nothing after its end', async () => {
  const sent: boolean[] = [];
  const quiet = createQuiet(async (on) => void sent.push(on), rethrow);
  quiet.hush(60_000);
  await vi.waitUntil(() => sent.length === 1);
  quiet.end();
  quiet.hush(0);
  await sleep(0);
  expect(sent).toEqual([true]);
});
