import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { exchange } from '../../extension/engine/run/exchange';
import { startRig, type Rig } from '../rig/rig';
import { chooseCases } from '../everything';
import { ask } from './agent/measured';
import type { ImageName, Row } from './faults/row';
import { ROWS } from './faults/rows';
import { setScene, type Plan, type Scene } from './faults/scene';
import { buildFirmware } from './firmware/build';

const SILENCE_MS = 5000;
/** The emulator's own core. */
const DPIDR = 0x2ba01477;
/** A program that does nothing for ever, and its memory where deploying would write. */
const PROGRAM = [0x20001000, 0x41, ...Array<number>(14).fill(0x41), 0xe7fe];
const BEFORE = new Map([
  [0, Buffer.from(Uint32Array.from(PROGRAM).buffer)],
  [0x20000000, Buffer.from('nobody writes here')],
  [0x60000000, Buffer.from('nor here')],
]);

let rig: Rig;
let scene: Scene;
let images: Record<ImageName, AgentImage>;
let taken: Server;
let takenPort: number;
beforeAll(async () => {
  rig = await startRig({ busPirate: true });
  const firmware = buildFirmware();
  images = {
    firmware,
    stranger: buildFirmware(['-DCONTROL_NAME="other"']),
    'no control block': {
      ...firmware,
      elf: renameSymbol(firmware.elf, '_SEGGER_RTT', '_SEGGER_XYZ'),
    },
    'other architecture': { ...firmware, elf: readFileSync(process.execPath) },
  };
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  ({ port: takenPort } = taken.address() as AddressInfo);
});
afterAll(async () => {
  taken.close();
  await rig.close();
});
beforeEach(() => {
  scene = setScene(rig);
});
afterEach(async () => {
  await scene.close();
  await recover();
});

/** Servers and faults share most of the code: `npm test` has one before the measurement, and one in it. */
const CASES = chooseCases(ROWS, ({ cue }) => cue?.at === 'measuring');

describe.each([...new Set(CASES.map((row) => row.way))])('through %s', (way) => {
  test.each(CASES.filter((row) => row.way === way))('$name', async (row) => {
    if (row.untouched !== undefined) await putBefore();
    const accesses = await rig.counters();
    await row.before?.(scene);
    const failure = await provoke(row);
    expect(failure).toMatchObject({
      code: row.code,
      message: expect.stringMatching(row.message),
      hint: row.hint && expect.stringMatching(row.hint),
    });
    expect(scene.leftOver()).toEqual([]);
    if (row.untouched !== undefined) expect(await isAsBefore()).toBe(true);
    if (row.untouched === 'port') expect(await rig.counters()).toEqual(accesses);

    await recover();
    await scene.close();
    scene = setScene(rig);
    const link = await scene.open(images.firmware, { way });
    expect(await ask(link, 'lines')).toEqual(['ok lines=1']);
    await link.close();
    expect(scene.leftOver()).toEqual([]);
  });
});

/** Causes a fault, and returns its report. */
async function provoke({ way, otherwise, limits, cue, idle, image }: Row): Promise<unknown> {
  const plan: Plan = { way, otherwise: otherwise?.(takenPort), limits, cue };
  if (cue?.at === 'measuring') return measureInVain(plan);
  // The search should not end too soon.
  const name = image ?? (cue?.at === 'waiting' ? 'stranger' : 'firmware');
  const opened = scene.open(images[name], plan);
  if (idle === undefined)
    return opened.then(
      () => 'it opened',
      (error: unknown) => error,
    );
  const link = await opened;
  await idle(scene);
  const { signal } = new AbortController();
  const options = { signal, silenceMs: SILENCE_MS, lastStream: () => 0 };
  const failure = await exchange(link, 'lines', options).catch((error: unknown) => error);
  await link.close();
  return failure;
}

/** The values measured until then are kept, with the reason. */
async function measureInVain(plan: Plan): Promise<unknown> {
  const { record, error, folder } = await scene.measure(plan);
  expect(record.status).toBe('incomplete');
  expect(record.problems).toEqual([(error as Error).message]);
  expect(record.passes[0]?.operations[0]?.decoded).toBeGreaterThan(0);
  expect(await readdir(folder)).toEqual(['figures.json', 'recording.SVDat', 'run.json']);
  return error;
}

/** Repairs the rig, or starts a new one if its emulator did not survive. */
async function recover(): Promise<void> {
  try {
    await rig.fault({ do: 'heal' });
    await rig.fault({ do: 'appear' });
    await rig.fault({ do: 'identify', dpidr: DPIDR });
    await rig.fault({ do: 'reset-line' });
  } catch {
    await rig.close();
    rig = await startRig({ busPirate: true });
  }
}

async function putBefore(): Promise<void> {
  for (const [address, bytes] of BEFORE) await rig.poke(address, bytes);
  await rig.fault({ do: 'reset-line' });
}

async function isAsBefore(): Promise<boolean> {
  for (const [address, bytes] of BEFORE) {
    if (!bytes.equals(await rig.peek(address, bytes.length))) return false;
  }
  return true;
}

function renameSymbol(elf: Uint8Array, name: string, other: string): Uint8Array {
  const bytes = Buffer.from(elf);
  for (let at = bytes.indexOf(`${name}\0`); at >= 0; at = bytes.indexOf(`${name}\0`)) {
    bytes.write(other, at);
  }
  return bytes;
}
