import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunRecord } from '../../extension/runs';
import { readRunRecord } from '../../extension/runs/record/read';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../integration/agent/temporary';
import { type ServerByHand, startByHand } from '../integration/rig-tools';
import { type Rig, startRig } from '../rig/rig';
import { onLinux, onWindows, startOnWindows } from './command-line';
import { endWindows, openStage } from './wine';

const ELF = inRoot('dist', 'agent', 'qemu-freertos-m7', 'headline', 'agent.elf');
const WHAT = '--bench mutex --bench heap --iterations 200 --repeat 1';

/** The values of every operation, by their digests. */
let expected: readonly unknown[];
let workspace: string;
beforeAll(async () => {
  const folder = temporaryFolder('linux');
  await onLinux(folder, `run --target qemu-freertos-m7 ${WHAT}`);
  expected = readDigests(folder);
});
beforeEach(() => {
  workspace = temporaryFolder('windows');
});
afterAll(endWindows);

const listRuns = (folder: string) => readdirSync(join(folder, '.cyclescope', 'runs'));

function readRecords(folder: string): readonly RunRecord[] {
  return listRuns(folder).flatMap((name) => {
    const path = join(folder, '.cyclescope', 'runs', name, 'run.json');
    return readRunRecord(readFileSync(path, 'utf8')).record ?? [];
  });
}

const listDigests = ({ passes }: RunRecord) =>
  passes.flatMap(({ operations }) =>
    operations.map(({ suite, op, digest }) => `${suite}/${op} ${digest}`),
  );

const readDigests = (folder: string) => readRecords(folder).flatMap(listDigests);

describe('a board over gdb:// on loopback', () => {
  let rig: Rig;
  let server: ServerByHand;
  beforeAll(async () => {
    rig = await startRig({ isExact: true });
  });
  afterAll(() => rig.close());
  beforeEach(async () => {
    server = await startByHand(rig);
  });
  afterEach(() => server.end());

  const line = () => `run --target gdb://127.0.0.1:${server.port} --elf ${ELF}`;

  test('is measured with the values of the emulated target', async () => {
    const { code, err } = await onWindows(workspace, `${line()} ${WHAT}`);
    expect(code, err).toBe(0);
    expect(readDigests(workspace)).toEqual(expected);
  });

  test('is free again once the run that used it was killed, which the next one keeps', async () => {
    const run = startOnWindows(workspace, `${line()} --bench context_switch`);
    await vi.waitUntil(() => sumRecordedBytes(workspace) > SOME_BLOCKS);
    run.kill();
    const { code, err } = await onWindows(workspace, `${line()} ${WHAT} --wait 60`);
    expect(code, err).toBe(0);
    const [killed, next, ...others] = readRecords(workspace);
    expect([killed?.status, next && listDigests(next), others]).toEqual([
      'incomplete',
      expected,
      [],
    ]);
    expect(killed?.passes[0]?.operations[0]?.decoded).toBeGreaterThan(0);
  });
});

/** A recording of this many bytes has samples. */
const SOME_BLOCKS = 20_000;

/** The size of the recordings that have begun, of runs in progress as well. */
function sumRecordedBytes(folder: string): number {
  try {
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const recordings = all.filter((name) => name.endsWith('.SVDat'));
    return recordings.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  } catch {
    return 0;
  }
}

test('an emulated target is measured without shared memory, with the same values', async () => {
  const stage = await openStage();
  let emulator: ChildProcess | undefined;
  try {
    // QEMU for Windows is played by a batch file that has this test start that of Linux. It is not waited for its end:
    // the `taskkill` of Wine 8 does not end what a batch file has started, as that of Windows does.
    const programs = temporaryFolder('programs');
    stage.writeBatch(join(programs, 'qemu-system-arm.cmd'), 'program');
    const run = startOnWindows(workspace, `run --target qemu-freertos-m7 ${WHAT}`, programs);
    const program = await stage.part('program');
    const args = JSON.parse(await program.next()) as string[];
    emulator = spawn('qemu-system-arm', args, { stdio: 'ignore' });
    emulator.once('exit', () => program.send('1'));
    const { code, err } = await run.ended;
    expect(code, err).toBe(0);
    expect(readDigests(workspace)).toEqual(expected);
  } finally {
    emulator?.kill();
    await stage.close();
  }
});
