import { describe, expect, it } from 'vitest';
import { laneOf, newLanes } from './lanes';

const never = new AbortController().signal;

describe('a lane', () => {
  it('lets one in after the other, in their order', async () => {
    const lanes = newLanes();
    const seen: string[] = [];
    const visit = async (name: string) => {
      const leave = await lanes.enter('board', never);
      seen.push(`${name} in`);
      await Promise.resolve();
      seen.push(`${name} out`);
      leave?.();
    };
    await Promise.all(['a', 'b', 'c'].map(visit));
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('does not wait for another lane', async () => {
    const lanes = newLanes();
    await lanes.enter('board', never);
    expect(await lanes.enter('other board', never)).toBeTypeOf('function');
  });

  it('is left at once by who is called off while waiting, and does not block the next', async () => {
    const lanes = newLanes();
    const leave = await lanes.enter('board', never);
    const abort = new AbortController();
    const waiting = lanes.enter('board', abort.signal);
    const next = lanes.enter('board', never);
    abort.abort();
    expect(await waiting).toBeUndefined();
    const state = await Promise.race([next.then(() => 'in'), Promise.resolve('waiting')]);
    expect(state).toBe('waiting');
    leave?.();
    expect(await next).toBeTypeOf('function');
  });

  it('lets nobody in who was called off before', async () => {
    expect(await newLanes().enter('board', AbortSignal.abort())).toBeUndefined();
  });
});

describe('the lane of a target', () => {
  it('is one for everything that runs on this computer', () => {
    expect(laneOf('qemu-freertos-m7')).toBe(laneOf('local-linux'));
  });

  it('is its own for another machine', () => {
    expect(laneOf('ssh://root@a')).not.toBe(laneOf('ssh://root@b'));
    expect(laneOf('ssh://root@a')).not.toBe(laneOf('local-linux'));
  });
});
