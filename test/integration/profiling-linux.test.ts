import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { captureExecution } from '../../extension/engine/profile';
import { describeInstructions } from '../../extension/engine/profile/instructions';
import { findExecutionMarks } from '../../extension/engine/profile/marks';
import { readProfile } from '../../extension/engine/profile/stored';
import { runPass } from '../../extension/engine/run/pass';
import { profileRun, runBenchmarks } from '../../extension/engine/run/run';
import type { RunOutcome } from '../../extension/engine/run/spec';
import { median } from '../../extension/measure/percentile';
import {
  costFunctions,
  costLayers,
  sumInstructions,
  newProfile,
  type Profile,
  countProfileSamples,
} from '../../extension/profile';
import { stackNames } from '../../extension/profile/testing';
import { summarise } from '../../extension/runs/record/summarise';
import { targets } from '../../extension/targets/find';
import { buildExecutionPlugin } from '../../extension/toolchain/extras/execution-plugin';
import { isEverything, testInAll } from '../everything';
import { partsOnLinux, parseRecorders } from './agent/executed-on-linux';
import { sumAmounts, openSent } from './agent/explained';
import { readKernelSwitches } from './agent/kernel-switches';
import { temporaryFolder } from './agent/temporary';
import { root, readShippedImage } from './agent/variants';

/*
 * A run on emulated Linux with all its passes: profiles from the program through the C library and the vDSO into the
 * kernel, events of the kernel and explanations by them, and a counter beside the clock.
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
  imageFolders: [{ folder: join(root, 'dist/agent'), origin: 'shipped' as const }],
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
    resolveTarget: () => target,
    signal: new AbortController().signal,
    onMessage: () => undefined,
    onProgress: () => undefined,
  };
}

/** The pass of a build. */
const requirePass = (build: string) =>
  run.record.passes.find((pass) => pass.build === build) ?? expect.fail(build);

const sumCosts = (rows: readonly { readonly self: number }[]) =>
  rows.reduce((sum, { self }) => sum + self, 0);

/** The stacks of an operation, outermost first. */
const listStacks = (profile: Profile) =>
  profile.nodes.map((_, node) => stackNames(profile, node).join(' '));

test('every instruction of Linux has its function', async () => {
  const stored = await readProfile(run.folder);
  // The samples of the pass were those of the headline pass, or the operation would be a problem.
  expect(stored?.problems).toEqual([]);
  const profiles = (stored?.operations ?? []).map(({ name, ...capture }) =>
    newProfile(name, stored?.code ?? expect.fail(), capture),
  );
  const pass = requirePass('headline');
  const step = Number(pass.facts['clock_step']);
  expect(step).toBeGreaterThan(1);
  expect(profiles.map(({ name }) => name)).toEqual(
    pass.operations.map(({ suite, op }) => `${suite}/${op}`),
  );
  profiles.forEach((profile, index) => {
    const raw = sumInstructions(profile);
    expect(sumCosts(costFunctions(profile))).toBe(raw);
    expect(sumCosts(costLayers(profile))).toBe(raw);
    expect(countProfileSamples(profile)).toBe(ITERATIONS);
    const samples = (pass.operations[index]?.quiet ?? [])
      .flatMap(([value, count]) => Array.from({ length: count }, () => value))
      .sort((a, b) => a - b);
    const lengths = profile.order.map((path) => profile.paths[path]?.nodes.length ?? 0);
    const differences = lengths
      .sort((a, b) => a - b)
      .map((length, at) => length - (samples[at] ?? 0));
    // A timer's interrupt begins a step again, up to twice.
    expect(Math.max(...differences.map(Math.abs))).toBeLessThanOrEqual(3 * step + 1);
  });
  const [lock, create, change] = ['mutex/lock', 'thread/create', 'context_switch/switch'].map(
    (name) => profiles.find((profile) => profile.name === name) ?? expect.fail(name),
  ) as [Profile, Profile, Profile];
  const sumKernelCosts = (profile: Profile) =>
    sumCosts(costLayers(profile).filter(({ layer }) => ['scheduler', 'memory'].includes(layer)));
  expect(sumKernelCosts(lock)).toBe(0);
  expect(sumKernelCosts(create)).toBeGreaterThan(ITERATIONS * 1000);
  expect(listStacks(create)).toContainEqual(
    expect.stringMatching(/pthread_create create_thread .*sys_clone kernel_clone copy_process /),
  );
  const threads = change.functions.filter(({ kind }) => kind === 'thread');
  expect(threads.map(({ name }) => name)).toEqual(['thread 1', 'thread 2']);
  expect(listStacks(change)).toContainEqual(
    expect.stringMatching(/^thread 1 .*sched_yield .*schedule __schedule .*__switch_to$/),
  );
  // Code of the kernel is as it was executed, with its branches where they lead.
  const { imageFolders } = spec();
  const order = { folder: run.folder, operation: 1, target: TARGET, imageFolders };
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
  const pass = requirePass('traced');
  expect(pass.facts['kernel_trace']).toBe('sched_switch,irq');
  expect(pass.stream).toMatchObject({ overflows: 0, lostPackets: 0 });
  const found = readKernelSwitches(readFileSync(join(run.folder, pass.recording)));
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
  const step = Number(requirePass('headline').facts['clock_step']);
  for (const { op, counted, batches } of rows) {
    const byClock = batches?.all?.mean ?? 0;
    // Two executions make a batch, which the clock rounds to its steps.
    const most = step / 2 + 0.1 * byClock;
    expect(Math.abs((counted?.mean ?? 0) - byClock), op).toBeLessThan(most);
  }
});

/** The step of a clock of 24 MHz, in instructions. */
const STEP = 1000 / 24;

/** The instructions of recording around an event's time stamp: at most as explanations state, and at least. */
const STATED = { before: { least: 350, most: 550 }, after: { least: 650, most: 900 } };

test('a switch costs a traced sample as much as explanations state of recording', () => {
  const [headline, traced] = ['headline', 'traced'].map((build) => {
    const { operations } = requirePass(build);
    const each = operations.find(({ suite }) => suite === 'context_switch') ?? expect.fail(build);
    return median(each.quiet) ?? expect.fail(build);
  }) as [number, number];
  const { before, after } = STATED;
  expect(traced - headline).toBeGreaterThan(before.least + after.least);
  expect(traced - headline).toBeLessThan(before.most + after.most);
});

testInAll('parts of explanations contain as much of the recording as they state', async () => {
  const patterns = [...PATTERNS, 'thread/join', 'rhealstone/activation'];
  const image = await readShippedImage('traced', 'linux-armhf');
  const marks = findExecutionMarks(image.elf, '');
  const recording = { folder: temporaryFolder('linux-parts'), name: 'recording.SVDat' };
  const { error, execution, pass, runs } = await runPass(
    { ...spec(), patterns, iterations: 60 },
    {
      target: context().resolveTarget(),
      image,
      repeat: 1,
      recording,
      execution: { marks, plugin },
    },
    context(),
  );
  if (execution === undefined) throw error;
  const { slowest } = await openSent([readFileSync(join(recording.folder, recording.name))]);
  const recorders = parseRecorders(execution.kernelSymbols ?? '');
  expect(recorders.size).toBe(3);
  const found = new Set<string>();
  const operations = runs.flatMap((each) => each.operations);
  expect(operations).toHaveLength(patterns.length);
  for (const [at, { suite, name, series }] of operations.entries()) {
    const samples = (await slowest(`${suite}/${name}`)).sort((a, b) => a.index - b.index);
    const capture = captureExecution(
      {
        execution,
        stretches: execution.operations[at] ?? [],
        samples: series.sample.ticks,
        ticksPerInstruction: 1,
        after: 0,
        step: Number(pass.facts['clock_step']),
        mostSteps: 1 << 21,
        threads: 1,
      },
      marks,
    );
    if (capture === undefined) throw new Error(`${name} has no windows`);
    capture.order.forEach((path, index) => {
      const shown = samples[index] ?? expect.fail(`${name} ${index} is not explained`);
      const executed = partsOnLinux(capture, capture.paths[path] ?? expect.fail(), recorders);
      for (const { kind, amount, begins, ends } of executed) {
        const more = sumAmounts(shown, kind) - amount;
        const about = `${name} ${index}, ${kind} ${amount}: ${shown.sentence}`;
        const inside = (end: 'least' | 'most') =>
          begins * STATED.after[end] + ends * STATED.before[end];
        // The readings around a part are each late by up to a step of the clock.
        expect.soft(more, about).toBeGreaterThan(inside('least') - 2 * STEP);
        expect.soft(more, about).toBeLessThan(inside('most') + 2 * STEP);
        if (begins + ends > 0) found.add(kind);
      }
      const { before, after } = STATED;
      const stated = `up to ${before.most} instructions before and ${after.most} after each switch`;
      const notes = shown.parts.length > 1 ? [expect.stringContaining(stated)] : [];
      expect.soft(shown.notes).toEqual(notes);
    });
  }
  // In some of these samples the kernel's timer interrupts.
  expect([...found]).toEqual(expect.arrayContaining(['own', 'task', 'interrupt']));
});
