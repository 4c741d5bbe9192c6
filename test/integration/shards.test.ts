import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agreesWithRecording } from '../../extension/runs/record/testing/agree';
import { readRunRecord } from '../../extension/runs/record/read';
import type { RunRecord } from '../../extension/runs/record/record';
import { decodeFile } from '../../extension/engine/decode/file';
import { testInAll } from '../everything';
import { startCli, untilMeasuring, workspaceForEach } from './cli-process';

const workspace = workspaceForEach();

const call = (line: string) => startCli(workspace, line, { CYCLESCOPE_EMULATORS: '2' }).ended;

function readOnlyRun(runs: string): { readonly folder: string; readonly record: RunRecord } {
  const [id = ''] = readdirSync(join(workspace.folder, runs));
  const folder = join(workspace.folder, runs, id);
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  if (!record) throw new Error(`${folder} holds no record`);
  return { folder, record };
}

/** Everything that was measured of each operation. */
const listMeasured = ({ passes }: RunRecord) =>
  passes.map(({ operations }) =>
    operations.map(({ suite, op, digest, batches, empty }) => ({
      name: `${suite}/${op}`,
      digest,
      batches,
      empty,
    })),
  );

test('a run in shards has the values of one without, in recordings that rebuild it', async () => {
  const line = 'run --target qemu-freertos-m7 --bench heap --bench mutex --trace --out';
  expect((await call(`${line} one`)).code).toBe(0);
  expect((await call(`${line} two --shards 2`)).code).toBe(0);
  const { folder, record } = readOnlyRun('two');
  expect(listMeasured(record)).toEqual(listMeasured(readOnlyRun('one').record));
  expect(record.passes[0]?.operations.map(({ shard }) => shard)).toEqual([0, 1, 0, 1, 0]);
  for (const pass of record.passes) {
    const file = join(folder, pass.recording);
    const { runs } = await decodeFile(file, { signal: new AbortController().signal });
    expect(agreesWithRecording(pass, runs)).toEqual([]);
  }
});

test('targets are measured at the same time; an interrupt keeps what each has measured', async () => {
  const run = startCli(
    workspace,
    'run --target qemu-freertos-m7 --target qemu-freertos-m3 --bench context_switch --iterations 2000000 --json',
  );
  await untilMeasuring(workspace, 2);
  run.kill('SIGINT');
  const { code, out } = await run.ended;
  expect(code).toBe(130);
  const { runs } = JSON.parse(out) as {
    runs: readonly { status: string; target: { id: string } }[];
  };
  expect(runs.map(({ status, target }) => [target.id, status])).toEqual([
    ['qemu-freertos-m7', 'incomplete'],
    ['qemu-freertos-m3', 'incomplete'],
  ]);
});

testInAll('the whole catalogue has the same values in shards', async () => {
  expect((await call('run --target qemu-freertos-m7 --out one')).code).toBe(0);
  expect((await call('run --target qemu-freertos-m7 --out three --shards 3')).code).toBe(0);
  expect(listMeasured(readOnlyRun('three').record)).toEqual(
    listMeasured(readOnlyRun('one').record),
  );
});
