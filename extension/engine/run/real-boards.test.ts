import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { summarise } from '../../runs/record/summarise';
import { bench } from '../testing/benches';
import type { Faults } from '../testing/fake-agent';
import { putImage } from '../testing/fake-target';
import { stageRun } from '../testing/stage-run';

const benches = [bench('heap', 'malloc')];
const hz = 600_000_000;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'board-'));
  await putImage(folder, 'headline', benches);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

function measure(faults: Faults) {
  return stageRun(folder, benches, { faults, spec: { silenceSeconds: 60 } }).run;
}

describe('a cycle counter whose run takes ten seconds of this computer', () => {
  async function counting(ticks: number) {
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
    const { record } = await measure({
      facts: {
        clock: 'dwt-cyccnt',
        clock_hz: String(hz),
        clock_unit: 'cycles',
        clock_ratio: '1/1',
      },
      counter: { hz, ticks, meanwhile: () => (passed += 10_000) },
    });
    return { row: summarise(record)[0] };
  }

  it('has figures if it counts as fast as it claims', async () => {
    const { row } = await counting(hz * 10);
    expect(row).toMatchObject({ standing: 'ok', mean: { value: expect.any(Number) } });
  });

  it.each([
    ['is slower than it claims', hz * 8.8, /claims 600\.0 MHz and counts cycles at 528\.0 MHz/],
    ['stood still most of the time', hz * 2, /claims 600\.0 MHz and counts cycles at 120\.0 MHz/],
    ['is faster than it claims', hz * 10.5, /claims 600\.0 MHz and counts cycles at 630\.0 MHz/],
  ])('is inconclusive if it %s', async (_, ticks, doubt) => {
    const { row } = await counting(ticks);
    expect(row?.standing).toBe('inconclusive');
    expect(row?.reasons).toEqual([expect.stringMatching(doubt)]);
    expect(row?.mean).not.toHaveProperty('value');
  });
});

describe('RTT buffers', () => {
  it('in cached memory are noted', async () => {
    const { record } = await measure({ facts: { rtt_memory: 'cached, write-back' } });
    expect(record.notes).toEqual([
      expect.stringMatching(/RTT buffers are in memory that is cached, write-back\. .*not cached/),
    ]);
  });

  it.each(['uncached', 'unknown'])('in memory that is %s are not noted', async (rtt_memory) => {
    const { record } = await measure({ facts: { rtt_memory } });
    expect(record.notes).toEqual([]);
  });
});
