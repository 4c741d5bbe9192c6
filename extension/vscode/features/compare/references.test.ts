import { describe, expect, it } from 'vitest';
import { columnOf, referenceOf, runsAmong } from './references';

const run = { home: 'file:///work/a%23b', id: '20261121T014303Z-qemu-freertos-m7-3ecd' };
const published = 'published:nxp-zephyr-linux/average/zephyr-rt1050';

describe('references of columns', () => {
  it('name a run or a published column for good', () => {
    expect(columnOf(referenceOf(run))).toEqual(run);
    expect(columnOf(referenceOf({ ...run, home: 'sample' }))).toEqual({ ...run, home: 'sample' });
    expect(columnOf(published)).toEqual({ address: published });
  });

  it.each(['', '#', 'sample#', '#id', 'latest'])('know nonsense: "%s"', (reference) => {
    expect(columnOf(reference)).toBeUndefined();
  });

  it('distinguish runs from published figures', () => {
    expect(runsAmong([published, referenceOf(run)])).toEqual([run]);
  });
});
