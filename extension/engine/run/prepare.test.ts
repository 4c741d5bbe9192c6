import { describe, expect, test, vi } from 'vitest';
import type { AgentImage } from '../../agent';
import { writeImage } from '../../profile/image/testing';
import { fakeAgent } from '../testing/fake-agent';
import { fakeTarget } from '../testing/fake-target';
import { reachTarget, requireFunctions } from './prepare';

const { signal } = new AbortController();

describe('reachTarget', () => {
  test('finds a target by its id', async () => {
    expect((await reachTarget('qemu-freertos-m7', signal)).id).toBe('qemu-freertos-m7');
  });

  test("keeps files of the user's own, without asking what is there", async () => {
    vi.stubEnv('LG_COORDINATOR', 'nobody.asks:1');
    const elfs = { headline: 'agent.elf' };
    const target = await reachTarget({ target: 'labgrid://board1', elfs }, signal);
    expect([target.id, target.elfs]).toEqual(['labgrid://board1', elfs]);
    vi.unstubAllEnvs();
  });

  test('suggests similar names if a target does not exist', async () => {
    await expect(reachTarget('qemu-freertos-m8', signal)).rejects.toMatchObject({
      code: 'unknown-target',
      hint: expect.stringContaining('qemu-freertos-m7'),
    });
  });
});

test('an image without debug information is not sampled, and how to build one is the hint', () => {
  const elf = writeImage({ address: 0x100, bytes: new Uint8Array(16) }, []);
  const { target } = fakeTarget(() => fakeAgent([], {}));
  const sample = () =>
    requireFunctions({ elf } as AgentImage, { ...target, images: 'ram-cortex-m4f' }, 'Benchmarks');
  expect(sample).toThrow(
    expect.objectContaining({
      code: 'bad-image',
      message: expect.stringMatching(
        /^Benchmarks cannot be sampled: .* Images for boards that come with Cyclescope have none\.$/,
      ) as string,
      hint: 'Build it on this computer: cyclescope build --target ram-cortex-m4f',
    }),
  );
});
