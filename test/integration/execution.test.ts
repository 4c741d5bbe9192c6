import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toUnits } from '../../extension/agent/clock';
import type { CollectedOperation, CollectedRun } from '../../extension/agent/collected';
import type { AgentImage } from '../../extension/agent/manifest';
import { newBenchmarkDecoder } from '../../extension/engine/decode/file';
import { toDistribution } from '../../extension/measure/distribution';
import { median } from '../../extension/measure/percentile';
import {
  FREERTOS_M3,
  FREERTOS_M7,
  type QemuBoard,
  ZEPHYR_M3,
} from '../../extension/targets/qemu/machines';
import { findTargetImage, loadImage } from '../../extension/toolchain/images/find';
import { copyObjects } from '../../scripts/lib/objects.mjs';
import { chooseCases, isEverything } from '../everything';
import { type Execute, executeLogged, executeRecorded } from './agent/execution-log';
import { type ExecutedWindow, functionsAt, windowsInLog } from './agent/execution-windows';
import { temporaryFolder } from './agent/temporary';
import { readShippedImage } from './agent/variants';
import { newWorkspace, startCli } from './cli-process';
import { buildApplication } from './zephyr/build';

/* Every figure of an emulated target is what QEMU's log of executed instructions says, to the instruction. */

interface Case {
  readonly board: QemuBoard;
  /** The extra that the operations are from, which their suites begin with; without one they are the image's own. */
  readonly extra?: string;
  readonly operations: RegExp;
  readonly execute: Execute;
}

const SOME = {
  operations: isEverything
    ? /^(mutex|context_switch)\/|^thread\/(create|join)$/
    : /^(mutex\/pair|context_switch\/switch|thread\/join)$/,
  execute: executeLogged,
};
const ALL = { operations: /./, execute: executeRecorded };
const zig = process.env['CYCLESCOPE_TEST_ZIG'] !== undefined;
const { ZEPHYR_BASE: zephyr = '' } = process.env;
if (zephyr === '') console.warn('Without Zephyr: ZEPHYR_BASE is not set.');

const BOARDS = [FREERTOS_M7, FREERTOS_M3];

const CASES: readonly Case[] = [
  ...chooseCases(BOARDS, () => 'any').map((board) => ({ board, ...SOME })),
  ...(isEverything ? BOARDS : []).flatMap((board) => [
    { board, ...ALL },
    { board, ...ALL, extra: 'cpp' },
    { board, ...ALL, extra: 'crypto' },
  ]),
  ...(zephyr ? [{ board: ZEPHYR_M3, ...SOME }] : []),
  ...(zig ? BOARDS : []).map((board) => ({ board, ...ALL, extra: 'zig' })),
];

/** By how many instructions, up to this number, any batch in Zig is off: LLVM enters loops by a branch or by NOPs. */
const LOOP_ENTRY = 3;

/** By how many instructions batches of a target's operation are off, and why. */
const BATCHES: readonly (readonly [name: RegExp, more: number])[] = [
  // After the loop the compiler moves its index into another register.
  [/ (native_|cpp_)?stream\/throughput$/, 1],
  // The compiler copies the loop's index into another register for each of the two operations, which it does not
  // do in the empty loop.
  [/^qemu-zephyr-m3 mutex\/unlock$/, 2],
];

/** Two operations a batch. Workers run once: with one of them the windows do not overlap. Ciphers take long. */
const COUNT = 'n=80';
const COUNTS: readonly (readonly [name: RegExp, count: string])[] = [
  [/^(sort|matrix)\//, 'n=4 threads=1 turns=3'],
  [/^crypto\//, 'n=4 kilobytes=1'],
];

/** The windows closed since the last value that make up a sample; by default the last one. */
const PARTS: readonly (readonly [name: RegExp, first: number, end: number])[] = [
  [/^(sort|matrix)\/.*_waiting$/, 1, 4],
  [/^(sort|matrix)\/.*_response$/, 0, 1],
  [/^(cmsis_)?rhealstone\/resume$/, 0, 1],
  [/^(cmsis_)?rhealstone\/activation$/, 1, 2],
];

/** Operations that sleep, which an emulated core cannot execute, and those that a system does not have. */
const REFUSED = /^(\w+_)?(time\/delay_1ms|thread\/sleep_1ms|sync\/condvar_signal_wait)$/;

const toName = ({ suite, op }: { readonly suite: string; readonly op: string }) => `${suite}/${op}`;

/** Gives the case's image; an extra is built in. */
async function prepareImage({ board: { target }, extra }: Case): Promise<AgentImage> {
  if (target === ZEPHYR_M3.target) {
    const { elf } = await buildApplication(zephyr, 'headline', temporaryFolder('zephyr-log'));
    return loadImage(
      await findTargetImage({ id: target, elfs: { headline: elf } }, [], 'headline'),
    );
  }
  if (extra === undefined) return readShippedImage('headline', target);
  const workspace = newWorkspace();
  onTestFinished(() => workspace.remove());
  copyObjects(workspace.folder, target);
  const build = `build --target ${target} --with ${extra} --accept-license wolfcrypt`;
  const { code, err } = await startCli(workspace, build).ended;
  expect(code, err).toBe(0);
  const folder = join(workspace.folder, '.cyclescope/agent', target, 'headline');
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as AgentImage['manifest'];
  const path = join(folder, manifest.elf);
  return { manifest, path, elf: readFileSync(path) };
}

function sumSample(name: string, closed: readonly ExecutedWindow[]) {
  const [, first = -1, end] = PARTS.find(([pattern]) => pattern.test(name)) ?? [];
  const parts = closed.slice(first, end);
  const sum = (key: 'operation' | 'loop') => parts.reduce((all, each) => all + each[key], 0);
  return { operation: sum('operation'), loop: sum('loop') };
}

/** Writes equal values in a row as one. */
function formatValues(values: readonly number[]): string {
  const rows: { value: number; count: number }[] = [];
  for (const value of values) {
    const last = rows.at(-1);
    if (last?.value === value) last.count += 1;
    else rows.push({ value, count: 1 });
  }
  return rows.map(({ value, count }) => `${count} x ${value}`).join(', ');
}

/** Compares an operation's values with the executed instructions, value by value. */
function compareValues(
  { suite, name: op, series }: CollectedOperation,
  { clock }: CollectedRun,
  target: string,
  windows: readonly (readonly ExecutedWindow[])[],
) {
  const units = (kind: keyof typeof series) => toUnits(series[kind].ticks, clock?.ratio ?? [1, 1]);
  const net = (kind: 'sample' | 'batch', twin: 'emptySample' | 'emptyBatch') => {
    const cost = median(toDistribution(units(twin))) ?? 0;
    return Array.from(units(kind), (elapsed) => elapsed - cost);
  };
  const [samples, batches] = [net('sample', 'emptySample'), net('batch', 'emptyBatch')];
  const name = `${suite}/${op}`;
  const [, more = 0] = BATCHES.find(([pattern]) => pattern.test(`${target} ${name}`)) ?? [];
  // The samples are followed by the batches, and these by nothing.
  const all = windows.slice(-samples.length - batches.length).map((each) => sumSample(name, each));
  const operation = all.map((each) => each.operation);
  return {
    shown: { samples: formatValues(samples), batches: formatValues(batches) },
    executed: {
      samples: formatValues(operation.slice(0, samples.length)),
      batches: (off: number) =>
        formatValues(operation.slice(samples.length).map((each) => each + more + off)),
    },
    loop: formatValues(all.slice(0, samples.length).map(({ loop }) => loop)),
  };
}

describe.each(CASES)('$board.target $extra', (each) => {
  test('shows what was executed', async () => {
    const { board, extra = '', operations, execute } = each;
    const image = await prepareImage(each);
    const names = image.manifest.benches
      .map(toName)
      .filter((name) => name.startsWith(extra) && operations.test(name));
    const lines = names.map((name) => {
      const [, count = COUNT] = COUNTS.find(([pattern]) => pattern.test(name)) ?? [];
      return `run ${name.replace('/', ' op=')} ${count}`;
    });
    expect(names).not.toEqual([]);
    const decoder = newBenchmarkDecoder();
    const logs = await execute(image, board, lines, (bytes) => decoder.push(bytes));
    const functions = functionsAt(
      image.path,
      new Set(logs.flatMap(({ addresses }) => [...new Set(addresses)])),
    );
    const runs = decoder.collector.runs();
    expect([logs.length, runs.length]).toEqual([names.length, names.length]);
    const refused = names.filter((_, at) => runs[at]?.operations[0]?.end?.status === 'refused');
    expect(refused).toEqual(names.filter((name) => REFUSED.test(name)));
    for (const [index, name] of names.entries()) {
      if (refused.includes(name)) continue;
      const [log, run] = [logs[index], runs[index]];
      const [operation] = run?.operations ?? [];
      if (!log || !run || !operation) throw new Error(`${name} was not measured`);
      const windows = windowsInLog(functions, log);
      const { shown, executed, loop } = compareValues(operation, run, board.target, windows);
      expect.soft(shown.samples, name).toBe(executed.samples);
      if (extra !== 'zig') {
        expect.soft(shown.batches, name).toBe(executed.batches(0));
        expect.soft(loop, name).toMatch(/^\d+ x 0$/);
        continue;
      }
      const off = Array.from({ length: 2 * LOOP_ENTRY + 1 }, (_, at) => at - LOOP_ENTRY);
      expect.soft(off.map(executed.batches), name).toContain(shown.batches);
    }
  });
});
