import { expect, test } from 'vitest';
import { findServerFailure } from '../../failures';
import { anyStart, boardWith } from '../../testing';
import { STLINK_CAUSES, stLinkCommand } from './process';
import { stlink } from './server';

const setup = {
  kind: 'stlink',
  program: '/opt/ST-LINK_gdbserver',
  programmerFolder: '/opt/programmer/bin',
  args: ['-k'],
} as const;

test("the command line follows the manual, with the user's own options last", () => {
  const start = anyStart(setup, { probe: '003A0046', speedKhz: 8000 });
  expect(stLinkCommand(start)).toEqual({
    program: '/opt/ST-LINK_gdbserver',
    args: [
      '-p',
      '1',
      '--swd',
      '--halt',
      '-cp',
      '/opt/programmer/bin',
      '--serial-number',
      '003A0046',
      '--frequency',
      '8000',
      '-k',
    ],
  });
});

test('needs its own program and the programmer', async () => {
  const [server, programmer] = await stlink.requirements(setup);
  expect(server).toMatchObject({ name: '/opt/ST-LINK_gdbserver', found: undefined });
  expect(programmer).toMatchObject({ name: 'STM32CubeProgrammer', found: '/opt/programmer/bin' });
});

test.each(['Waiting for debugger connection...', 'Waiting for connection', 'Listening at *:61234'])(
  'is ready after %s',
  (line) => {
    expect(line).toMatch(stlink.ready);
  },
);

test.each([
  ['Reason: ST-LINK: Could not verify ST device! Abort connection.', /rejected the device/],
  ['Reason: (18) Could not verify ST device! Abort connection.', /rejected the device/],
  ['Reason: No ST-LINK detected.', /no ST-LINK 003A0046/],
  ['Reason: (13) Unknown. Please check power and cabling to target.', /: Unknown\. Please check/],
  ['Failed to bind to port, error code -1', /TCP port/],
  ['PARSE ERROR: Argument: --nonsense', /--nonsense/],
])('recognises %s', (line, message) => {
  const board = boardWith(setup, { probe: '003A0046' });
  expect(findServerFailure(STLINK_CAUSES, [line], board)?.message).toMatch(message);
});

test('does not take its banner for a failure', () => {
  const banner = [
    'STMicroelectronics ST-LINK GDB server. Version 6.1.0',
    'Starting server with the following options:',
    '        Listen Port Number         : 61234',
    'Error in initializing ST-LINK device.',
  ];
  expect(findServerFailure(STLINK_CAUSES, banner, boardWith(setup))).toBeUndefined();
});
