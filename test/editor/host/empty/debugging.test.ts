import { strict as assert } from 'node:assert';
import { debug } from 'vscode';
import { claimProbe } from '../../../../extension/targets/board/ownership/claim';
import type { BoardSetup } from '../../../../extension/targets/setup';
import { cyclescope, until } from '../cyclescope';

const board = (probe?: string): BoardSetup => ({
  id: 'board:a',
  title: 'A',
  source: 'a test',
  probe,
  namesPrograms: false,
  gaps: [],
  server: { kind: 'jlink', device: 'MCIMXRT1052', args: [] },
});

/** The reason why a run may not use the board, or undefined. */
async function refusal(probe?: string): Promise<string | undefined> {
  const claim = claimProbe(board(probe), { running: () => Promise.resolve([]) });
  try {
    await claim.take();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    claim.release();
  }
}

const session = (rest: object) => ({
  type: 'cortex-debug',
  name: 'Debug (J-Link)',
  request: 'launch',
  servertype: 'jlink',
  ...rest,
});

describe('a debug session', () => {
  afterEach(async () => {
    await debug.stopDebugging();
    await until('its end', () => debug.activeDebugSession === undefined);
  });

  it('activates the extension, which holds the probe visibly for other processes', async () => {
    assert.equal(cyclescope().isActive, false);
    await debug.startDebugging(undefined, session({ serialNumber: '683123456' }));
    const message = await until('the lock', () => refusal('683123456'));
    assert.match(message, /^The debug probe 683123456 is in use by process \d+ \(/);
    assert.match(message, /debug session "Debug \(J-Link\)"/);
    assert.ok(await refusal(), 'a board at the only probe may be run beside it');
    assert.equal(await refusal('77'), undefined);
    await debug.stopDebugging();
    await until('the probe to be free', async () => (await refusal('683123456')) === undefined);
  });

  it('that started while another process had the probe holds it as soon as it is free', async () => {
    const run = claimProbe(board('683123456'), { running: () => Promise.resolve([]) });
    await run.take();
    try {
      await debug.startDebugging(undefined, session({ serialNumber: '683123456' }));
      await until('the session', () => debug.activeDebugSession);
    } finally {
      run.release();
    }
    await until('the lock', async () => /debug session/.test((await refusal('683123456')) ?? ''));
  });

  it('on an emulator holds no probe', async () => {
    await debug.startDebugging(undefined, session({ servertype: 'qemu' }));
    await until('the session', () => debug.activeDebugSession);
    assert.equal(await refusal(), undefined);
  });
});
