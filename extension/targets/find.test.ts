import { expect, test } from 'vitest';
import { findTarget, targets } from './find';

test('every target has an id of its own and is found by it', () => {
  const ids = targets().map(({ id }) => id);
  expect(ids).toContain('qemu-freertos-m7');
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(findTarget(id)).toMatchObject({ target: { id } });
});

test.each([
  ['qemu-freertos-m4', ['qemu-freertos-m3', 'qemu-freertos-m7']],
  ['local-linus', ['local-linux']],
  ['nothing-like-it', []],
])('%s probably means %j', (id, near) => {
  expect(findTarget(id)).toEqual({ near });
});
