import { describe, expect, test } from 'vitest';
import { findServerFailure } from '../../failures';
import { anyStart, boardWith, sessionWith } from '../../testing';
import { PYOCD_CAUSES, pyOcdCommand } from './process';
import { pyocd } from './server';

const setup = { kind: 'pyocd', program: '/opt/pyocd', args: [] } as const;

describe('the command line', () => {
  test('has its own ports and folder, waits for no probe, erases and caches nothing', () => {
    expect(pyOcdCommand(anyStart(setup))).toEqual({
      program: '/opt/pyocd',
      args: [
        'gdbserver',
        '--port',
        '1',
        '--telnet-port',
        '3',
        '--connect',
        'attach',
        '--no-wait',
        '-O',
        'auto_unlock=false',
        '-O',
        'cache.enable_memory=false',
        '--project',
        '/nowhere',
      ],
    });
  });

  test("contains probe, target and speed, and the user's own options last", () => {
    const named = { ...setup, target: 'mimxrt1050_quadspi', args: ['--config', 'own.yaml'] };
    const start = anyStart(named, { probe: '0226', speedKhz: 4000 });
    expect(pyOcdCommand(start).args.slice(-8)).toEqual([
      '--uid',
      '0226',
      '--target',
      'mimxrt1050_quadspi',
      '--frequency',
      '4000k',
      '--config',
      'own.yaml',
    ]);
  });
});

test.each([
  '0000629 I GDB server listening on port 13355 (core 0) [gdbserver]',
  '0000629 I GDB server started on port 3333 (core 0)',
  'INFO:gdbserver:GDB server started at port 3333',
])('is ready after %s', (line) => {
  expect(line).toMatch(pyocd.ready);
});

test.each([
  ['No connected debug probes', /no debug probe/, /pyocd list/],
  ["No connected debug probe matches unique ID '0226'", /no debug probe/, /pyocd list/],
  [
    "0000248 C Target type mimxrt1052 not recognized. Use 'pyocd list --targets' to see currently available target types. [__main__]",
    /The target "mimxrt1052" is unknown to pyOCD/,
    /pyocd pack install mimxrt1052/,
  ],
  [
    '0000285 C Error: IDC.DEV_ID 0x000 did not match expected. 0x450 [__main__]',
    /its id is 0x000, not 0x450/,
    /this test/,
  ],
  ['OSError: [Errno 98] Address already in use', /TCP port/, /again/],
  ['0000294 C Error: [Errno 98] Address already in use [__main__]', /TCP port/, /again/],
  ['0000258 C Error: [Errno 111] Connection refused [__main__]', /remote debug probe/, /port/],
  [
    '0016485 W Skipping CoreSight discovery for AHB-AP#0 because it is disabled [ap]',
    /gives no access to the core/,
    /read-out protection/,
  ],
  ['0000300 C No ACK received [__main__]', /target does not answer/, /powered/],
  ['pyocd: error: unrecognized arguments: --bogus', /--bogus/, /this test/],
])('recognises %s', (line, message, hint) => {
  expect(findServerFailure(PYOCD_CAUSES, [line], boardWith(setup))).toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
});

test('does not take informative lines for failures', () => {
  const banner = [
    '0000517 I Target type is cortex_m [board]',
    '0000523 I DP IDR = 0x2ba01477 (v1 rev2) [dap]',
    '0000561 I STDIO server started on port 14455 (core 0) [server]',
    '0000918 W T bit in XPSR is invalid; the vector table may be invalid or corrupt [cortex_m]',
  ];
  expect(findServerFailure(PYOCD_CAUSES, banner, boardWith(setup))).toBeUndefined();
});

describe('run control', () => {
  test('uses commands after which it keeps answering', async () => {
    const { session, sent } = sessionWith({ isHalted: true });
    await pyocd.resetHalt(session);
    await pyocd.run(session);
    expect(sent).toEqual(['monitor reset halt', 'monitor continue']);
  });

  test('does not take a printed refusal for success', async () => {
    const { session } = sessionWith({
      isHalted: true,
      answer: 'Transfer failed: Memory transfer fault @ 0x0\nmore\n',
    });
    await expect(pyocd.resetHalt(session)).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('`reset halt`: Transfer failed'),
    });
  });
});
