import { expect, test } from 'vitest';
import { fileNameOf } from './private-folder';

test.each([
  ['qemu-freertos-m7', 'qemu-freertos-m7'],
  ['ssh://pi@10.0.0.7:22', 'ssh-pi@10.0.0.7-22'],
  ['ssh://[fe80::1]', 'ssh-fe80-1-'],
])('%s is stored as %s', (id, name) => {
  expect(fileNameOf(id)).toBe(name);
});

test('a long id is shortened, and differs from others that start alike', () => {
  const [one, other] = ['a', 'b'].map((end) => fileNameOf(`board:${'x'.repeat(300)}${end}`));
  expect(one).toMatch(/^board-x+-[0-9a-f]{16}$/);
  expect(one).toHaveLength(100);
  expect(other).not.toBe(one);
});
