import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRunRecord } from '../../extension/runs/record/read';
import type { RunRecord } from '../../extension/runs/record/record';
import { summarise } from '../../extension/runs/record/summarise';
import { testInAll } from '../everything';
import {
  listOwnLeftOvers,
  newWorkspace,
  listProcesses,
  startCli,
  until,
  untilMeasuring,
  type Workspace,
} from './cli-process';

const TARGET = '--target qemu-linux-imx6ul';

let workspace: Workspace;
beforeEach(() => {
  workspace = newWorkspace();
});
afterEach(async () => {
  await until(() => listOwnLeftOvers(workspace).length === 0).catch(() => undefined);
  expect(listOwnLeftOvers(workspace)).toEqual([]);
  workspace.remove();
});

function records(): readonly RunRecord[] {
  const names = readdirSync(workspace.runs).filter((name) => /^\d/.test(name));
  return names.sort().flatMap((name) => {
    const { record } = readRunRecord(readFileSync(join(workspace.runs, name, 'run.json'), 'utf8'));
    return record ? [record] : [];
  });
}

const listOperations = (record: RunRecord | undefined) =>
  record?.passes.flatMap(({ operations }) => operations) ?? [];

describe('a run on the emulated Linux board', () => {
  // `profiling-linux.test.ts` has three operations in two boots for `npm test`.
  testInAll('has the same samples every time, whatever the load of the host', async () => {
    const line = `run ${TARGET} --bench heap --bench mutex --bench thread/create --bench thread/join`;
    const quiet = await startCli(workspace, line).ended;
    expect(quiet).toMatchObject({ code: 0 });
    const burners = Array.from({ length: availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);']),
    );
    try {
      expect(await startCli(workspace, line).ended).toMatchObject({ code: 0 });
    } finally {
      for (const burner of burners) burner.kill('SIGKILL');
    }
    const [first, second] = records();
    expect([first?.status, second?.status]).toEqual(['complete', 'complete']);
    const digests = (record?: RunRecord) =>
      listOperations(record).map(({ suite, op, digest, counted }) => [suite, op, digest, counted]);
    expect(digests(first).length).toBeGreaterThan(5);
    expect(digests(second)).toEqual(digests(first));
    expect(first?.passes[0]?.stream.lostPackets).toBe(0);
    const ratios = summarise(first ?? { passes: [] }).map(({ counted, batches }) => {
      expect(counted).toMatchObject({ unit: 'instructions', batches: 10 });
      return (counted?.mean ?? 0) / (batches?.all?.mean ?? 1);
    });
    // A nanosecond is an instruction here, so that counter and clock must agree. An interrupt takes
    // thousands of instructions and may fall into the ten counted batches of one operation.
    expect(ratios.length).toBeGreaterThan(5);
    expect(ratios.filter((ratio) => ratio > 1.05).length).toBeLessThan(2);
    expect(Math.max(...ratios)).toBeLessThan(2);
    expect(Math.min(...ratios)).toBeGreaterThan(0.95);
  });

  testInAll('is kept as incomplete when the emulator is killed', async () => {
    const run = startCli(workspace, `run ${TARGET} --bench context_switch`);
    await untilMeasuring(workspace);
    for (const { pid, args } of listProcesses(workspace)) {
      if (args[0] === 'qemu-system-arm') process.kill(pid, 'SIGKILL');
    }
    const { code, err } = await run.ended;
    expect([code, err]).toEqual([1, expect.stringContaining('SIGKILL')]);
    const [record] = records();
    expect(record?.status).toBe('incomplete');
    expect(listOperations(record)[0]?.decoded).toBeGreaterThan(1000);
  });

  testInAll('is kept as incomplete when it is interrupted', async () => {
    const run = startCli(workspace, `run ${TARGET} --bench context_switch`);
    await untilMeasuring(workspace);
    run.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
    expect(records()[0]?.status).toBe('incomplete');
  });

  testInAll('leaves nothing behind when the command line is killed', async () => {
    const endless = `run ${TARGET} --bench context_switch --iterations 100000000`;
    const run = startCli(workspace, endless);
    await untilMeasuring(workspace);
    run.kill('SIGKILL');
    await run.ended;
    await until(() => listOwnLeftOvers(workspace).length === 0);
  });

  test('without a kernel explains how to get it', async () => {
    const environment = { CYCLESCOPE_KERNELS: join(workspace.folder, 'none') };
    const { code, err } = await startCli(workspace, `run ${TARGET}`, environment).ended;
    expect(code).toBe(1);
    expect(err).toContain('Fetch it with: cyclescope fetch-kernel --target qemu-linux-imx6ul');
  });
});
