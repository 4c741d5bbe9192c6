import { expect, test } from 'vitest';
import { fileNameOf } from './private-folder';

test.each([
  ['qemu-freertos-m7', 'qemu-freertos-m7'],
  ['ssh://pi@10.0.0.7:22', 'ssh-pi@10.0.0.7-22'],
  ['ssh://[fe80::1]', 'ssh-fe80-1-'],
])('%s is kept as %s', (id, name) => {
  expect(fileNameOf(id)).toBe(name);
});
