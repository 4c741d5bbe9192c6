import { expect, test } from 'vitest';
import { findServerFailure } from '../../failures';
import { anyStart, boardWith } from '../../testing';
import { LINKSERVER_CAUSES, linkServerCommand } from './process';
import { linkserver } from './server';

const setup = {
  kind: 'linkserver',
  program: '/opt/LinkServer',
  device: 'MIMXRT1052xxxxB:EVKB-IMXRT1050',
  args: ['-o', 'x=1'],
} as const;

test('the command line follows the documentation, with the device last', () => {
  expect(linkServerCommand(anyStart(setup))).toEqual({
    program: '/opt/LinkServer',
    args: [
      'gdbserver',
      '--probe',
      '#1',
      '--gdb-port',
      '1',
      '--semihost-port',
      '3',
      '-o',
      'x=1',
      'MIMXRT1052xxxxB:EVKB-IMXRT1050',
    ],
  });
  expect(linkServerCommand(anyStart(setup, { probe: 'ORAQBQIR' })).args).toContain('ORAQBQIR');
});

test.each([
  'GDB server listening on port 3333 in debug mode (core cm33_core0)',
  'INFO: GDB server started on port 3333',
  'Waiting for GDB connection on port 3333',
])('is ready after %s', (line) => {
  expect(line).toMatch(linkserver.ready);
});

test('is not ready when only another of its servers is', () => {
  expect('Semihosting server listening on port 4444 (core cm33_core0)').not.toMatch(
    linkserver.ready,
  );
});

test.each([
  ['ERROR: No probes found', /no debug probe ORAQBQIR/],
  ['ERROR: No match found for NOTHING', /The device "MIMXRT1052xxxxB:.* is unknown/],
  ['ERROR: probe is in use', /in use by another program/],
  ['OSError: [Errno 98] Address already in use', /TCP port/],
  ['Cannot find MEM-AP', /target does not answer/],
])('recognises %s', (line, message) => {
  const board = boardWith(setup, { probe: 'ORAQBQIR' });
  expect(findServerFailure(LINKSERVER_CAUSES, [line], board)?.message).toMatch(message);
});

test('does not take its banner for a failure', () => {
  const banner = [
    'INFO: Exact match for LPC55S69:LPCXpresso55S69 found',
    'INFO: Selected device LPC55S69:LPCXpresso55S69',
    'INFO: Getting available probes',
    'INFO: Selected probe #1 ORAQBQIR (LPC-LINK2 CMSIS-DAP V5.460)',
    'Semihosting server listening on port 4444 (core cm33_core0)',
  ];
  expect(findServerFailure(LINKSERVER_CAUSES, banner, boardWith(setup))).toBeUndefined();
});
