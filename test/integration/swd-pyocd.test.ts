import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { choosePorts } from '../../extension/host/ports';
import type { RunRecord } from '../../extension/runs/record';
import { boardTarget } from '../../extension/targets/find';
import type { BoardSetup } from '../../extension/targets/setup';
import type { OpenOptions, TargetLink } from '../../extension/targets/target';
import { chooseCases, describeInAll, testInAll } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { type Rig, startRig } from '../rig/rig';
import { ask, measure, measureOver, listOperations, collectValues } from './agent/measured';
import { readShippedImage } from './agent/variants';
import { listOwnLeftOvers, newWorkspace, startCli } from './cli-process';
import { buildFirmware } from './firmware/build';
import { readingsPerByte } from './firmware/stream';
import { buildFlashAlgorithm } from './flash-algorithm/build';
import { previousFirmware } from './flash-algorithm/previous-firmware';
import { pyocdServer } from './gdb/server';
import { listLeftOvers } from './left-over';
import { pyOcdBoard, RIG_RAM } from './pyocd/board';
import { awaitQuietPort, chooseFamilies, UNHURRIED } from './rig-tools';
import { expectSilence } from './watch-silence';

/** Reads in addition to the stream itself: its position in its ring, again and again. */
const MOST_READ_PER_BYTE = 1.5;

/** The flash that the algorithm makes, and its erase block. */
const FLASH = 0;
const BLOCK = 4096;

let rig: Rig;
let firmware: AgentImage;
let agent: AgentImage;
let folder: string;
let links: TargetLink[];
/** Processes that this test's links started. */
let servers: number[];
beforeAll(async () => {
  firmware = buildFirmware();
  agent = await readShippedImage('headline');
});
beforeEach(async () => {
  // Each test has its own target: anything that one leaves running would continue in the next.
  rig = await startRig();
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-pyocd-'));
  mkdirSync(join(folder, 'scratch'));
  links = [];
  servers = [];
});
afterEach(async () => {
  for (const link of links) await link.close();
  await rig.close();
  expect(listLeftOvers(folder, servers)).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** Replaces the rig by one whose samples agree to the instruction. */
async function useExactRig(): Promise<void> {
  await rig.close();
  rig = await startRig({ isExact: true });
}

const board = () => pyOcdBoard(rig, {}, { ram: RIG_RAM });

async function open(
  image: AgentImage,
  setup: BoardSetup = board(),
  more: Partial<OpenOptions> = {},
): Promise<TargetLink> {
  const debug = (message: string) => {
    const pid = /runs as process (\d+)/.exec(message)?.[1];
    if (pid !== undefined) servers.push(Number(pid));
  };
  const resources = {
    lockFolder: join(folder, 'locks'),
    temporary: join(folder, 'scratch'),
    limits: UNHURRIED,
  };
  const link = await boardTarget(setup, resources).open(image, {
    signal: new AbortController().signal,
    log: { info: () => undefined, debug },
    ...more,
  });
  links.push(link);
  return link;
}

describe('through real pyOCD', () => {
  test('an agent is deployed with progress, and restarts', async () => {
    const progress: [number, number][] = [];
    const link = await open(firmware, board(), { onDeploy: (...step) => progress.push(step) });
    const [done, total] = progress.at(-1) ?? [];
    expect(done).toBe(total);
    expect(link.disturbance).toBeUndefined();
    expect(await ask(link, 'lines')).toEqual(['ok lines=1']);
    expect(await ask(link, 'lines')).toEqual(['ok lines=2']);
    await link.restart();
    expect(await ask(link, 'lines')).toEqual(['ok lines=1']);
  });

  testInAll('the stream arrives without a gap, and little else is read', async () => {
    const link = await open(firmware);
    const cost = await readingsPerByte(link, rig);
    expect(cost).toBeGreaterThanOrEqual(1);
    expect(cost).toBeLessThan(MOST_READ_PER_BYTE);
  });

  testInAll('every family has the same samples as on the emulator itself', async () => {
    await useExactRig();
    const benches = chooseFamilies(agent.manifest.benches);
    const suites = [...new Set(benches.map(({ suite }) => suite))];
    const lines = suites.map((suite) => `run ${suite} n=200`);
    const directly = await measure(agent, lines);
    const overPyOcd = await measureOver(await open(agent), lines);
    expect(overPyOcd).toMatchObject({ problems: [], lostPackets: 0 });
    expect(listOperations(overPyOcd).length).toBe(benches.length);
    for (const { end, decoded } of listOperations(overPyOcd)) {
      expect([end?.attempted, end?.stored]).toEqual([decoded, decoded]);
    }
    expect(collectValues(overPyOcd)).toEqual(collectValues(directly));
  });

  test("a hushed link leaves the debug port alone, even the core's state, until the next line", async () => {
    const link = await open(firmware);
    await ask(link, 'lines');
    link.hush?.(60_000);
    await awaitQuietPort(rig);
    expect(await ask(link, 'lines')).toEqual(['ok lines=2']);
  });

  // `swd-openocd.test.ts` has it for `npm test`, and the test before what pyOCD does while it is hushed.
  testInAll('the link is hushed before every block, from the first on', async () => {
    await expectSilence(await open(agent), agent.manifest.benches);
  });

  test('pending calls are rejected when the server is killed', async () => {
    const link = await open(firmware);
    const line = link.nextLine(HANGS_MS);
    expect(servers).toHaveLength(1);
    for (const pid of servers) process.kill(pid, 'SIGKILL');
    await expect(line).rejects.toMatchObject({
      code: 'target-gone',
      message: expect.stringContaining('pyOCD ended by SIGKILL'),
    });
  });
});

// `swd-restore.test.ts` has it by the command line for `npm test`: the refusal, the backup, a run and the writing back.
describeInAll('into flash, by our algorithm on the core', () => {
  const old = previousFirmware(BLOCK);
  beforeEach(() => rig.poke(FLASH, old));

  /** pyOCD's memory map shows the range that is excluded from the RAM here. */
  function withFlash(): BoardSetup {
    const { args } = buildFlashAlgorithm(folder);
    return pyOcdBoard(rig, { args }, { ram: RIG_RAM.slice(1) });
  }

  test('nothing is written without consent, and the possible loss is reported', async () => {
    await expect(open(firmware, withFlash())).rejects.toMatchObject({
      code: 'flash-not-allowed',
      message: expect.stringMatching(/overwrite \d+ bytes of flash at 0x00000000\.\./),
    });
    expect(Buffer.from(await rig.peek(FLASH, BLOCK))).toEqual(old);
  });

  test('an agent is programmed after a backup, and has the same samples', async () => {
    await useExactRig();
    await rig.poke(FLASH, old);
    const lines = ['run mutex n=200', 'run heap n=200'];
    const backup = join(folder, 'backup');
    const progress: [number, number][] = [];
    const link = await open(agent, withFlash(), {
      allowFlash: true,
      backup,
      onDeploy: (...step) => progress.push(step),
    });
    const [done, total] = progress.at(-1) ?? [];
    expect(done).toBe(total);
    expect(Buffer.from(await rig.peek(FLASH, BLOCK))).not.toEqual(old);
    expect(readdirSync(backup).length).toBeGreaterThan(0);
    const inFlash = await measureOver(link, lines);
    expect(collectValues(inFlash)).toEqual(collectValues(await measure(agent, lines)));
  });
});

describe('reports in a sentence what pyOCD rejects', () => {
  const REJECTED = [
    ['a probe that is not there', { probe: '0123456789' }, {}, /no debug probe 0123456789/],
    ['a target it does not know', {}, { target: 'none' }, /The target "none" is unknown/],
    ['an option it does not take', {}, { args: ['--nonsense'] }, /rejected an option.*--nonsense/],
    ['no program', {}, { program: '/nowhere/pyocd' }, /\/nowhere\/pyocd was not found/],
  ] as const;
  test.each(chooseCases(REJECTED, () => 'any'))('%s', async (_, more, server, message) => {
    const setup = pyOcdBoard(rig, server, { ram: RIG_RAM, ...more });
    await expect(open(firmware, setup)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  });
});

/** Starts pyOCD as a user does, without an option that keeps it. */
async function startByHand(served: Rig) {
  const { gdb } = await choosePorts();
  const [program, ...args] = pyocdServer(served, gdb);
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(server, 'close');
  let output = '';
  server.stderr.on('data', (text: Buffer) => (output += text.toString()));
  await vi.waitFor(() => expect(output).toContain('GDB server listening'), HANGS_MS);
  return { target: `gdb://127.0.0.1:${gdb}`, ended, end: () => server.kill() };
}

describeInAll('servers that were started by hand', () => {
  test.each([1, 2])(
    'serve a whole run on %i of them, and end when that leaves them',
    async (count) => {
      const workspace = newWorkspace();
      const others = await Promise.all(Array.from({ length: count - 1 }, () => startRig()));
      const servers: Awaited<ReturnType<typeof startByHand>>[] = [];
      try {
        for (const each of [rig, ...others]) servers.push(await startByHand(each));
        const targets = servers.map(({ target }) => `--target ${target}`).join(' ');
        const measured = await startCli(
          workspace,
          `run ${targets} --chip STM32F405RG --trace --bench mutex --iterations 20 --repeat 1`,
        ).ended;
        // The rig's core has the rate that this computer gives it: its figures may be doubtful, which is no failure here.
        const runs = readdirSync(workspace.runs);
        expect(runs, measured.err).toHaveLength(count);
        for (const run of runs) {
          const record = readFileSync(join(workspace.runs, run, 'run.json'), 'utf8');
          const { passes, problems } = JSON.parse(record) as RunRecord;
          expect(problems, measured.err).toEqual([]);
          const values = passes.map(({ build, operations }) => [build, operations.length]);
          expect(values).toEqual([
            ['headline', 3],
            ['traced', 3],
          ]);
        }
        for (const { ended } of servers) expect(await ended).toEqual([0, null]);
      } finally {
        for (const { end } of servers) end();
        for (const other of others) await other.close();
      }
      expect(listOwnLeftOvers(workspace)).toEqual([]);
      workspace.remove();
    },
  );
});
