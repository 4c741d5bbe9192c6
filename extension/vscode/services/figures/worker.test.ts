import { describe, expect, it } from 'vitest';
import { RemoteFailure } from '../../../base/calls';
import { newFiguresWorker } from './worker';

type Start = NonNullable<Parameters<typeof newFiguresWorker>[1]>;

describe('the figures worker', () => {
  it('starts when it is first asked, once, and anew when it has ended', async () => {
    let started = 0;
    let ended = 0;
    const start = (() => {
      started += 1;
      let calls = 0;
      const call = () => {
        calls += 1;
        if (started === 1 && calls === 2) {
          return Promise.reject(new RemoteFailure({ message: 'gone', code: 'worker-ended' }));
        }
        return Promise.resolve({ started });
      };
      return { client: { call }, end: async () => void (ended += 1) };
    }) as unknown as Start;
    const worker = newFiguresWorker({} as never, start);
    expect(started).toBe(0);
    expect(await worker.call('results', { folder: 'a' })).toEqual({ started: 1 });
    await expect(worker.call('results', { folder: 'a' })).rejects.toThrow('gone');
    expect(await worker.call('results', { folder: 'a' })).toEqual({ started: 2 });
    worker.dispose();
    expect([started, ended]).toEqual([2, 1]);
  });
});
