import { expect, test } from 'vitest';
import type { ServerSetup } from '../../../targets/setup';
import { listProbeUses } from '../../services/debug-sessions/sessions';
import { boardConfiguration } from './start';

const fields = (server: ServerSetup, probe?: string) =>
  boardConfiguration({
    id: 'board:a',
    title: 'A',
    source: '',
    server,
    probe,
    namesPrograms: false,
    gaps: [],
  });

const servers: readonly (readonly [ServerSetup, object])[] = [
  [
    {
      kind: 'openocd',
      configFiles: ['a.cfg'],
      searchFolders: ['s'],
      commands: ['adapter speed 1'],
    },
    { servertype: 'openocd', configFiles: ['a.cfg'], searchDir: ['s'] },
  ],
  [
    { kind: 'jlink', device: 'X', interface: 'swd', args: [] },
    { servertype: 'jlink', device: 'X', interface: 'swd' },
  ],
  [
    { kind: 'pyocd', target: 'mimxrt1050', args: [] },
    { servertype: 'pyocd', targetId: 'mimxrt1050' },
  ],
  [
    { kind: 'stlink', programmerFolder: '/st', args: [] },
    { servertype: 'stlink', stm32cubeprogrammer: '/st' },
  ],
];

test.each(servers)('%j', (server, expected) => {
  expect(fields(server)).toMatchObject(expected);
  // The resulting session occupies the board's own probe.
  expect(listProbeUses('cortex-debug', fields(server, 'ABC'))).toEqual([
    { kind: 'local', serial: 'ABC' },
  ]);
});

test('uses a running server', () => {
  expect(fields({ kind: 'external', host: 'lab', port: 3333 })).toEqual({
    servertype: 'external',
    gdbTarget: 'lab:3333',
  });
});

test('explains that cortex-debug cannot start LinkServer', () => {
  expect(fields({ kind: 'linkserver', device: 'X', args: [] })).toBeUndefined();
});
