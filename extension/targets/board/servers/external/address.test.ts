import { expect, test } from 'vitest';
import { addressedBoard } from './address';

test.each([
  ['gdb://localhost:3333', 'localhost', 3333],
  ['gdb://192.168.1.7:2331/', '192.168.1.7', 2331],
  ['gdb://[fe80::1]:50000', 'fe80::1', 50_000],
])('%s is %s, port %i', (text, host, port) => {
  expect(addressedBoard(text)).toMatchObject({
    id: text,
    server: { kind: 'external', host, port },
  });
});

test.each([
  'gdb://host',
  'gdb://host:0',
  'gdb://host:70000',
  'gdb://-x:1',
  'gdb://a b:1',
  'ssh://a:1',
])('%s is no address of a GDB server', (text) => {
  expect(addressedBoard(text)).toBeUndefined();
});
