import { expect, test } from 'vitest';
import { rawDoubts } from './doubts';

test.each([
  [[], []],
  [[0, 5], []],
  [[0x7fff_fffe], []],
  [[0, 0], ['the clock did not move in any sample']],
  [[1, 0x7fff_ffff, 0xffff_ffff], ["2 samples are longer than half the counter's range"]],
])('%j', (ticks, doubts) => {
  expect(rawDoubts(Uint32Array.from(ticks))).toEqual(doubts);
});
