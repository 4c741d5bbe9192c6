import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { boardTarget } from '../../extension/targets/find';
import type { BoardSetup, ServerSetup } from '../../extension/targets/setup';
import { chooseCases } from '../everything';
import { type Rig, startRig } from '../rig/rig';
import { placeStandIn } from '../stand-ins/place';
import { measure, measureOver, listOperations, collectValues } from './agent/measured';
import { readShippedImage } from './agent/variants';
import { RIG_RAM } from './pyocd/board';
import { chooseFamilies, type ServerByHand, startByHand } from './rig-tools';

/*
 * The paths of J-Link, LinkServer, ST's server and probe-rs with a core behind them: their stand-ins forward the GDB
 * protocol to a real OpenOCD. This
 * proves nothing about the servers themselves.
 */

/** None whose memories would be shared out first, as those of an i.MX RT are. */
const DEVICES = { jlink: 'STM32F746NG', linkserver: 'LPC55S69', 'probe-rs': 'STM32F746NG' };

let folder: string;
let rig: Rig;
let server: ServerByHand;
let agent: AgentImage;
let lines: readonly string[];
let directly: Record<string, readonly number[]>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-stand-ins-'));
  mkdirSync(join(folder, 'scratch'));
  rig = await startRig({ isExact: true });
  server = await startByHand(rig);
  agent = await readShippedImage('headline');
  const suites = new Set(chooseFamilies(agent.manifest.benches).map(({ suite }) => suite));
  lines = [...suites].map((suite) => `run ${suite} n=200`);
  directly = collectValues(await measure(agent, lines));
});
afterAll(async () => {
  await server.end();
  await rig.close();
  rmSync(folder, { recursive: true });
});

/** The servers that are started from here. */
type Started = keyof typeof DEVICES | 'stlink';

function board(kind: Started): BoardSetup {
  const program = placeStandIn(join(folder, 'bin'), kind, { forwardTo: server.port });
  const setup: ServerSetup =
    kind === 'stlink'
      ? { kind, program, programmerFolder: folder, args: [] }
      : { kind, program, device: DEVICES[kind], chip: DEVICES[kind], usbId: '0d28:0204', args: [] };
  return {
    id: 'board:rig',
    title: 'The rig',
    source: 'this test',
    server: setup,
    ram: RIG_RAM,
    probe: '600012345',
    namesPrograms: false,
    gaps: [],
  };
}

const SERVERS = ['jlink', 'linkserver', 'stlink', 'probe-rs'] as const;

// `stand-ins.test.ts` has the way of each one for `npm test`.
test.each(chooseCases(SERVERS, () => 'any'))(
  'every family has the same samples over %s as on the emulator itself',
  async (kind) => {
    const resources = { lockFolder: join(folder, 'locks'), temporary: join(folder, 'scratch') };
    const link = await boardTarget(board(kind), resources).open(agent, {
      signal: new AbortController().signal,
      log: { info: () => undefined, debug: () => undefined },
    });
    expect(link.disturbance).toBeUndefined();
    const measured = await measureOver(link, lines);
    expect(measured).toMatchObject({ problems: [], lostPackets: 0 });
    expect(listOperations(measured).length).toBe(chooseFamilies(agent.manifest.benches).length);
    expect(collectValues(measured)).toEqual(directly);
  },
);
