import { describe, expect, test } from 'vitest';
import { reachTarget } from './prepare';

const { signal } = new AbortController();

describe('reachTarget', () => {
  test('finds a target by its id', async () => {
    expect((await reachTarget('qemu-freertos-m7', signal)).id).toBe('qemu-freertos-m7');
  });

  test('suggests similar names if a target does not exist', async () => {
    await expect(reachTarget('qemu-freertos-m8', signal)).rejects.toMatchObject({
      code: 'unknown-target',
      hint: expect.stringContaining('qemu-freertos-m7'),
    });
  });
});
