import { describe, expect, test, vi } from 'vitest';
import { reachTarget } from './prepare';

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
