import { describe, expect, test } from 'vitest';
import { type BlockLength, learnLength, silenceFor } from './block-length';

const looked = (milliseconds: number) => ({ milliseconds, wasLookedInto: true });
const silent = (milliseconds: number) => ({ milliseconds, wasLookedInto: false });
const known = (milliseconds: number, believed: number): BlockLength => ({ milliseconds, believed });

describe('where no clock tells time', () => {
  const learn = (length: BlockLength, wait = looked(0), most = Infinity) =>
    learnLength(length, wait, most, false);

  test('two that agree are believed', () => {
    expect(learn(known(10, 0), looked(9))).toEqual(known(9.5, 16));
  });

  test('a host that was busy is found out by the next look', () => {
    const once = learn(known(10, 3), looked(500));
    expect(once).toEqual(known(500, 0));
    const twice = learn(once, silent(250));
    expect(twice).toEqual(known(250, 0));
    expect(learn(learn(twice, looked(120)), looked(120))).toEqual(known(120, 16));
  });

  test('nothing is learned that is far from its ticks', () => {
    expect(learn(known(10, 3), looked(500), 30)).toEqual(known(30, 0));
  });

  test('a silence that was long enough says nothing, but is believed a while only', () => {
    let length = known(10, 16);
    for (let block = 0; block < 15; block++) length = learn(length, silent(10.5));
    expect(length).toEqual(known(10, 1));
    expect(learn(length, silent(10.5))).toEqual(known(10, 0));
  });
});

describe("where the target's clock tells time", () => {
  test('a look is believed at once, but no longer than the clock says', () => {
    expect(learnLength(known(10, 4), looked(20), 40, true)).toEqual(known(20, 16));
    expect(learnLength(known(10, 4), looked(500), 25, true)).toEqual(known(25, 16));
  });

  test('what is known does not grow old', () => {
    expect(learnLength(known(10, 5), silent(10.5), 8, true)).toEqual(known(8, 5));
  });
});

describe('silenceFor', () => {
  test('a block that has ended waits by a twentieth, and by five milliseconds at most', () => {
    const lengths = [2, 20, 100, 10_000].map((milliseconds) => known(milliseconds, 1));
    expect(lengths.map(silenceFor)).toEqual([2.1, 21, 105, 10_005]);
  });

  test('one that is not believed yet is looked at halfway', () => {
    expect(silenceFor(known(10, 0))).toBe(5);
  });
});
