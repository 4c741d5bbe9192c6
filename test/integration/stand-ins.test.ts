import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import * as ports from '../../extension/host/ports';
import type { BoardResources } from '../../extension/targets/board/bring-up';
import { readImage } from '../../extension/targets/board/deploy/image';
import { boardTarget } from '../../extension/targets/find';
import type { BoardSetup, ServerSetup } from '../../extension/targets/setup';
import type { OpenOptions, TargetLink } from '../../extension/targets/target';
import { chooseCases, testInAll } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { type Behaviour, placeStandIn, type StandIn } from '../stand-ins/place';
import { ask } from './agent/measured';
import { buildFirmware } from './firmware/build';
import { listLeftOvers } from './left-over';

/*
 * J-Link, LinkServer and ST's server cannot run here. These tests run our side against programs that behave
 * as the documentation describes theirs; see test/stand-ins/README.md.
 */

let image: AgentImage;
let controlBlock: number;
beforeAll(() => {
  image = buildFirmware();
  controlBlock = readImage(image).controlBlock;
});

let folder: string;
let links: TargetLink[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-stand-in-'));
  mkdirSync(join(folder, 'scratch'));
  links = [];
});
afterEach(async () => {
  for (const link of links) await link.close();
  expect(listLeftOvers(folder, listStartedPids())).toEqual([]);
  rmSync(folder, { recursive: true });
});

const DEVICE = 'MIMXRT1052xxxxB';
const log = () => join(folder, 'starts');

function makeSetup(kind: StandIn, program: string): ServerSetup {
  if (kind === 'stlink') return { kind, program, programmerFolder: folder, args: [] };
  if (kind === 'probe-rs') return { kind, program, chip: DEVICE, usbId: '0d28:0204', args: [] };
  return { kind, program, device: DEVICE, args: [] };
}

function board(kind: StandIn, behaviour: Behaviour = {}, more: Partial<BoardSetup> = {}) {
  const program = placeStandIn(join(folder, 'bin'), kind, {
    controlBlock,
    log: log(),
    ...behaviour,
  });
  return {
    id: 'board:stand-in',
    title: 'A stand-in',
    source: 'this test',
    server: makeSetup(kind, program),
    probe: '600012345',
    ram: [
      { start: 0, end: 0x400000 },
      { start: 0x20000000, end: 0x20400000 },
      { start: 0x60000000, end: 0x61000000 },
    ],
    namesPrograms: false,
    gaps: [],
    ...more,
  } satisfies BoardSetup;
}

async function open(
  setup: BoardSetup,
  options: Partial<OpenOptions> = {},
  limits: BoardResources['limits'] = {},
): Promise<TargetLink> {
  const resources = {
    lockFolder: join(folder, 'locks'),
    temporary: join(folder, 'scratch'),
    limits,
  };
  const quiet = { info: () => undefined, debug: () => undefined };
  const link = await boardTarget(setup, resources).open(image, {
    signal: new AbortController().signal,
    log: quiet,
    ...options,
  });
  links.push(link);
  return link;
}

/** The starts that the stand-ins logged. */
function starts(): readonly { readonly pid: number; readonly args: readonly string[] }[] {
  try {
    return readFileSync(log(), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

const listStartedPids = () => starts().map(({ pid }) => pid);

const KINDS: readonly StandIn[] = ['jlink', 'linkserver', 'stlink', 'probe-rs'];

/** Sends control lines, streams, and restarts the agent. */
async function exercise(link: TargetLink): Promise<void> {
  const bytes: number[] = [];
  link.onStream((chunk) => bytes.push(...chunk));
  expect(await ask(link, 'hello')).toEqual(['ok hello']);
  expect(await ask(link, 'stream 5000')).toEqual(['ok stream 5000']);
  while (bytes.length < 5000) await link.drain();
  expect(bytes).toEqual(Array.from({ length: 5000 }, (_, index) => index & 255));
  await link.restart();
  expect(await ask(link, 'again')).toEqual(['ok again']);
}

describe.each(KINDS)('a stand-in for %s', (kind) => {
  test('that answers while the core runs is read by memory', async () => {
    const link = await open(board(kind));
    expect(link.disturbance).toBeUndefined();
    await exercise(link);
  });

  test('rejects an unknown option, in a sentence', async () => {
    const setup = board(kind);
    const server: ServerSetup = { ...setup.server, args: ['--nonsense'] } as ServerSetup;
    await expect(open({ ...setup, server })).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('--nonsense'),
    });
  });
});

const ENDS = ['start', 'ready', 'connect', 'deploy', 'reset', 'run'] as const;
const isConnected = (end: (typeof ENDS)[number]) => !['start', 'ready'].includes(end);

/** Behaviour that all servers share: tested with one of them in `npm test`. */
const oneKind = chooseCases(KINDS, () => 'any');

describe.each(oneKind)('a stand-in for %s', (kind) => {
  testInAll('whose port opens late is waited for', async () => {
    const link = await open(board(kind, { portsLateMs: 500 }));
    expect(await ask(link, 'hello')).toEqual(['ok hello']);
  });

  test.each(chooseCases(ENDS, isConnected))(
    'that exits at %s fails with its own words and leaves nothing behind',
    async (diesAt) => {
      await expect(open(board(kind, { diesAt, prints: 'Error: smoke' }))).rejects.toMatchObject({
        code: 'start-failed',
        message: expect.stringContaining('Error: smoke'),
        hint: expect.any(String),
      });
    },
  );

  test('that exits while the agent works ends the link', async () => {
    const link = await open(board(kind, { diesAt: 'hello', prints: 'Error: smoke' }));
    await expect(ask(link, 'hello')).rejects.toMatchObject({
      code: 'target-gone',
      message: expect.stringContaining('Error: smoke'),
    });
  });

  testInAll('that never gets ready is abandoned, with its output', async () => {
    const hanging = board(kind, { hangs: true, prints: 'Thinking it over' });
    await expect(open(hanging, {}, { ready: 5000 })).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringMatching(/not ready within 5 s/),
      hint: expect.stringContaining('Thinking it over'),
    });
  });

  test('is ended by a cancel while it is waited for', async () => {
    const cancellation = new AbortController();
    const hanging = open(board(kind, { hangs: true, prints: 'Thinking' }), {
      signal: cancellation.signal,
    });
    const failed = expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(starts()).toHaveLength(1), HANGS_MS);
    cancellation.abort();
    await failed;
  });

  testInAll('with another program on the core finds no agent', async () => {
    const stranger = board(kind, {});
    const program = placeStandIn(join(folder, 'bin'), kind, { log: log() });
    const setup = { ...stranger, server: makeSetup(kind, program) };
    await expect(open(setup, {}, { agent: 3000 })).rejects.toMatchObject({ code: 'no-agent' });
  });
});

describe.each(chooseCases(['linkserver', 'stlink'] as const, () => 'any'))(
  '%s, silent while the core runs',
  (kind) => {
    test.each(chooseCases(['queued', 'refused'] as const, () => 'silent'))(
      '(%s) is read by stopping the core',
      async (whileRunning) => {
        const link = await open(board(kind, { whileRunning }));
        expect(link.disturbance).toMatch(/stopped again and again while it measured/);
        await exercise(link);
      },
    );
  },
);

test.each(oneKind)('%s is started again on other ports if its port is taken', async (kind) => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) =>
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as AddressInfo).port)),
  );
  const free = await ports.choosePorts();
  const choose = vi.spyOn(ports, 'choosePorts').mockResolvedValue(free);
  choose.mockResolvedValueOnce({ ...free, gdb: port });
  try {
    const link = await open(board(kind));
    expect(await ask(link, 'hello')).toEqual(['ok hello']);
    expect(starts()).toHaveLength(2);
  } finally {
    choose.mockRestore();
    taken.close();
  }
});

describe('J-Link, silent while the core runs', () => {
  testInAll('serves both channels on a connection each', async () => {
    const link = await open(board('jlink', { whileRunning: 'queued' }));
    expect(link.disturbance).toBeUndefined();
    await exercise(link);
  });

  test.each(chooseCases([0, 1], () => 'few'))(
    'with %i connections is read by stopping the core',
    async (rttConnections) => {
      const link = await open(board('jlink', { whileRunning: 'queued', rttConnections }));
      expect(link.disturbance).toMatch(/J-Link/);
      await exercise(link);
    },
  );
});

// Neither takes anything once it has started a core itself.
test.each(chooseCases(['black-magic', 'st-util'] as const, () => 'any'))(
  '%s, started by hand, is read by memory while the core runs',
  async (kind) => {
    const program = placeStandIn(join(folder, 'bin'), kind, { controlBlock, log: log() });
    const { gdb: port } = await ports.choosePorts();
    const server = spawn(program, ['-p', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(server.stdout, 'data');
    const external = { kind: 'external', host: '127.0.0.1', port };
    const link = await open({ ...board(kind), server: external, probe: undefined });
    expect(link.disturbance).toBeUndefined();
    await exercise(link);
    await link.close();
    if (server.exitCode === null) await once(server, 'exit');
  },
);

test.each([
  ['jlink', /The device "AT91" is unknown to J-Link/],
  ['linkserver', /The device "AT91" is unknown to LinkServer/],
  ['probe-rs', /The chip "AT91" is unknown to probe-rs/],
] as const)('%s reports an unknown device', async (kind, message) => {
  const setup = board(kind);
  const server = { ...setup.server, device: 'AT91', chip: 'AT91' } as ServerSetup;
  await expect(open({ ...setup, server })).rejects.toMatchObject({
    message: expect.stringMatching(message),
  });
});
