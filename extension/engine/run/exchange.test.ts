import { describe, expect, it, vi } from 'vitest';
import { TargetError } from '../../base/failures';
import { fakeLink } from '../testing/fake-link';
import { exchange } from './exchange';

const options = (rest: {
  signal?: AbortSignal;
  silenceMs?: number;
  lastStream?: () => number;
}) => ({
  signal: new AbortController().signal,
  silenceMs: 1000,
  lastStream: () => 0,
  ...rest,
});

describe('an exchange of control lines', () => {
  it('collects data lines up to the final one', async () => {
    const link = fakeLink((_, { line }) => ['okay=1', 'fact a=1', 'ok hello'].forEach(line));
    const reply = await exchange(link, 'hello', options({}));
    expect(reply).toEqual({ data: ['okay=1', 'fact a=1'], final: 'ok hello' });
  });

  it('fails if both channels are silent', async () => {
    const link = fakeLink(() => undefined);
    const failing = exchange(link, 'run heap', options({ silenceMs: 20 }));
    await expect(failing).rejects.toMatchObject({
      code: 'agent-silent',
      message: 'The agent sent no control line for 0.02 s',
    });
  });

  it("reports the target's explanation of a silence", async () => {
    const found = new TargetError('target-gone', 'The core locked up');
    const link = { ...fakeLink(() => undefined), diagnose: () => Promise.resolve(found) };
    await expect(exchange(link, 'run heap', options({ silenceMs: 20 }))).rejects.toBe(found);
    const sound = { ...link, diagnose: () => Promise.resolve(undefined) };
    const failing = exchange(sound, 'run heap', options({ silenceMs: 20 }));
    await expect(failing).rejects.toMatchObject({ code: 'agent-silent' });
  });

  it('waits as long as the stream flows', async () => {
    vi.useFakeTimers();
    try {
      let received = 0;
      const link = fakeLink(async (_, { line }) => {
        for (let i = 0; i < 6; i++) {
          await new Promise((resolve) => setTimeout(resolve, 80));
          received = performance.now();
        }
        line('ok run');
      });
      const patient = options({ silenceMs: 300, lastStream: () => received });
      const reply = exchange(link, 'run heap', patient);
      await vi.advanceTimersByTimeAsync(480);
      expect((await reply).final).toBe('ok run');
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks the agent to stop on abort and returns its answer', async () => {
    const abort = new AbortController();
    const link = fakeLink(async (line, channel) => {
      if (line === 'stop') return;
      abort.abort();
      await channel.stopped;
      channel.line('ok run status=stopped');
    });
    const reply = await exchange(link, 'run heap', options({ signal: abort.signal }));
    expect(reply.final).toBe('ok run status=stopped');
    expect(link.calls).toEqual(['run heap', 'stop']);
  });

  it('does not start after an abort', async () => {
    const link = fakeLink(() => undefined);
    const failing = exchange(link, 'run heap', options({ signal: AbortSignal.abort() }));
    await expect(failing).rejects.toMatchObject({ code: 'cancelled' });
    expect(link.calls).toEqual([]);
  });

  it('reports why the agent crashed', async () => {
    const link = fakeLink((_, { line }) => line('panic reason="hard fault at 0x10"'));
    const failing = exchange(link, 'run heap', options({}));
    await expect(failing).rejects.toThrow('hard fault at 0x10');
  });

  it('passes on that the target is gone', async () => {
    const link = fakeLink(() => link.die());
    const failing = exchange(link, 'run heap', options({}));
    await expect(failing).rejects.toMatchObject({ code: 'target-gone' });
  });
});
