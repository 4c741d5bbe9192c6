import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeInstructions } from '../../extension/engine/profile/instructions';
import { readProfile } from '../../extension/engine/profile/stored';
import { profileRun, runBenchmarks } from '../../extension/engine/run/run';
import type { RunOutcome } from '../../extension/engine/run/spec';
import {
  costFunctions,
  costLayers,
  instructionsOf,
  newProfile,
  type Profile,
  profileSampleCountOf,
} from '../../extension/profile';
import { stackNames } from '../../extension/profile/testing';
import { summarise } from '../../extension/runs/record/summarise';
import { targets } from '../../extension/targets/find';
import { buildExecutionPlugin } from '../../extension/toolchain/extras/execution-plugin';
import { isEverything } from '../everything';
import { kernelSwitchesIn } from './agent/kernel-switches';
import { temporaryFolder } from './agent/temporary';
import { root } from './agent/variants';

/*
 * A run on emulated Linux with all its passes: profiles from the program through the C library and the vDSO into the
 * kernel, events of the kernel, and a counter beside the clock.
 */

const TARGET = 'qemu-linux-imx6ul';
const PATTERNS = ['mutex/lock', 'thread/create', 'context_switch/switch'];

const ITERATIONS = 20;

let plugin = '';
let run: RunOutcome;
beforeAll(async () => {
  const agreed = ['qemu-plugin'];
  plugin = await buildExecutionPlugin({ packageFolder: root, agreed, onMessage: () => undefined });
  run = await runBenchmarks(spec(), context());
  expect([run.error, run.record.status]).toEqual([undefined, 'complete']);
});

const spec = () => ({
  target: TARGET,
  places: [{ folder: join(root, 'dist/agent'), origin: 'shipped' as const }],
  runsFolder: temporaryFolder('runs'),
  patterns: PATTERNS,
  trace: true,
  settings: {},
  iterations: ITERATIONS,
  warmup: 1,
  profile: { plugin },
  tool: 'test',
});

function context() {
  const target = targets().find(({ id }) => id === TARGET) ?? expect.fail(TARGET);
  return {
    targetOf: () => target,
    signal: new AbortController().signal,
    onMessage: () => undefined,
    onProgress: () => undefined,
  };
}

/** The pass of a build. */
const passOf = (build: string) =>
  run.record.passes.find((pass) => pass.build === build) ?? expect.fail(build);

const sumOf = (rows: readonly { readonly self: number }[]) =>
  rows.reduce((sum, { self }) => sum + self, 0);

/** The stacks of an operation, outermost first. */
const stacksIn = (profile: Profile) =>
  profile.nodes.map((_, node) => stackNames(profile, node).join(' '));

test('every instruction of Linux has its function', async () => {
  const stored = await readProfile(run.folder);
  // The samples of the pass were those of the headline pass, or the operation would be a problem.
  expect(stored?.problems).toEqual([]);
  const profiles = (stored?.operations ?? []).map(({ name, ...capture }) =>
    newProfile(name, stored?.code ?? expect.fail(), capture),
  );
  const pass = passOf('headline');
  const step = Number(pass.facts['clock_step']);
  expect(step).toBeGreaterThan(1);
  expect(profiles.map(({ name }) => name)).toEqual(
    pass.operations.map(({ suite, op }) => `${suite}/${op}`),
  );
  profiles.forEach((profile, index) => {
    const raw = instructionsOf(profile);
    expect(sumOf(costFunctions(profile))).toBe(raw);
    expect(sumOf(costLayers(profile))).toBe(raw);
    expect(profileSampleCountOf(profile)).toBe(ITERATIONS);
    const samples = (pass.operations[index]?.quiet ?? [])
      .flatMap(([value, count]) => Array.from({ length: count }, () => value))
      .sort((a, b) => a - b);
    const lengths = profile.order.map((path) => profile.paths[path]?.nodes.length ?? 0);
    const differences = lengths
      .sort((a, b) => a - b)
      .map((length, at) => length - (samples[at] ?? 0));
    // A timer's interrupt begins a step anew, up to twice.
    expect(Math.max(...differences.map(Math.abs))).toBeLessThanOrEqual(3 * step + 1);
  });
  const [lock, create, change] = ['mutex/lock', 'thread/create', 'context_switch/switch'].map(
    (name) => profiles.find((profile) => profile.name === name) ?? expect.fail(name),
  ) as [Profile, Profile, Profile];
  const kernelIn = (profile: Profile) =>
    sumOf(costLayers(profile).filter(({ layer }) => ['scheduler', 'memory'].includes(layer)));
  expect(kernelIn(lock)).toBe(0);
  expect(kernelIn(create)).toBeGreaterThan(ITERATIONS * 1000);
  expect(stacksIn(create)).toContainEqual(
    expect.stringMatching(/pthread_create create_thread .*sys_clone kernel_clone copy_process /),
  );
  const threads = change.functions.filter(({ kind }) => kind === 'thread');
  expect(threads.map(({ name }) => name)).toEqual(['thread 1', 'thread 2']);
  expect(stacksIn(change)).toContainEqual(
    expect.stringMatching(/^thread 1 .*sched_yield .*schedule __schedule .*__switch_to$/),
  );
  // Code of the kernel is as it was executed, with its branches where they lead.
  const { places } = spec();
  const order = { folder: run.folder, operation: 1, target: TARGET, places };
  const assembly = await describeInstructions(order);
  expect(assembly).toMatch(/ c0[0-9a-f]{6}  bl 0xc0[0-9a-f]{6} /);
  expect(assembly).not.toMatch(/ (c0|ffff)[0-9a-f]+  \[kernel\]/);
  if (!isEverything) return;
  const file = join(run.folder, 'profile.json');
  const first = readFileSync(file, 'utf8');
  await profileRun(run, spec(), context());
  expect(readFileSync(file, 'utf8')).toBe(first);
});

test('the kernel events of the traced pass show both threads of a context switch in turn', () => {
  const pass = passOf('traced');
  expect(pass.facts['kernel_trace']).toBe('sched_switch,irq');
  expect(pass.stream).toMatchObject({ overflows: 0, lostPackets: 0 });
  const found = kernelSwitchesIn(readFileSync(join(run.folder, pass.recording)));
  expect([pass.problems, found.problems]).toEqual([[], []]);
  // The cold execution is a separate block.
  const [, ...switches] = found.switches;
  const [[one], [other]] = switches as [number[], number[]];
  expect(one).not.toBe(other);
  expect(switches).toEqual(
    Array.from({ length: ITERATIONS }, (_, at) => [at % 2 === 0 ? one : other]),
  );
});

test('the counter agrees with the clock, whose nanosecond is an instruction here', () => {
  const rows = summarise(run.record).filter(({ counted }) => counted !== undefined);
  expect(rows.map(({ op }) => op)).toEqual(['lock', 'create', 'switch']);
  for (const { op, counted, batches } of rows) {
    const ratio = (counted?.mean ?? 0) / (batches?.all?.mean ?? 1);
    // Two executions make a batch, whose ends the clock rounds to its steps.
    expect(Math.abs(ratio - 1), op).toBeLessThan(0.2);
  }
});
