import { expect, it, test } from 'vitest';
import { boardMembers } from '../../projects/detect/boards-setting';
import { boardSchema } from './settings';

it('offers what detection reads, and nothing else', () => {
  expect(Object.keys(boardSchema.properties).toSorted()).toEqual([...boardMembers].toSorted());
});

test.each([
  ['gdb://localhost:3333', true],
  ['gdb://:3333', true],
  ['gdb://${env:PROBE_HOST}:3333', true],
  ['gdb://localhost', false],
  ['serial:///dev/ttyACM0?baud=115200', true],
  ['serial://', false],
  ['ssh://board', false],
])('a board at %s is valid: %s', (address, isInOrder) => {
  const patterns = boardSchema.properties.server.anyOf.flatMap(({ pattern = [] }) => pattern);
  expect(patterns.some((pattern) => new RegExp(pattern, 'u').test(address))).toBe(isInOrder);
});
