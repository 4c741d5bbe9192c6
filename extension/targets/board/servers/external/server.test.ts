import { expect, test } from 'vitest';
import type { GdbClient } from '../../../../gdb/client';
import type { ServerSession } from '../../server';
import { parseBoardAddress, external } from './server';

/** A core that is halted at every query. */
const HALTED = Uint8Array.of(0, 0, 2, 0);

test.each([
  ['OpenOCD', 'Open On-Chip Debugger 0.12.0', ['version', 'reset halt'], ['vCont']],
  ['pyOCD', "Error: unrecognized command 'version'", ['version', 'reset halt', 'continue'], []],
  ['QEMU', "unknown command: 'version'", ['version', 'system_reset'], ['vCont']],
  ['an unknown one', 'What do you want?', ['version', 'reset'], ['vCont']],
  [
    'probe-rs',
    'Supported Commands:\n\n    info - print session information\n',
    ['version', 'reset halt'],
    [],
  ],
  ['Black Magic Probe', 'Black Magic Probe v1.10.2', ['version', 'swdp_scan'], ['vAttach;1']],
])('recognises %s by its answer, and uses its commands', async (_, version, words, packets) => {
  const { session, monitored, resumed } = makeSession((command) =>
    command === 'version' ? version : '',
  );
  await external.begin?.(session);
  await external.resetHalt(session);
  await external.run(session);
  expect(monitored).toEqual(words);
  expect(resumed).toEqual(packets);
});

const REGISTERS = { dhcsr: 0xe000edf0, demcr: 0xe000edfc, aircr: 0xe000ed0c };
const RESET_BY_REGISTERS = [
  [REGISTERS.dhcsr, 0xa05f_0003],
  [REGISTERS.demcr, 0x0002_0001],
  [REGISTERS.aircr, 0x05fa_0004],
  [REGISTERS.demcr, 0x0002_0000],
];

test("uses the core's registers where a server is deaf after it has started the core", async () => {
  const { session, written, monitored, resumed } = makeSession(() => {
    throw new Error('monitor version failed');
  }, 0x3fff);
  await external.resetHalt(session);
  await external.run(session);
  expect(written).toEqual([...RESET_BY_REGISTERS, [REGISTERS.dhcsr, 0xa05f_0001]]);
  expect([monitored, resumed]).toEqual([['version'], []]);
});

test("recognises Black Magic's program, whose version is printed elsewhere, by its commands", async () => {
  const answers = new Map([['help', 'General commands:\n\tswd_scan -- Scan SWD interface']]);
  const { session, monitored } = makeSession((command) => answers.get(command) ?? '');
  await external.begin?.(session);
  expect(monitored).toEqual(['version', 'help', 'swdp_scan']);
});

test('reports what Black Magic Probe found instead of a core', async () => {
  const { session } = makeSession(
    (command) => (command === 'version' ? 'Black Magic Probe' : 'SWD scan failed!\n'),
    0x400,
    'E01',
  );
  await expect(external.begin?.(session)).rejects.toMatchObject({
    message: 'Black Magic Probe found no core over SWD: SWD scan failed!',
    hint: expect.stringContaining('powered') as string,
  });
});

test('uses a server without any monitor commands', async () => {
  const { session, monitored } = makeSession((command) => {
    if (command === 'version') throw new Error('monitor version failed');
    return '';
  });
  await external.resetHalt(session);
  expect(monitored).toEqual(['version', 'reset']);
});

function makeSession(answer: (command: string) => string, packetSize = 0x400, attached = 'T05') {
  const monitored: string[] = [];
  const resumed: string[] = [];
  const written: (readonly [number, number])[] = [];
  const toWord = (bytes: Uint8Array) => Buffer.from(bytes).readUInt32LE();
  const gdb: Partial<GdbClient> = {
    isRunning: false,
    learned: {},
    packetSize,
    monitor: async (command) => {
      monitored.push(command);
      return answer(command);
    },
    request: async (packet) => {
      resumed.push(packet);
      return attached;
    },
    resume: async () => void resumed.push('vCont'),
  };
  const session: ServerSession = {
    gdb: gdb as GdbClient,
    ports: { gdb: 0, command: 0, telnet: 0, rtt: 0 },
    memory: {
      read: () => Promise.resolve(HALTED),
      write: async (address, bytes) => void written.push([address, toWord(bytes)]),
    },
    signal: new AbortController().signal,
  };
  return { session, monitored, resumed, written };
}

test.each([
  ['gdb://localhost:3333', 'localhost', 3333],
  ['gdb://192.168.1.7:2331/', '192.168.1.7', 2331],
  ['gdb://:3333', 'localhost', 3333],
  ['gdb://[fe80::1]:50000', 'fe80::1', 50_000],
])('reads %s as %s, port %i', (text, host, port) => {
  expect(parseBoardAddress(text)).toMatchObject({
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
  expect(parseBoardAddress(text)).toBeUndefined();
});
