import { describe, expect, test } from 'vitest';
import { toFileName, movePath } from './private-folder';

test.each([
  ['qemu-freertos-m7', 'qemu-freertos-m7'],
  ['ssh://pi@10.0.0.7:22', 'ssh-pi@10.0.0.7-22'],
  ['ssh://[fe80::1]', 'ssh-fe80-1-'],
])('%s is stored as %s', (id, name) => {
  expect(toFileName(id)).toBe(name);
});

test('a long id is shortened, and differs from others that start alike', () => {
  const [one, other] = ['a', 'b'].map((end) => toFileName(`board:${'x'.repeat(300)}${end}`));
  expect(one).toMatch(/^board-x+-[0-9a-f]{16}$/);
  expect(one).toHaveLength(100);
  expect(other).not.toBe(one);
});

describe('a file that another program reads', () => {
  const refusing = (code: string, times: number) => {
    let refused = 0;
    return async () => {
      if (refused++ < times) throw Object.assign(new Error(code), { code });
    };
  };

  test.each(['EACCES', 'EBUSY', 'EPERM'])('is replaced on Windows after %s', async (code) => {
    await movePath('new', 'old', { platform: 'win32', move: refusing(code, 2) });
  });

  test.each([
    ['linux' as const, 'EPERM'],
    ['win32' as const, 'ENOENT'],
  ])('on %s, %s is a failure at once', async (platform, code) => {
    const moving = movePath('new', 'old', { platform, move: refusing(code, 1) });
    await expect(moving).rejects.toMatchObject({ code });
  });
});
