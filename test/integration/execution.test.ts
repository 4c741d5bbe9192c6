import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toUnits } from '../../extension/agent/clock';
import type { CollectedOperation, CollectedRun } from '../../extension/agent/collected';
import type { AgentImage } from '../../extension/agent/manifest';
import { newBenchmarkDecoder } from '../../extension/engine/decode/file';
import { distributionOf } from '../../extension/measure/distribution';
import { median } from '../../extension/measure/percentile';
import {
  FREERTOS_M3,
  FREERTOS_M7,
  type QemuBoard,
  ZEPHYR_M3,
} from '../../extension/targets/qemu/machines';
import { findImageOf, loadImage } from '../../extension/toolchain/images/find';
import { copyObjects } from '../../scripts/lib/objects.mjs';
import { isEverything } from '../everything';
import { openLogged } from './agent/execution-log';
import { type ExecutedWindow, windowsInLog } from './agent/execution-windows';
import { ask } from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { shippedImage } from './agent/variants';
import { newWorkspace, startCli } from './cli-process';
import { buildApplication } from './zephyr/build';

/* Every figure of an emulated target is what QEMU's log of executed instructions says, to the instruction. */

interface Case {
  readonly board: QemuBoard;
  /** The extra that the operations are from, which their suites begin with; without one they are the image's own. */
  readonly extra?: string;
  /** The operations that `npm test` checks; `npm run test:all` checks all, except for Zephyr. */
  readonly some: RegExp;
}

const SOME = /^(mutex|context_switch)\/|^thread\/(create|join)$/;
const zig = process.env['CYCLESCOPE_TEST_ZIG'] !== undefined;
const { ZEPHYR_BASE: zephyr = '' } = process.env;
if (zephyr === '') console.warn('Without Zephyr: ZEPHYR_BASE is not set.');

/** The other core, and operations of extras. */
const MORE: readonly Case[] = [
  { board: FREERTOS_M3, some: SOME },
  ...[FREERTOS_M7, FREERTOS_M3].flatMap((board) =>
    ['cpp', 'crypto'].map((extra) => ({ board, extra, some: /./ })),
  ),
];

const CASES: readonly Case[] = [
  { board: FREERTOS_M7, some: SOME },
  ...(isEverything ? MORE : []),
  ...(zephyr ? [{ board: ZEPHYR_M3, some: SOME }] : []),
  ...(zig ? [FREERTOS_M7, FREERTOS_M3].map((board) => ({ board, extra: 'zig', some: /./ })) : []),
];

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

/** All operations of a core take a quarter of an hour on a busy computer. */
const HANGS = isEverything ? 3_600_000 : 900_000;

const nameOf = ({ suite, op }: { readonly suite: string; readonly op: string }) => `${suite}/${op}`;

function isPart({ board, extra = '', some }: Case, name: string): boolean {
  return name.startsWith(extra) && ((isEverything && board !== ZEPHYR_M3) || some.test(name));
}

/** Gives the case's image; an extra is built in. */
async function imageOf({ board: { target }, extra }: Case): Promise<AgentImage> {
  if (target === ZEPHYR_M3.target) {
    const { elf } = await buildApplication(zephyr, 'headline', temporaryFolder('zephyr-log'));
    return loadImage(await findImageOf({ id: target, elfs: { headline: elf } }, [], 'headline'));
  }
  if (extra === undefined) return shippedImage('headline', target);
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

function sampleOf(name: string, closed: readonly ExecutedWindow[]) {
  const [, first = -1, end] = PARTS.find(([pattern]) => pattern.test(name)) ?? [];
  const parts = closed.slice(first, end);
  const sum = (key: 'operation' | 'loop') => parts.reduce((all, each) => all + each[key], 0);
  return { operation: sum('operation'), loop: sum('loop') };
}

/** Writes equal values in a row as one. */
function listed(values: readonly number[]): string {
  const rows: { value: number; count: number }[] = [];
  for (const value of values) {
    const last = rows.at(-1);
    if (last?.value === value) last.count += 1;
    else rows.push({ value, count: 1 });
  }
  return rows.map(({ value, count }) => `${count} x ${value}`).join(', ');
}

/** Compares an operation's values with the executed instructions, value by value. */
function compared(
  { suite, name: op, series }: CollectedOperation,
  { clock }: CollectedRun,
  target: string,
  windows: readonly (readonly ExecutedWindow[])[],
) {
  const units = (kind: keyof typeof series) => toUnits(series[kind].ticks, clock?.ratio ?? [1, 1]);
  const net = (kind: 'sample' | 'batch', twin: 'emptySample' | 'emptyBatch') => {
    const cost = median(distributionOf(units(twin))) ?? 0;
    return Array.from(units(kind), (elapsed) => elapsed - cost);
  };
  const [samples, batches] = [net('sample', 'emptySample'), net('batch', 'emptyBatch')];
  const name = `${suite}/${op}`;
  const [, more = 0] = BATCHES.find(([pattern]) => pattern.test(`${target} ${name}`)) ?? [];
  // The samples are followed by the batches, and these by nothing.
  const all = windows.slice(-samples.length - batches.length).map((each) => sampleOf(name, each));
  const operation = all.map((each) => each.operation);
  return {
    shown: { samples: listed(samples), batches: listed(batches) },
    executed: {
      samples: listed(operation.slice(0, samples.length)),
      batches: listed(operation.slice(samples.length).map((each) => each + more)),
    },
    loop: listed(all.slice(0, samples.length).map(({ loop }) => loop)),
  };
}

describe.each(CASES)('$board.target $extra', (each) => {
  test('shows what was executed', { timeout: HANGS }, async () => {
    const image = await imageOf(each);
    const agent = await openLogged(image, each.board);
    onTestFinished(() => agent.close());
    const decoder = newBenchmarkDecoder();
    agent.link.onStream((bytes) => decoder.push(bytes));
    for (const bench of image.manifest.benches) {
      const name = nameOf(bench);
      if (!isPart(each, name)) continue;
      const [, count = COUNT] = COUNTS.find(([pattern]) => pattern.test(name)) ?? [];
      const log = await agent.logged(async () => {
        await ask(agent.link, `run ${bench.suite} op=${bench.op} ${count}`);
        await agent.link.drain();
      });
      const run = decoder.collector.runs().at(-1);
      const operation = run?.operations[0];
      expect(operation, name).toBeDefined();
      if (!run || !operation || operation.end?.status === 'refused') continue;
      const { shown, executed, loop } = compared(
        operation,
        run,
        each.board.target,
        windowsInLog(image.path, log),
      );
      expect.soft(shown.samples, name).toBe(executed.samples);
      // A loop in Zig calls the function that reads the clock, and its batches are each compiled differently.
      if (each.extra === 'zig') continue;
      expect.soft(shown.batches, name).toBe(executed.batches);
      expect.soft(loop, name).toMatch(/^\d+ x 0$/);
    }
  });
});
