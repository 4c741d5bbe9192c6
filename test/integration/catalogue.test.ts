import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { readRunRecord } from '../../extension/runs/record/read';
import type { OperationRecord, RunRecord } from '../../extension/runs/record/record';
import { isEverything } from '../everything';
import { readShippedImage } from './agent/variants';
import { newWorkspace, startCli, type Workspace } from './cli-process';

/* Everything that an agent measures unasked, once and again. */

const TARGET = 'qemu-freertos-m7';

const NO_IDLING = /^an idle core executes no instructions/;

/** Operations that this target cannot measure, and the reason that it gives. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'time/delay_1ms': NO_IDLING,
  'thread/sleep_1ms': NO_IDLING,
  'native_thread/sleep_1ms': NO_IDLING,
  'cmsis_thread/sleep_1ms': NO_IDLING,
  'sync/condvar_signal_wait': /^FreeRTOS has no condition variables$/,
  'cmsis_sync/condvar_signal_wait': /^CMSIS-RTOS2 has no condition variables$/,
};

let image: AgentImage;
let workspace: Workspace;
let records: readonly RunRecord[];
beforeAll(async () => {
  image = await readShippedImage('headline', TARGET);
  workspace = newWorkspace();
  // Fewer samples than a user takes find the same differences.
  const line = `run --target ${TARGET}${isEverything ? '' : ' --iterations 100'}`;
  const measure = () => startCli(workspace, line).ended;
  expect(await measure()).toMatchObject({ code: 0 });
  expect(await measure()).toMatchObject({ code: 0 });
  const names = readdirSync(workspace.runs).filter((name) => /^\d/.test(name));
  records = names.sort().map((name) => {
    const { record } = readRunRecord(readFileSync(join(workspace.runs, name, 'run.json'), 'utf8'));
    if (record === undefined) throw new Error(`${name} holds no record`);
    return record;
  });
});
afterAll(() => workspace.remove());

const listOperations = (record: RunRecord | undefined) =>
  record?.passes.flatMap(({ operations }) => operations) ?? [];
const toName = ({ suite, op }: { suite: string; op: string }) => `${suite}/${op}`;

describe('the whole catalogue', () => {
  test('is measured in full, except operations refused with a reason', () => {
    expect(records.map(({ status }) => status)).toEqual(['complete', 'complete']);
    const operations = listOperations(records[0]);
    expect(operations.map(toName).sort()).toEqual(image.manifest.benches.map(toName).sort());
    const unmeasured = operations.filter(({ status }) => status !== 'ok');
    expect(Object.fromEntries(unmeasured.map((each) => [toName(each), each.reason]))).toEqual(
      Object.fromEntries(
        Object.entries(REFUSED).map(([name, reason]) => [name, expect.stringMatching(reason)]),
      ),
    );
    expect(unmeasured.every(({ status }) => status === 'refused')).toBe(true);
  });

  test('has the same values when it is measured again', () => {
    const values = (record: RunRecord | undefined) =>
      listOperations(record).map(({ suite, op, params, digest, batches }) => {
        return { suite, op, params, digest, batches };
      });
    expect(values(records[1])).toEqual(values(records[0]));
  });

  test("costs no instruction more through our port than in the kernel's own calls", () => {
    const operations = new Map(listOperations(records[0]).map((each) => [toName(each), each]));
    const pairs = [...operations].flatMap(([name, native]) => {
      const twin = name.startsWith('native_') && operations.get(name.slice('native_'.length));
      return twin ? [[name, computeMedians(native), computeMedians(twin)] as const] : [];
    });
    expect(pairs.length).toBeGreaterThan(10);
    for (const [name, native, ours] of pairs) expect([name, ours]).toEqual([name, native]);
  });
});

/** The medians of its samples without a tick inside, and of its batches. */
function computeMedians({ quiet, batches }: OperationRecord) {
  const samples = quiet.flatMap(([value, count]) => Array<number>(count).fill(value));
  return [samples, batches.elapsed].map(median);
}

function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
