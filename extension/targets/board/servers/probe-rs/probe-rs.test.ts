import { expect, test } from 'vitest';
import type { BoardSetup } from '../../../setup';
import { findServerFailure } from '../../failures';
import { anyStart, boardWith, sessionWith } from '../../testing';
import { configuration } from './configuration';
import { PROBE_RS_CAUSES, probeRsCommand } from './process';
import { probeRs } from './server';

const setup = {
  kind: 'probe-rs',
  program: '/opt/probe-rs',
  args: ['--connect-under-reset'],
} as const;
const makeArgs = (board?: Partial<BoardSetup>) => probeRsCommand(anyStart(setup, board)).args;

test("the command line has chip, probe and speed, and the user's own options last", () => {
  const start = anyStart(
    { ...setup, chip: 'STM32F407VG', usbId: '0483:374b' },
    {
      probe: '066BFF',
      speedKhz: 4000,
    },
  );
  expect(probeRsCommand(start)).toEqual({
    program: '/opt/probe-rs',
    args: [
      'gdb',
      '--gdb-connection-string',
      '127.0.0.1:1',
      '--non-interactive',
      '--chip',
      'STM32F407VG',
      '--probe',
      '0483:374b:066BFF',
      '--speed',
      '4000',
      '--connect-under-reset',
    ],
  });
});

test('a probe that is attached is named by its numbers at USB, with or without a serial number', () => {
  const attached = { usbId: '1366:0105' };
  expect(makeArgs(attached)).toContain('1366:0105');
  expect(makeArgs({ ...attached, probe: '683' })).toContain('1366:0105:683');
  expect(makeArgs()).not.toContain('--probe');
  expect(() => makeArgs({ probe: '683' })).toThrow(/by its serial number alone/);
});

test('reads its own command line and that of west', () => {
  const words = ['gdb', '--chip=nRF52840_xxAA', '--probe', '1366:1015:00:1', '--gdb', 'x', '-v'];
  const server = { kind: 'probe-rs', chip: 'nRF52840_xxAA', usbId: '1366:1015', args: ['-v'] };
  expect(configuration.fromArguments(words)).toEqual({ server, probe: '00:1' });
  const west = ['--chip=nRF52840_xxAA', '--dev-id=1366:1015:00:1', '--tool-opt=-v'];
  const found = configuration.westRunner?.read(west, {} as never);
  expect(found).toEqual({ server, probe: '00:1' });
});

test('is ready after the line that names its cores', () => {
  expect('Firing up GDB stub for Armv7em cores at [127.0.0.1:1337]').toMatch(probeRs.ready);
});

test.each([
  ['Error: No connected probes were found.', /found no debug probe 066BFF/],
  ['Error: 2 probes were found: ', /found 2 probes/],
  ["The chip 'X1' was not found in the database.", /The chip "X1" is unknown to probe-rs/],
  ['Error: Connecting to the chip was unsuccessful.', /target does not answer/],
  ['Address already in use (os error 98)', /TCP port/],
  ["error: unexpected argument '--bogus' found", /--bogus/],
])('recognises %s', (line, message) => {
  const board = boardWith(setup, { probe: '066BFF' });
  expect(findServerFailure(PROBE_RS_CAUSES, [line], board)?.message).toMatch(message);
});

test("starts the core by the core's own register", async () => {
  const { session, sent } = sessionWith({ isHalted: true });
  await probeRs.resetHalt(session);
  await probeRs.run(session);
  expect(sent).toEqual(['monitor reset halt']);
});
