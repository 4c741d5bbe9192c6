import { expect, it, test } from 'vitest';
import {
  append,
  dropLast,
  eventAt,
  findFirstAt,
  forEachEvent,
  newStore,
  scanEvents,
} from './store';

const BLOCK = 65_536;

function fillStore(count: number) {
  const store = newStore();
  for (let n = 0; n < count; n++) append(store, n * 2, n % 600, n % 2, n, n * 4);
  return store;
}

it('keeps events across block borders', () => {
  const store = fillStore(2 * BLOCK + 3);
  for (const n of [0, BLOCK - 1, BLOCK, 2 * BLOCK + 2]) {
    expect(eventAt(store, n)).toEqual({
      ticks: n * 2,
      id: n % 600,
      core: n % 2,
      argument: n,
      offset: n * 4,
    });
  }
  expect(eventAt(store, store.count)).toBeUndefined();
  expect(eventAt(store, -1)).toBeUndefined();
});

it('stores millions of events', () => {
  const border = BLOCK + 2 ** 21;
  const store = fillStore(border + 2);
  const seen = [border - 1, border, border + 1].map((n) => eventAt(store, n)?.argument);
  expect(seen).toEqual([border - 1, border, border + 1]);
  const scanned: number[] = [];
  scanEvents(store, border - 1, border + 9, (ticks) => scanned.push(ticks));
  expect(scanned).toEqual([2 * border - 2, 2 * border, 2 * border + 2]);
  for (let n = 0; n < 3; n++) dropLast(store);
  append(store, 7, 1, 0, 0, 0);
  append(store, 8, 1, 0, 0, 0);
  expect([eventAt(store, border - 1)?.ticks, eventAt(store, border)?.ticks]).toEqual([7, 8]);
});

it('removes its last event at a block border', () => {
  const store = fillStore(BLOCK + 1);
  dropLast(store);
  dropLast(store);
  append(store, 7, 1, 0, 0, 0);
  append(store, 8, 2, 0, 0, 0);
  expect(store.count).toBe(BLOCK + 1);
  expect([eventAt(store, BLOCK - 1)?.id, eventAt(store, BLOCK)?.id]).toEqual([1, 2]);
});

test.each([
  [-5, 0],
  [0, 0],
  [1, 1],
  [BLOCK * 2, BLOCK],
  [1e9, BLOCK + 10],
])('finds the first event at or after %i', (ticks, index) => {
  expect(findFirstAt(fillStore(BLOCK + 10), ticks)).toBe(index);
});

it('visits a window', () => {
  const seen: number[] = [];
  forEachEvent(fillStore(10), ({ argument }, index) => seen.push(argument + index), 3, 5);
  expect(seen).toEqual([6, 8]);
});
