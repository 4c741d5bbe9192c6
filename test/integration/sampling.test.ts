import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readProfile } from '../../extension/engine/profile';
import { runBenchmarks } from '../../extension/engine/run';
import type { RunContext, RunSpec } from '../../extension/engine/run/spec';
import { sampleFirmware } from '../../extension/engine/sample';
import {
  buildFlameGraph,
  type FlameNode,
  newProfile,
  type Profile,
  shareFunctions,
} from '../../extension/profile';
import { openImage } from '../../extension/profile/image';
import { flatProfile, newSampledProgram } from '../../extension/profile/sampled';
import { sampleBoard } from '../../extension/targets/board/sample';
import { boardTarget } from '../../extension/targets/find';
import type { BoardSetup } from '../../extension/targets/setup';
import type { SampleOptions } from '../../extension/targets/target';
import { chooseCases, testInAll } from '../everything';
import { type Rig, type RigOptions, startRig } from '../rig/rig';
import { root } from './agent/variants';
import { makeRigBoard } from './faults/boards';
import { listLeftOvers } from './left-over';
import { openocd, pyocd, UNHURRIED } from './rig-tools';
import { buildLoop, exactShares, listLoadedPieces } from './sampling/firmware.mjs';

const DEMCR = 0xe000edfc;
const TRCENA = 0x01000000;
/** Many times the error of the fewest samples that a busy computer takes in a second. */
const FAR_OFF = 0.1;
/** Shares of `sync/mutex_lock_unlock` in its exact profile, in instructions of 137. */
const LOCK_UNLOCK = [
  ['xQueueGenericSend', 28 / 137],
  ['xQueueSemaphoreTake', 26 / 137],
  ['prvCopyDataToQueue', 15 / 137],
] as const;

let rig: Rig;
let folder: string;
let servers: number[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-sampling-'));
  mkdirSync(join(folder, 'scratch'));
  servers = [];
});
afterEach(async () => {
  await rig.close();
  expect(listLeftOvers(folder, servers)).toEqual([]);
  rmSync(folder, { recursive: true });
});

const boards = {
  OpenOCD: () => makeRigBoard(rig, 'OpenOCD'),
  pyOCD: () => makeRigBoard(rig, 'pyOCD'),
} satisfies Readonly<Record<string, () => BoardSetup>>;

async function start(elf: Buffer, options: RigOptions = { showsPc: true }): Promise<void> {
  rig = await startRig(options);
  await load(elf);
}

async function load(elf: Buffer): Promise<void> {
  for (const { address, bytes } of listLoadedPieces(elf)) await rig.poke(address, bytes);
  // The core leaves its boot loader.
  await rig.fault({ do: 'reset-line' });
  expect(await rig.state()).toBe('running');
}

function sample(board: BoardSetup, more: Partial<SampleOptions> = {}) {
  const debug = (message: string) => {
    const pid = /runs as process (\d+)/.exec(message)?.[1];
    if (pid !== undefined) servers.push(Number(pid));
  };
  const resources = {
    lockFolder: join(folder, 'locks'),
    temporary: join(folder, 'scratch'),
    limits: UNHURRIED,
  };
  const { signal } = new AbortController();
  const log = { info: () => undefined, debug };
  return sampleBoard(board, { seconds: 1, signal, log, ...more }, resources);
}

/** The share of each function of firmware among sampled addresses. */
function computeShares(elf: Buffer, { batches }: Awaited<ReturnType<typeof sample>>) {
  const { rows } = flatProfile(batches, newSampledProgram(openImage(elf)));
  return new Map(rows.map(({ name, share }) => [name, share]));
}

function expectExact(shares: ReadonlyMap<string, number>): void {
  const exact = exactShares();
  expect([...shares.keys()].filter((name) => !exact.has(name))).toEqual([]);
  for (const [name, share] of exact) {
    expect(Math.abs((shares.get(name) ?? 0) - share), name).toBeLessThan(FAR_OFF);
  }
}

/** The samples of a function by the task that it ran in. */
function countTaskSamples(name: string, profile: Profile): ReadonlyMap<string, number> {
  const getName = ({ function: own }: FlameNode) => profile.functions[own]?.name ?? '';
  return new Map(
    buildFlameGraph(profile).map((task) => {
      return [getName(task), task.children.find((own) => getName(own) === name)?.total ?? 0];
    }),
  );
}

/** A sample beside a switch may belong to the other task. */
const hasMainTask = (task: string) => (samples: ReadonlyMap<string, number>) => {
  const all = [...samples.values()].reduce((sum, count) => sum + count, 0);
  const elsewhere = all - (samples.get(`task recorded ${task}`) ?? 0);
  // A busy computer takes only a few samples in the time.
  return elsewhere <= Math.max(1, 0.2 * all);
};

const SERVERS = ['OpenOCD', 'pyOCD'] as const;

/** Samples a loop, whose shares are found while its core is neither stopped nor reset. */
async function sampleLoop(server: keyof typeof boards) {
  const elf = buildLoop();
  await start(elf);
  const { halts } = await rig.counters();
  const sampled = await sample(boards[server]());
  expect(sampled).toMatchObject({ isHalting: false, resets: 0 });
  expectExact(computeShares(elf, sampled));
  expect((await rig.counters()).halts).toBe(halts);
  expect(await rig.state()).toBe('running');
  return sampled;
}

describe.each(chooseCases(SERVERS, () => 'any'))('what goes wrong over real %s', (server) => {
  const board = () => boards[server]();

  test('with consent a core without the register is stopped for each sample', async () => {
    const elf = buildLoop();
    await start(elf, {});
    const { halts } = await rig.counters();
    const sampled = await sample(board(), { allowHalt: true });
    expect(sampled.isHalting).toBe(true);
    const samples = sampled.batches.flatMap(({ counts }) => [...counts.values()]);
    const count = samples.reduce((sum, each) => sum + each, 0);
    expect((await rig.counters()).halts).toBe(halts + count);
    expect([...computeShares(elf, sampled).keys()]).toContain('first');
    expect(await rig.state()).toBe('running');
  });

  test('a run is profiled by sampling the batches of its operations, and the agent waits for commands afterwards', async () => {
    rig = await startRig({ showsPc: true });
    const messages: string[] = [];
    const resources = { lockFolder: join(folder, 'locks'), temporary: join(folder, 'scratch') };
    const context: RunContext = {
      resolveTarget: () => boardTarget(board(), { ...resources, limits: UNHURRIED }),
      signal: new AbortController().signal,
      onMessage: (message) => messages.push(message),
      onProgress: () => undefined,
    };
    const spec: RunSpec = {
      target: board(),
      imageFolders: [{ folder: join(root, 'dist/agent'), origin: 'shipped' as const }],
      runsFolder: folder,
      patterns: ['sync/mutex_lock_unlock'],
      iterations: 100,
      repeat: 1,
      trace: false,
      profile: {},
      settings: {},
      tool: 'test',
    };
    const { folder: run, record } = await runBenchmarks(spec, context);
    expect(record.status).toBe('complete');
    const rate = record.passes[0]?.facts['sampling_rate'];
    expect(rate).toMatch(/^[1-9]\d*$/);
    expect(record.notes.at(-1)).toMatch(/^Sampled \d[\d,]* times per second, from DWT_PCSR/);
    const [operation] = (await readProfile(run))?.operations ?? [];
    expect(operation).toMatchObject({
      name: 'sync/mutex_lock_unlock',
      sampled: { isFlat: true, way: expect.stringContaining('DWT_PCSR') },
    });
    const { code } = (await readProfile(run)) ?? expect.fail();
    const profile = newProfile('', code, operation ?? expect.fail());
    const shares = shareFunctions(profile);
    for (const [name, share] of LOCK_UNLOCK) {
      const found = profile.functions.findIndex((own) => own.name === name);
      expect(Math.abs((shares.get(found)?.self.share ?? 0) - share), name).toBeLessThan(FAR_OFF);
    }
    expect(messages).toEqual([expect.stringMatching(/^Sampling sync/)]);
    expect(await rig.state()).toBe('running');
  });

  test('each task of a FreeRTOS program has its share, with the functions that ran in it', async () => {
    const turns = { first: 25_000, second: 10_000, third: 2_500, fourth: 500 };
    const elf = buildLoop({ turns, flags: ['-DTASKS'] });
    const path = join(folder, 'tasks.elf');
    writeFileSync(path, elf);
    await start(elf);
    const log = { info: () => undefined, debug: () => undefined };
    const order = { board: board(), elf: path, seconds: 3, folder: join(folder, 'profile') };
    const { tasks = [], way } = await sampleFirmware(order, {
      signal: new AbortController().signal,
      log,
    });
    expect(way).toContain('pxCurrentTCB');
    expect(tasks.map(({ name }) => name).sort()).toEqual(['busy', 'quiet']);
    const profile = await readProfile(order.folder);
    expect(profile?.code.functions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['task busy', 'task quiet', 'first', 'second']),
    );
    rmSync(order.folder, { recursive: true });

    // The same program with SystemView: each sample is joined with the recording, whatever name its channels have.
    const longer = { ...turns, first: 60_000, second: 24_000 };
    const flags = server === 'pyOCD' ? ['-DCHANNEL="Events"'] : [];
    const recorded = buildLoop({ turns: longer, isRecorded: true, flags });
    writeFileSync(path, recorded);
    await load(recorded);
    const joined = await sampleFirmware(order, { signal: new AbortController().signal, log });
    expect([joined.way, ...(joined.notes ?? [])].join()).toContain("joined with SystemView's");
    // On a computer that stands still for seconds the ring does not hold all events.
    const names = ['recorded busy', 'recorded quiet', '(unknown)'];
    expect(joined.tasks?.filter(({ name }) => !names.includes(name))).toEqual([]);
    const { code, operations } = (await readProfile(order.folder)) ?? expect.fail();
    const [operation = expect.fail()] = operations;
    expect(countTaskSamples('first', newProfile('', code, operation))).toSatisfy(
      hasMainTask('busy'),
    );
    expect(countTaskSamples('second', newProfile('', code, operation))).toSatisfy(
      hasMainTask('quiet'),
    );
    expect(await rig.state()).toBe('running');
    rmSync(order.folder, { recursive: true });
    rmSync(path);
  });

  testInAll('a core that a debugger has stopped is not let run', async () => {
    await start(buildLoop());
    const stop = server === 'pyOCD' ? pyocd : openocd;
    await stop(rig, ['halt']);
    expect(await rig.state()).toBe('halted');
    await expect(sample(board())).rejects.toMatchObject({
      message: expect.stringContaining('The core is stopped'),
    });
    expect(await rig.state()).toBe('halted');
  });

  const UNUSABLE = [
    ['0', 0],
    ['all ones', 0xffffffff],
  ] as const;
  test.each(chooseCases(UNUSABLE, () => 'any'))(
    'a register that reads %s is reported, and the core goes on',
    async (reads, value) => {
      await start(buildLoop());
      await rig.fault({ do: 'answer-pcsr', value });
      const { halts } = await rig.counters();
      await expect(sample(board())).rejects.toMatchObject({
        code: 'halt-not-allowed',
        message: expect.stringContaining(`(DWT_PCSR) reads ${reads} over ${server}`),
        hint: expect.stringContaining('Stopping the core'),
      });
      expect((await rig.counters()).halts).toBe(halts);
      expect(await rig.state()).toBe('running');
    },
  );

  testInAll('a register that shows one address for ever is remarked', async () => {
    await start(buildLoop());
    await rig.fault({ do: 'answer-pcsr', value: 0x104 });
    const { signal } = new AbortController();
    const log = { info: () => undefined, debug: () => undefined };
    const order = { board: board(), seconds: 1, folder: join(folder, 'profile') };
    const sampled = await sampleFirmware(order, { signal, log });
    expect(sampled).toMatchObject({ onlyAddress: 0x104, rows: [{ share: 1 }] });
    const profile = await readProfile(order.folder);
    expect(profile?.operations).toMatchObject([
      {
        sampled: {
          isFlat: true,
          remarks: expect.arrayContaining([expect.stringContaining('0x00000104')]),
        },
      },
    ]);
    rmSync(order.folder, { recursive: true });
  });

  testInAll('a core that sleeps all the time has no address', async () => {
    await start(buildLoop({ flags: ['-DASLEEP'] }));
    await expect(sample(board())).rejects.toMatchObject({
      message: expect.stringContaining('the core sleeps all the time'),
    });
  });

  testInAll('a probe that is unplugged meanwhile ends it', async () => {
    await start(buildLoop());
    let isGone = false;
    const onProgress = () => {
      if (!isGone) void rig.fault({ do: 'vanish' });
      isGone = true;
    };
    await expect(sample(board(), { seconds: 3600, onProgress })).rejects.toMatchObject({
      code: 'target-gone',
    });
  });

  testInAll('a cancel leaves the core running', async () => {
    await start(buildLoop());
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = () => controller.abort();
    await expect(sample(board(), { seconds: 3600, onProgress, signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(await rig.state()).toBe('running');
  });

  testInAll('code that differs from what runs is found', async () => {
    await start(buildLoop());
    const path = join(folder, 'other.elf');
    writeFileSync(path, buildLoop({ turns: { first: 248, second: 99, third: 14, fourth: 4 } }));
    const { signal } = new AbortController();
    const log = { info: () => undefined, debug: () => undefined };
    const order = { board: board(), elf: path, seconds: 1 };
    await expect(sampleFirmware(order, { signal, log })).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('The board is not running'),
    });
    rmSync(path);
  });
});

test('OpenOCD shows the shares of a loop, and neither stops nor resets the core', async () => {
  await sampleLoop('OpenOCD');
});

test('pyOCD does, too, and leaves the trace unit as it was', async () => {
  expect((await sampleLoop('pyOCD')).wasTraceOff).toBe(true);
  expect(await rig.peekRegister(DEMCR)).toBe(0);
  await rig.pokeRegister(DEMCR, TRCENA);
  expect((await sample(boards.pyOCD())).wasTraceOff).toBe(false);
  expect(await rig.peekRegister(DEMCR)).toBe(TRCENA);
});

testInAll('OpenOCD reads words one by one where the code does not fit its histogram', async () => {
  const elf = buildLoop({ far: 0x200000, turns: { first: 99, second: 99, third: 14, fourth: 99 } });
  await start(elf);
  const sampled = await sample(boards.OpenOCD());
  expect(sampled.batches.filter(({ outside }) => outside !== undefined)).toEqual([]);
  const exact = exactShares({ first: 99, second: 99, third: 14, fourth: 99 });
  const shares = computeShares(elf, sampled);
  expect(Math.abs((shares.get('fourth') ?? 0) - (exact.get('fourth') ?? 0))).toBeLessThan(FAR_OFF);
});
