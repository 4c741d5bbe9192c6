import { expect, test } from 'vitest';
import type { ServerSetup } from '../../setup';
import { probeUseOf } from './setup-use';
import type { ProbeUse } from './use';

const openocd = (...commands: string[]): ServerSetup => {
  return { kind: 'openocd', configFiles: ['board.cfg'], searchFolders: [], commands };
};

test.each<[string, ServerSetup | undefined, string | undefined, ProbeUse]>([
  ['no server yet', undefined, '1', { kind: 'local', serial: '1' }],
  ['OpenOCD', openocd(), '1', { kind: 'local', serial: '1' }],
  ['no serial number', openocd(), undefined, { kind: 'local' }],
  ['own command', openocd('adapter serial ABC'), '1', { kind: 'local', serial: 'ABC' }],
  [
    'own argument',
    { kind: 'pyocd', args: ['-u', 'ABC'] },
    undefined,
    { kind: 'local', serial: 'ABC' },
  ],
  [
    'a remote probe of pyOCD',
    { kind: 'pyocd', args: [] },
    'remote:lab:5555',
    { kind: 'network', address: 'lab:5555' },
  ],
  [
    'an emulator on the network',
    { kind: 'jlink', device: 'X', address: '10.0.0.7', args: [] },
    '1',
    { kind: 'network', address: '10.0.0.7' },
  ],
  [
    'selected by an argument',
    { kind: 'jlink', device: 'X', args: ['-select', 'usb=77'] },
    undefined,
    { kind: 'local', serial: '77' },
  ],
  [
    'a server that runs already',
    { kind: 'external', host: 'lab', port: 3333 },
    '1',
    { kind: 'server', host: 'lab', port: 3333 },
  ],
])('%s', (_, server, probe, use) => {
  expect(
    probeUseOf({ id: 'b', title: 'B', source: '', server, probe, namesPrograms: false, gaps: [] }),
  ).toEqual(use);
});
