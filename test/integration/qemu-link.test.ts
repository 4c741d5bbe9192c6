import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { qemuTarget } from '../../extension/targets/qemu/kind';
import { FREERTOS_M7 } from '../../extension/targets/qemu/machines';
import { openQemu } from '../../extension/targets/qemu/open';
import type { OpenOptions, TargetLink } from '../../extension/targets/target';
import { chooseCases } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { buildFirmware } from './firmware/build';
import { listLeftOvers } from './left-over';

let firmware: AgentImage;
/** Firmware with another idea of channel names. */
let stranger: AgentImage;
beforeAll(() => {
  firmware = buildFirmware();
  stranger = buildFirmware(['-DCONTROL_NAME="other"']);
});

let folder: string;
let pids: number[];
let links: TargetLink[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-link-'));
  mkdirSync(join(folder, 'scratch'));
  pids = [];
  links = [];
});
afterEach(async () => {
  for (const link of links) await link.close();
  expect(listLeftOvers(folder, pids)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('requirements state version and remedy', async () => {
  const [found] = await qemuTarget(FREERTOS_M7).requirements();
  expect(found?.found).toMatch(/^\d+\.\d+/);
  const [missing] = await qemuTarget({
    ...FREERTOS_M7,
    program: 'qemu-system-nowhere',
  }).requirements();
  expect(missing).toEqual({
    name: 'qemu-system-nowhere',
    found: undefined,
    remedy: 'apt-get install qemu-system-arm',
  });
});

const accesses = ['shared memory', 'test protocol'] as const;

describe.each(accesses)('an open link by %s', (access) => {
  test('deploys with progress and carries control lines', async () => {
    const progress: [number, number][] = [];
    const link = await open({ onDeploy: (...step) => progress.push(step) }, firmware, { access });
    const [done, total] = progress.at(-1) ?? [];
    expect(done).toBe(total);
    expect(progress.length).toBeGreaterThan(1);
    const long = 'hello '.repeat(40).trim();
    await Promise.all([link.sendLine(long), link.sendLine('again')]);
    expect([await link.nextLine(HANGS_MS), await link.nextLine(HANGS_MS)]).toEqual([
      `ok ${long}`,
      'ok again',
    ]);
  });

  test('streams 16 MB without a gap, with a stall in the middle', async () => {
    const link = await open({}, firmware, { access });
    const words = watchStream(link);
    await link.sendLine('stream 16384');
    setTimeout(() => link.stall(200), 30);
    expect(await link.nextLine(HANGS_MS)).toBe('ok stream');
    await link.drain();
    expect(words).toEqual({ bytes: 16 * 1024 * 1024, gaps: 0 });
  });

  test('restarts as often as requested', async () => {
    const link = await open({}, firmware, { access });
    for (let round = 0; round < 2; round += 1) {
      await link.sendLine('something');
      await link.restart();
      await link.sendLine('lines');
      expect(await link.nextLine(HANGS_MS)).toBe('ok lines=1');
    }
  });

  test('rejects pending calls when the emulator is killed', async () => {
    const link = await open({}, firmware, { access });
    const line = link.nextLine(HANGS_MS);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await expect(line).rejects.toMatchObject({
      code: 'target-gone',
      message: expect.stringContaining('SIGKILL'),
    });
    for (const call of [link.restart, link.drain]) {
      await expect(call()).rejects.toMatchObject({ code: 'target-gone' });
    }
  });

  test('reports a crash of the agent in the emulator’s words', async () => {
    const link = await open({}, firmware, { access });
    await link.sendLine('crash');
    await expect(link.nextLine(HANGS_MS)).rejects.toMatchObject({
      code: 'target-gone',
      message: expect.stringMatching(/Lockup/i),
    });
  });

  test.each(chooseCases([10, 0, 30, 50], () => 'any'))(
    'leaves nothing behind if it is cancelled %i ms after the start',
    async (delay) => {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), delay);
      const opening = open({ signal: abort.signal }, stranger, { access });
      await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
    },
  );
});

describe('an open link', () => {
  test('shares the target with as many others as there are slots', async () => {
    const slots = { slots: 2 };
    const [first, second] = [await open({}, firmware, slots), await open({}, firmware, slots)];
    await expect(open({}, firmware, slots)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('qemu-freertos-m7 is in use by this process and by 1 more'),
    });
    for (const link of [first, second]) {
      await link.sendLine('both');
      expect(await link.nextLine(HANGS_MS)).toBe('ok both');
    }
  });
});

describe('failures', () => {
  test('firmware without our channels is not an agent', async () => {
    await expect(open({}, stranger)).rejects.toMatchObject({
      code: 'no-agent',
      message: expect.stringContaining(
        'no up channel is named "cyclescope": there are Terminal, other, SysView',
      ),
    });
  });

  test.each([
    ['damaged', (elf: Uint8Array) => elf.subarray(0, 2000)],
    ['not for this machine', (elf: Uint8Array) => elf.with(18, 3)],
  ])('an image that is %s is rejected before anything starts', async (_, damage) => {
    await expect(open({}, { ...firmware, elf: damage(firmware.elf) })).rejects.toMatchObject({
      code: 'bad-image',
    });
    expect(pids).toEqual([]);
  });

  test('a lack of space for the emulated memory is reported', async () => {
    await expect(open({}, firmware, { scratchRoots: ['/proc', '/nowhere'] })).rejects.toMatchObject(
      {
        code: 'no-space',
      },
    );
  });

  test('a missing emulator is reported with what installs it', async () => {
    const board = { ...FREERTOS_M7, program: 'qemu-system-nowhere' };
    await expect(open({}, firmware, {}, board)).rejects.toMatchObject({
      code: 'missing-program',
      hint: 'Install it: apt-get install qemu-system-arm',
    });
  });

  test('an emulator that refuses to start is quoted', async () => {
    const board = { ...FREERTOS_M7, machine: 'mps2-an999' };
    await expect(open({}, firmware, {}, board)).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('unsupported machine type'),
    });
  });

  test('a cancel while deploying leaves nothing behind', async () => {
    const abort = new AbortController();
    const onDeploy = () => abort.abort();
    await expect(open({ signal: abort.signal, onDeploy })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  test('a cancel while waiting for the agent leaves nothing behind', async () => {
    const abort = new AbortController();
    const onDeploy = (done: number, total: number) => {
      if (done === total) setTimeout(() => abort.abort(), 500);
    };
    await expect(open({ signal: abort.signal, onDeploy }, stranger)).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

async function open(
  options: Partial<OpenOptions> = {},
  image = firmware,
  resources = {},
  board = FREERTOS_M7,
): Promise<TargetLink> {
  const link = await openQemu(
    board,
    image,
    {
      signal: new AbortController().signal,
      log: {
        info: () => undefined,
        debug: (message) => pids.push(Number(/\d+$/.exec(message)?.[0])),
      },
      ...options,
    },
    { scratchRoots: [join(folder, 'scratch')], lockFolder: join(folder, 'locks'), ...resources },
  );
  links.push(link);
  return link;
}

/** Counts the stream's bytes and the words that do not follow the one before. */
function watchStream(link: TargetLink): { bytes: number; gaps: number } {
  const seen = { bytes: 0, gaps: 0 };
  let rest: Uint8Array = new Uint8Array();
  let expected = 0;
  link.onStream((chunk) => {
    seen.bytes += chunk.length;
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 4);
    for (let at = 0; at < whole; at += 4) {
      const word = bytes.readUInt32LE(at);
      if (word !== expected) seen.gaps++;
      expected = word + 1;
    }
    rest = bytes.subarray(whole);
  });
  return seen;
}
