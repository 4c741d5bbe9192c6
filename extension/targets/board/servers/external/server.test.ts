import { expect, test } from 'vitest';
import type { GdbClient } from '../../../../gdb/client';
import type { ServerSession } from '../../server';
import { addressedBoard, external } from './server';

/** A core that is halted at every query. */
const HALTED = Uint8Array.of(0, 0, 2, 0);

test.each([
  ['OpenOCD', 'Open On-Chip Debugger 0.12.0', ['version', 'reset halt'], ['vCont']],
  ['pyOCD', "Error: unrecognized command 'version'", ['version', 'reset halt', 'continue'], []],
  ['QEMU', "unknown command: 'version'", ['version', 'system_reset'], ['vCont']],
  ['an unknown one', 'What do you want?', ['version', 'reset'], ['vCont']],
])('recognises %s by its answer, and uses its commands', async (_, version, words, packets) => {
  const { session, monitored, resumed } = sessionOf((command) =>
    command === 'version' ? version : '',
  );
  await external.resetHalt(session);
  await external.run(session);
  expect(monitored).toEqual(words);
  expect(resumed).toEqual(packets);
});

test('uses a server without any monitor commands', async () => {
  const { session, monitored } = sessionOf((command) => {
    if (command === 'version') throw new Error('monitor version failed');
    return '';
  });
  await external.resetHalt(session);
  expect(monitored).toEqual(['version', 'reset']);
});

function sessionOf(answer: (command: string) => string) {
  const monitored: string[] = [];
  const resumed: string[] = [];
  const gdb: Partial<GdbClient> = {
    isRunning: false,
    learned: {},
    monitor: async (command) => {
      monitored.push(command);
      return answer(command);
    },
    resume: async () => void resumed.push('vCont'),
  };
  const session: ServerSession = {
    gdb: gdb as GdbClient,
    ports: { gdb: 0, command: 0, telnet: 0, rtt: 0 },
    memory: { read: () => Promise.resolve(HALTED), write: () => Promise.resolve() },
    signal: new AbortController().signal,
  };
  return { session, monitored, resumed };
}

test.each([
  ['gdb://localhost:3333', 'localhost', 3333],
  ['gdb://192.168.1.7:2331/', '192.168.1.7', 2331],
  ['gdb://:3333', 'localhost', 3333],
  ['gdb://[fe80::1]:50000', 'fe80::1', 50_000],
])('reads %s as %s, port %i', (text, host, port) => {
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
])('rejects %s as the address of a GDB server', (text) => {
  expect(addressedBoard(text)).toBeUndefined();
});
