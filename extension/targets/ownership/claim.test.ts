import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProbedBoard } from '../swd/setup';
import { claimProbe, claimUses } from './claim';
import type { RunningServer } from './running';

let lockFolder: string;
beforeEach(() => {
  lockFolder = mkdtempSync(join(tmpdir(), 'cyclescope-probe-'));
});
afterEach(() => rmSync(lockFolder, { recursive: true, force: true }));

const board = (probe?: string): ProbedBoard => ({
  ...{ id: 'board:a', title: 'A', source: '', probe, namesPrograms: false, gaps: [] },
  server: { kind: 'openocd', configFiles: [], searchFolders: [], commands: [] },
});
const none = () => Promise.resolve([]);
const some = (rest: Partial<RunningServer>) => () => {
  const usual = { program: 'openocd', pid: 7, gdbPort: 3334, probe: { kind: 'unsaid' } } as const;
  return Promise.resolve([{ ...usual, devices: undefined, ...rest }]);
};

test('a debug session keeps a run off its probe and says who it is', async () => {
  const holder = 'Visual Studio Code, debug session "Debug (J-Link)"';
  const session = claimUses(
    [{ kind: 'server', host: 'localhost', port: 50000 }, { kind: 'local' }],
    { lockFolder, holder },
  );
  await session.take();
  const claim = claimProbe(board('066EFF'), { lockFolder, running: none });
  await expect(claim.take()).rejects.toMatchObject({
    code: 'busy',
    message: `The debug probe 066EFF is in use by process ${process.pid} (${holder})`,
  });
  session.release();
  await claim.take();
  expect(readdirSync(lockFolder)).toHaveLength(1);
});

test('two probes are two owners', async () => {
  await claimProbe(board('1'), { lockFolder, running: none }).take();
  await claimProbe(board('2'), { lockFolder, running: none }).take();
  const only = claimProbe(board(), { lockFolder, running: none });
  await expect(only.take()).rejects.toMatchObject({ code: 'busy' });
});

test('a server that was started by hand is named, with a way to measure through it', async () => {
  const claim = claimProbe(board(), { lockFolder, running: some({ devices: ['066EFF'] }) });
  await expect(claim.take()).rejects.toMatchObject({
    code: 'busy',
    message: 'The debug probe is in use by OpenOCD (process 7)',
    hint:
      'End it, or measure through it: gdb://127.0.0.1:3334. ' +
      "If the board is at another probe, name that one's serial number.",
  });
  expect(readdirSync(lockFolder)).toEqual([]);
});

test('a server of which nothing is known does not block, and is told of', async () => {
  const doubts: string[] = [];
  const onDoubt = (sentence: string) => doubts.push(sentence);
  await claimProbe(board('1'), { lockFolder, onDoubt, running: some({}) }).take();
  expect(doubts).toEqual([
    'OpenOCD (process 7) runs too; nothing tells whether it uses the same probe',
  ]);
});

test('a server with another probe is nobody', async () => {
  const onDoubt = () => expect.unreachable();
  await claimProbe(board('1'), { lockFolder, onDoubt, running: some({ devices: ['2'] }) }).take();
});
