import { describe, expect, test } from 'vitest';
import { parseLabAddress } from './kind';
import { resourceAddress, resourceAt } from './resource';
import type { LabPlace, Resource } from './protocol';

const place: LabPlace = { name: 'board1', tags: new Map(), user: '', has: () => true };

const makeResource = (
  cls: string,
  params: Readonly<Record<string, string>>,
  isAvailable = true,
): Resource => ({
  exporter: 'lab',
  group: 'board1',
  name: 'it',
  cls,
  params: new Map(Object.entries(params)),
  isAvailable,
});

const server = makeResource('CyclescopeGDBServer', { host: '127.0.0.1', port: '3331' });
const port = makeResource('NetworkSerialPort', { host: 'localhost', port: '4000', speed: '9600' });

test.each([
  ['labgrid://board1', { name: 'board1' }],
  ['labgrid://lab-7.left', { name: 'lab-7.left' }],
  ['labgrid://?core=m7', { core: 'm7' }],
  ['labgrid://?core=m7&board=evk', { core: 'm7', board: 'evk' }],
  ['labgrid://', undefined],
  ['labgrid://?core', undefined],
  ['labgrid://-p', undefined],
  ['labgrid://board1/gdb', undefined],
  ['gdb://board1:3333', undefined],
])('parseLabAddress reads %s', (text, expected) => {
  const tags = parseLabAddress(text);
  expect(tags && Object.fromEntries(tags)).toEqual(expected);
});

describe('resourceAddress', () => {
  test.each([
    [server, 'gdb://127.0.0.1:3331'],
    [makeResource('CyclescopeDebugServer', { host: '::1', port: '3331' }), 'gdb://[::1]:3331'],
    [port, 'serial://localhost:4000?baud=9600'],
    [
      makeResource('NetworkSerialPort', { host: '127.0.0.1', port: '4000', protocol: 'raw' }),
      'serial://127.0.0.1:4000?protocol=raw',
    ],
    [
      makeResource('NetworkService', { address: '192.168.1.7', username: 'root', port: '' }),
      'ssh://root@192.168.1.7:22',
    ],
  ])('%#: $cls', (resource, address) => {
    expect(resourceAddress(place, resource)).toBe(address);
  });

  test('refuses a debug server that anybody in the network reaches', () => {
    const open = makeResource('CyclescopeGDBServer', { host: '192.168.1.7', port: '3331' });
    expect(() => resourceAddress(place, open)).toThrow(/is not used: it is at 192\.168\.1\.7/);
  });

  test('reports why a server was not started', () => {
    const params = { host: '127.0.0.1', port: '', why: 'Error: open failed' };
    const failed = makeResource('CyclescopeDebugServer', params);
    expect(() => resourceAddress(place, failed)).toThrow('was not started: Error: open failed');
  });
});

describe('resourceAt', () => {
  const power = makeResource('NetworkPowerPort', {});

  test('prefers a debug server, and what is available', () => {
    expect(resourceAt(place, [power, port, server])).toBe(server);
    expect(resourceAt(place, [port, { ...server, isAvailable: false }])).toBe(port);
  });

  test('refuses a place without a way to measure', () => {
    expect(() => resourceAt(place, [power])).toThrow(
      'nothing to measure through, but NetworkPower',
    );
  });
});
