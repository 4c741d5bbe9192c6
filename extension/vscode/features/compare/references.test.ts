import { describe, expect, it } from 'vitest';
import { parseReference, formatReference, runsAmong } from './references';

const run = { home: 'file:///work/a%23b', id: '20261121T014303Z-qemu-freertos-m7-3ecd' };
const published = 'published:nxp-zephyr-linux/average/zephyr-rt1050';

describe('references of columns', () => {
  it('name a run or a published column for good', () => {
    expect(parseReference(formatReference(run))).toEqual(run);
    expect(parseReference(formatReference({ ...run, home: 'sample' }))).toEqual({
      ...run,
      home: 'sample',
    });
    expect(parseReference(published)).toEqual({ address: published });
  });

  it.each(['', '#', 'sample#', '#id', 'latest'])('know nonsense: "%s"', (reference) => {
    expect(parseReference(reference)).toBeUndefined();
  });

  it('distinguish runs from published figures', () => {
    expect(runsAmong([published, formatReference(run)])).toEqual([run]);
  });
});
