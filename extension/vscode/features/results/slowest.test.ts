import { describe, expect, it } from 'vitest';
import type { Client } from '../../../base/calls';
import type { ResultRow } from '../../../report/results/model';
import type { ExplainedSample } from '../../../trace/model';
import type { RecordingCalls } from '../../../workers/recording/protocol';
import { newSlowestSource, pickSlowest } from './run-session';

const sample = (elapsed: number, repeat = 0): ExplainedSample => ({
  operation: 'heap/malloc',
  repeat,
  index: elapsed,
  isCold: false,
  tickInside: true,
  start: 0,
  stop: elapsed,
  elapsed,
  unit: 'instructions',
  sentence: `${elapsed}`,
  notes: [],
  parts: [{ kind: 'own', name: 'own', amount: elapsed, lane: 3 }],
});
const makeDisturbed = (elapsed: number, repeat = 0): ExplainedSample => ({
  ...sample(elapsed, repeat),
  parts: [
    { kind: 'own', name: 'own', amount: 60, lane: 3 },
    { kind: 'interrupt', name: 'SysTick', amount: elapsed - 60, lane: 1 },
  ],
});
const row = { operation: 'heap/malloc', params: {} as ResultRow['params'] } as ResultRow;

function fakeWorker(answer: (call: string, takes: { repeat: number }) => unknown) {
  const calls: string[] = [];
  const call = (name: string, takes: unknown) => {
    calls.push(name);
    return Promise.resolve().then(() => answer(name, takes as { repeat: number }));
  };
  const client = { call, fail: () => undefined } as unknown as Client<RecordingCalls>;
  const end = () => {
    calls.push('end');
    return Promise.resolve();
  };
  return { calls, start: () => ({ client, end }) };
}

describe('the slowest samples', () => {
  it('come from all repeats, the slowest first, in the unit that is shown', () => {
    const found = pickSlowest([
      sample(70),
      makeDisturbed(1930, 1),
      ...Array.from({ length: 9 }, () => makeDisturbed(80)),
    ]);
    expect(found).toHaveLength(8);
    expect(found[0]).toEqual({
      repeat: 1,
      index: 1930,
      elapsed: 1930,
      unit: 'instr',
      tickInside: true,
      sentence: '1930',
      notes: [],
      parts: [
        { kind: 'own', name: 'own', amount: 60 },
        { kind: 'interrupt', name: 'SysTick', amount: 1870 },
      ],
    });
  });

  it('include an undisturbed one to compare with', () => {
    const plain = [sample(70), sample(69), sample(68)];
    const found = pickSlowest([...plain, { ...makeDisturbed(200) }]);
    expect(found.map(({ elapsed }) => elapsed)).toEqual([200, 70]);
  });

  it('come from a recording that is opened once and closed at the end', async () => {
    const worker = fakeWorker((call, { repeat }) =>
      call === 'slowest' ? [makeDisturbed(100 + repeat, repeat)] : {},
    );
    const source = newSlowestSource('x.SVDat', 10, worker.start);
    const { samples } = await source.of(row, 2);
    expect(samples.map(({ elapsed }) => elapsed)).toEqual([101, 100]);
    await source.of(row, 1);
    source.end();
    await expect.poll(() => worker.calls).toEqual(['open', 'slowest', 'slowest', 'slowest', 'end']);
  });

  it('report why there are none, and are requested again', async () => {
    let isBroken = true;
    const worker = fakeWorker((call) => {
      if (call === 'open' && isBroken) throw new Error('This is not a recording.');
      return [sample(5)];
    });
    const source = newSlowestSource('x.SVDat', 10, worker.start);
    expect(await source.of(row, 1)).toEqual({ samples: [], failure: 'This is not a recording.' });
    isBroken = false;
    expect((await source.of(row, 1)).samples).toHaveLength(1);
  });
});
