import { expect, test } from 'vitest';
import { decodeWindow, encodeWindow, type TraceWindow } from './window';

const WINDOW: TraceWindow = {
  start: 2 ** 40 + 0.5,
  stop: 2 ** 41,
  columns: 3,
  lanes: [
    { lane: 4, from: 0, to: 2, density: undefined },
    { lane: 7, from: 2, to: 2, density: Uint8Array.of(0, 255, 7) },
    { lane: 511, from: 2, to: 3, density: Uint8Array.of(1, 2, 3) },
  ],
  spans: {
    start: Float64Array.of(1, 5, 9),
    stop: Float64Array.of(2, 6, 2 ** 50),
    ref: Uint32Array.of(0, 2 ** 32 - 1, 3),
  },
  marks: {
    lane: Uint16Array.of(2),
    time: Float64Array.of(3),
    count: Uint32Array.of(4_000_000),
    event: Uint32Array.of(5),
  },
  gaps: {
    core: Uint16Array.of(0, 1),
    start: Float64Array.of(1, 2),
    stop: Float64Array.of(3, 4),
    packets: Uint32Array.of(5, 6),
  },
};

const EMPTY: TraceWindow = {
  start: 0,
  stop: 1,
  columns: 1,
  lanes: [],
  spans: { start: new Float64Array(), stop: new Float64Array(), ref: new Uint32Array() },
  marks: {
    lane: new Uint16Array(),
    time: new Float64Array(),
    count: new Uint32Array(),
    event: new Uint32Array(),
  },
  gaps: {
    core: new Uint16Array(),
    start: new Float64Array(),
    stop: new Float64Array(),
    packets: new Uint32Array(),
  },
};

test.each([
  ['full', WINDOW],
  ['empty', EMPTY],
])('a %s window round-trips', (_, window) => {
  expect(decodeWindow(encodeWindow(window))).toEqual(window);
});

test('rejects anything else', () => {
  const good = encodeWindow(WINDOW);
  expect(decodeWindow(new ArrayBuffer(0))).toBeUndefined();
  expect(decodeWindow(good.slice(0, -1))).toBeUndefined();
  const other = good.slice(0);
  new Uint32Array(other, 0, 1)[0] = 99;
  expect(decodeWindow(other)).toBeUndefined();
});
