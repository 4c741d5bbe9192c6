import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { connectGdb } from '../../extension/gdb/client';
import { readMemory } from '../../extension/gdb/memory';
import { parseBoardAddress } from '../../extension/targets/board/servers/external/server';
import { openocd } from '../../extension/targets/board/servers/openocd';
import type { OpenOcdSetup } from '../../extension/targets/board/servers/openocd/process';
import { boardTarget } from '../../extension/targets/find';
import type { BoardSetup } from '../../extension/targets/setup';
import type { OpenOptions, TargetLink } from '../../extension/targets/target';
import { isEverything, testInAll } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { type Rig, startRig } from '../rig/rig';
import { ask, measure, measureOver, listOperations, collectValues } from './agent/measured';
import { makeRigBoard } from './faults/boards';
import { buildVariant, readShippedImage } from './agent/variants';
import { buildFirmware } from './firmware/build';
import { readingsPerByte, watchStream } from './firmware/stream';
import { listLeftOvers } from './left-over';
import {
  awaitQuietPort,
  chooseFamilies,
  type ServerByHand,
  startByHand,
  UNHURRIED,
} from './rig-tools';
import { expectSilence } from './watch-silence';

/** Reads in addition to the stream itself: its position in its ring, again and again. */
const MOST_READ_PER_BYTE = 1.5;
const RAM = [
  { start: 0, end: 0x400000 },
  { start: 0x20000000, end: 0x20400000 },
  { start: 0x60000000, end: 0x61000000 },
];

let rig: Rig;
let firmware: AgentImage;
/** Firmware with hidden channels of the agent. */
let stranger: AgentImage;
let agent: AgentImage;
let folder: string;
let links: TargetLink[];
/** Processes that this test's links started. */
let servers: number[];
beforeAll(async () => {
  rig = await startRig({ busPirate: true });
  firmware = buildFirmware();
  stranger = buildFirmware(['-DCONTROL_NAME="other"']);
  agent = await readShippedImage('headline');
});
afterAll(() => rig.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-openocd-'));
  links = [];
  servers = [];
});
afterEach(async () => {
  for (const link of links) await link.close();
  expect(listLeftOvers(folder, servers)).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** Gives a test a rig of its own, whose samples agree to the instruction. */
async function useExactRig(): Promise<void> {
  const usual = rig;
  rig = await startRig({ busPirate: true, isExact: true });
  onTestFinished(async () => {
    await rig.close();
    rig = usual;
  });
}

describe('through real OpenOCD', () => {
  test('an agent is deployed with progress and carries control lines', async () => {
    const progress: [number, number][] = [];
    const link = await open(firmware, board(), { onDeploy: (...step) => progress.push(step) });
    const [done, total] = progress.at(-1) ?? [];
    expect(done).toBe(total);
    expect(link.disturbance).toBeUndefined();
    const long = 'hello '.repeat(40).trim();
    expect(await ask(link, long)).toEqual([`ok ${long}`]);
  });

  test('the stream arrives without a gap, and little else is read', async () => {
    const link = await open(firmware);
    const cost = await readingsPerByte(link, rig);
    expect(cost).toBeGreaterThanOrEqual(1);
    expect(cost).toBeLessThan(MOST_READ_PER_BYTE);
  });

  test('every family has the same samples as on the emulator itself, also after a restart', async () => {
    await useExactRig();
    const benches = chooseFamilies(agent.manifest.benches);
    const suites = [...new Set(benches.map(({ suite }) => suite))];
    const lines = suites.map((suite) => `run ${suite} n=200`);
    const directly = await measure(agent, lines);
    const first = await open(agent);
    const overOpenOcd = await measureOver(first, lines);
    expect(overOpenOcd).toMatchObject({ problems: [], lostPackets: 0 });
    expect(listOperations(overOpenOcd).length).toBe(benches.length);
    expect(collectValues(overOpenOcd)).toEqual(collectValues(directly));
    const second = await open(agent);
    await ask(second, 'run heap n=100');
    await second.restart();
    // Values depend on what ran before, so fewer lines are the first ones.
    const again = await measureOver(second, isEverything ? lines : lines.slice(0, 2));
    expect(again).toMatchObject({ problems: [], lostPackets: 0 });
    expect(listOperations(again).length).toBeGreaterThan(2);
    expect(collectValues(directly)).toMatchObject(collectValues(again));
  });

  test('a hushed link leaves the debug port alone, and continues at the next line', async () => {
    const link = await open(firmware);
    await ask(link, 'lines');
    link.hush?.(60_000);
    await awaitQuietPort(rig);
    expect(await ask(link, 'lines')).toEqual(['ok lines=2']);
  });

  test('the link is hushed before every block, from the first on', async () => {
    await expectSilence(await open(agent), agent.manifest.benches);
  });

  test('restarts as often as requested', async () => {
    const link = await open(firmware);
    expect(await ask(link, 'lines')).toEqual(['ok lines=1']);
    await link.restart();
    expect(await ask(link, 'lines')).toEqual(['ok lines=1']);
    await link.restart();
    expect(await ask(link, 'lines')).toEqual(['ok lines=1']);
  });

  test('a second owner of the probe is refused', async () => {
    await open(firmware);
    await expect(open(firmware)).rejects.toMatchObject({ code: 'busy' });
  });

  testInAll('an agent runs over the wires of SWD, through a Bus Pirate', async () => {
    await useExactRig();
    const lines = ['run mutex n=10'];
    // A byte takes the wires milliseconds: few benchmarks, since it is the way that is tested.
    const small = await buildVariant();
    const link = await open(small, makeWiredBoard());
    const measured = await measureOver(link, lines);
    expect(measured).toMatchObject({ problems: [], lostPackets: 0 });
    expect(collectValues(measured)).toEqual(collectValues(await measure(small, lines)));
  });
});

describe('through a running server', () => {
  let server: ServerByHand;
  beforeEach(async () => {
    server = await startByHand(rig);
  });
  afterEach(() => server.end());

  test('OpenOCD is used by its GDB port only, while the core runs', async () => {
    const link = await open(firmware, { ...makeGdbBoard(server.port), ram: RAM });
    expect(link.disturbance).toBeUndefined();
    const words = watchStream(link);
    expect(await ask(link, 'stream 256')).toEqual(['ok stream']);
    await link.drain();
    expect(words).toEqual({ bytes: 256 * 1024, gaps: 0 });
    await link.restart();
    expect(await ask(link, 'lines')).toEqual(['ok lines=1']);
  });

  test.each([509, 510, 511])('memory is read in units of %i bytes', async (length) => {
    const { signal } = new AbortController();
    const socket = connect(server.port, '127.0.0.1');
    const client = await connectGdb(socket, { quirks: openocd.quirks, signal });
    expect(await readMemory(client, RAM[2]?.start ?? 0, length)).toHaveLength(length);
    client.close();
  });

  test('its exit is reported, although it was not started here', async () => {
    const link = await open(firmware, makeGdbBoard(server.port));
    const line = link.nextLine(HANGS_MS);
    server.process.kill('SIGKILL');
    await expect(line).rejects.toMatchObject({
      code: 'target-gone',
      message: expect.stringMatching(/GDB server closed/),
    });
  });
});

describe('failures', () => {
  test('nothing listens at the address', async () => {
    const none = { ...makeGdbBoard(1), ram: RAM };
    await expect(
      boardTarget(none, { ...resources(), limits: { connect: 100 } }).open(firmware, options()),
    ).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('127.0.0.1:1 did not accept a connection (ECONNREFUSED)'),
    });
  });

  test('a configuration file is missing', async () => {
    await expect(open(firmware, board({ configFiles: ['no-such.cfg'] }))).rejects.toMatchObject({
      code: 'start-failed',
      message: 'OpenOCD did not find the configuration file no-such.cfg (this test)',
    });
  });

  test('a program is missing', async () => {
    await expect(open(firmware, board({ program: '/no/such/openocd' }))).rejects.toMatchObject({
      code: 'missing-program',
      message: '/no/such/openocd was not found',
    });
  });

  test('a command is unknown', async () => {
    await expect(open(firmware, board({ commands: ['frobnicate 1'] }))).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('invalid command name "frobnicate"'),
    });
  });

  test('pending calls are rejected when the server is killed', async () => {
    const link = await open(firmware);
    const line = link.nextLine(HANGS_MS);
    for (const pid of servers) process.kill(pid, 'SIGKILL');
    await expect(line).rejects.toMatchObject({
      code: 'target-gone',
      message: 'OpenOCD ended by SIGKILL',
    });
    for (const call of [link.restart, link.drain]) {
      await expect(call()).rejects.toMatchObject({ code: 'target-gone' });
    }
  });

  test.each(isEverything ? [0, 20, 100, 300, 500] : [0, 300])(
    'a cancel after %i ms leaves nothing behind',
    async (delay) => {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), delay);
      await expect(open(stranger, board(), { signal: abort.signal })).rejects.toMatchObject({
        code: 'cancelled',
      });
    },
  );
});

const board = (openocd: Partial<OpenOcdSetup> = {}) =>
  makeRigBoard(rig, 'OpenOCD', { openocd, board: { ram: RAM } });

const makeWiredBoard = () => makeRigBoard(rig, 'a Bus Pirate', { board: { ram: RAM } });

function makeGdbBoard(port: number): BoardSetup {
  const found = parseBoardAddress(`gdb://127.0.0.1:${port}`);
  if (found === undefined) throw new Error('no address');
  return { ...found, ram: RAM };
}

const resources = () => ({
  lockFolder: join(folder, 'locks'),
  temporary: join(folder, 'scratch'),
  limits: UNHURRIED,
});

const options = (more: Partial<OpenOptions> = {}): OpenOptions => ({
  signal: new AbortController().signal,
  log: {
    info: () => undefined,
    debug: (message) => {
      const pid = /runs as process (\d+)/.exec(message)?.[1];
      if (pid !== undefined) servers.push(Number(pid));
    },
  },
  ...more,
});

async function open(
  image: AgentImage,
  setup: BoardSetup = board(),
  more: Partial<OpenOptions> = {},
): Promise<TargetLink> {
  const link = await boardTarget(setup, resources()).open(image, options(more));
  links.push(link);
  return link;
}
