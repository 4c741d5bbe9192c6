import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BoardSetup } from '../../../setup';
import type { OpenOcdSetup } from './process';
import type { ServerStart } from '../../server';
import { openOcdCommand, OWN_SCRIPTS } from './process';

const setup: OpenOcdSetup = {
  kind: 'openocd',
  program: '/opt/openocd/bin/openocd',
  commandsFirst: ['set CPU m7'],
  configFiles: ['interface/cmsis-dap.cfg', 'cyclescope/imxrt1050.cfg'],
  searchFolders: ['/work space/boards'],
  commands: ['reset_config srst_only'],
};

test('puts ports and network first, then the user’s files, and the choice of the probe last', () => {
  const { program, args } = openOcdCommand(start({ probe: 'A [b] "$c"', speedKhz: 4000 }));
  expect(program).toBe('/opt/openocd/bin/openocd');
  expect(args).toEqual([
    '-c',
    'bindto 127.0.0.1',
    '-c',
    'gdb_port 1',
    '-c',
    'tcl_port 2',
    '-c',
    'telnet_port disabled',
    '-c',
    'set CPU m7',
    '-s',
    '/work space/boards',
    '-s',
    OWN_SCRIPTS,
    '-f',
    'interface/cmsis-dap.cfg',
    '-f',
    'cyclescope/imxrt1050.cfg',
    '-c',
    'reset_config srst_only',
    '-c',
    'adapter serial "A \\[b\\] \\"\\$c\\""',
    '-c',
    'adapter speed 4000',
    '-c',
    'gdb_report_data_abort enable',
  ]);
});

test('uses the configuration’s own probe and speed by default', () => {
  const { args } = openOcdCommand(start({}));
  expect(args.filter((text) => text.startsWith('adapter'))).toEqual([]);
});

test.each(['imxrt1050.cfg', 'imxrt1060.cfg'])('includes %s', (name) => {
  expect(existsSync(join(OWN_SCRIPTS, 'cyclescope', name))).toBe(true);
});

function start(more: Partial<BoardSetup>): ServerStart<OpenOcdSetup> {
  const board = { id: 'b', title: 'b', source: 's', namesPrograms: false, gaps: [], ...more };
  const ports = { gdb: 1, command: 2, telnet: 3, rtt: 4 };
  return { board, setup, ports, folder: '/f' };
}
