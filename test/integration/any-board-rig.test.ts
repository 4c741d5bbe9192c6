import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { newBenchmarkDecoder } from '../../extension/engine/decode/file';
import { openocd } from '../../extension/targets/board/servers/openocd';
import type { OpenOcdSetup } from '../../extension/targets/board/servers/openocd/process';
import { pyocd } from '../../extension/targets/board/servers/pyocd';
import type { PyOcdSetup } from '../../extension/targets/board/servers/pyocd/process';
import { boardTarget } from '../../extension/targets/find';
import type { ServerSetup } from '../../extension/targets/setup';
import { getImagesName } from '../../extension/targets/target';
import { chooseCases, describeInAll } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { type Rig, startRig } from '../rig/rig';
import { ask, measureOver, openOptions, listOperations } from './agent/measured';
import { buildVariant, buildWhole } from './agent/variants';
import { makeRigBoard, openOcdAlone } from './faults/boards';
import { UNHURRIED } from './rig-tools';

/* A chip without a project behind a debug port, which shows what an emulator's own server does not. */

const IMAGE = 'ram-cortex-m7';
const RAM = { start: 0x2000_0000, end: 0x2001_0000 };
const SMALL_RAM = { start: 0x2000_0000, end: 0x2000_8000 };
const SYSTICK = 0xe000_e010;
/** The chip's own program, into which a reset leads: a vector table and an endless loop behind it. */
const LOOP = [0x2000_1000, 0x41, ...Array<number>(14).fill(0x41), 0xe7fe];
/** No RAM of the rig: its peripherals. */
const NOTHING = { start: 0x4000_4000, end: 0x4001_4000 };

let rig: Rig;
let image: AgentImage;
beforeAll(async () => {
  rig = await startRig();
  image = await buildVariant({ target: IMAGE });
});
afterAll(() => rig.close());

const WAYS = ['OpenOCD alone', 'OpenOCD', 'pyOCD'] as const;

function identify(way: (typeof WAYS)[number], ram: typeof RAM) {
  const board = { images: undefined, bare: { chip: 'STM32F405RG' }, ram: [ram] };
  const setup =
    way === 'OpenOCD alone'
      ? makeRigBoard(rig, 'OpenOCD', { board, openocd: openOcdAlone(rig) })
      : makeRigBoard(rig, way, { board });
  return boardTarget(setup, { limits: UNHURRIED }).identify?.(new AbortController().signal);
}

describe.each(chooseCases(WAYS, () => 'any'))('over real %s', (way) => {
  test('identifies the core, measures its rate, and measures from RAM', async () => {
    const found = await identify(way, RAM);
    if (found === undefined) throw new Error('not identified');
    expect(getImagesName(found)).toBe(IMAGE);
    // The rig's core follows this computer, which may be busy.
    expect(found.board?.bare?.coreHz).toBeGreaterThan(1_000_000);
    const link = await found.open(image, openOptions());
    expect(link.disturbance).toBeUndefined();
    expect(link.facts).toMatchObject({
      chip: 'STM32F405RG',
      core_revision: expect.stringMatching(/^r\d+p\d+$/) as string,
      core_mpu: expect.stringMatching(/^(?:none|\d+ regions)$/) as string,
      core_caches: expect.any(String) as string,
      image_at: expect.stringMatching(/^0x20000000\.\.0x2000\w{4}$/) as string,
    });
    const measured = await measureOver(link, ['hello', 'run heap n=20', 'run mutex n=20']);
    expect(measured.replies.flat()).toContain('fact board=STM32F405RG');
    expect(measured.problems).toEqual([]);
    expect(listOperations(measured).map(({ series }) => series.sample.ticks.length)).toEqual([
      20, 20, 20, 20, 20,
    ]);
  });

  test('refuses RAM that is not there', async () => {
    await expect(identify(way, NOTHING)).rejects.toThrow(
      /Nothing can run from the RAM of this chip/,
    );
  });
});

describeInAll('a core that counts its instructions', () => {
  /** Programs find the count in this word, not in the counter of the emulated core. */
  const COUNT = 0x60ff_fffc;
  const REGISTERS = [
    `CYCLESCOPE_DWT_BASE=0x${(COUNT - 4).toString(16)}u`,
    `CYCLESCOPE_DWT_LOCK=0x${(COUNT - 16).toString(16)}u`,
    `CYCLESCOPE_DEMCR=0x${(COUNT - 20).toString(16)}u`,
  ];
  const INSTRUCTION = 3.2;

  test('measures the same by its counter as by SysTick', async () => {
    const counting = await startRig({ showsPc: true });
    try {
      const counted = await buildVariant({
        target: IMAGE,
        recipe: (shipped) => ({
          ...shipped,
          defines: (build) => [...shipped.defines(build), ...REGISTERS],
        }),
      });
      const measure = async (hasCounter: boolean) => {
        const bare = { chip: 'STM32F405RG', coreHz: 25_000_000, hasCounter };
        const board = makeRigBoard(counting, 'OpenOCD', {
          board: { images: { kind: 'named', name: IMAGE }, bare, ram: [RAM] },
        });
        const link = await boardTarget(board, { limits: UNHURRIED }).open(counted, openOptions());
        const measured = await measureOver(link, ['hello', 'run heap n=20', 'run mutex n=20']);
        const clock = hasCounter ? 'dwt-cyccnt' : 'systick';
        expect(measured.replies.flat().join('\n')).toContain(`clock=${clock}`);
        return listOperations(measured).map(({ name, series }) => {
          const net = Math.min(...series.sample.ticks) - Math.min(...series.emptySample.ticks);
          return [name, Math.round(hasCounter ? net : net / INSTRUCTION)];
        });
      };
      expect(await measure(true)).toEqual(await measure(false));
    } finally {
      await counting.close();
    }
  });
});

describeInAll('a chip behind one of several debug ports', () => {
  const TARGET_SELECT = 0x0100_2927;
  const CHIP = { start: 0x2000_0000, end: 0x2004_0000 };

  test('is selected by pyOCD, whose target for any core does not reach it', async () => {
    const args = ['-global', `nrf51-soc.sram-size=${CHIP.end - CHIP.start}`];
    const one = await startRig({
      machine: { name: 'microbit', args },
      targetSelect: TARGET_SELECT,
    });
    try {
      const identifyWith = (server: ServerSetup | undefined) => {
        const bare = { chip: 'RP2040', architectures: ['armv6m'] };
        const board = makeRigBoard(one, 'pyOCD', {
          board: { images: undefined, bare, ram: [CHIP] },
          pyocd: { target: (server as PyOcdSetup).target },
        });
        const { signal } = new AbortController();
        return boardTarget(board, { limits: UNHURRIED }).identify?.(signal);
      };
      const core = {
        family: 'cmsis-dap',
        accessPort: '0',
        architecture: 'armv6m',
        chip: 'RP2040',
      } as const;
      await expect(identifyWith(pyocd.anyChip?.(core))).rejects.toThrow(
        'the target does not answer',
      );
      const found = await identifyWith(pyocd.anyChip?.({ ...core, targetSelect: TARGET_SELECT }));
      if (found === undefined) throw new Error('not identified');
      expect(getImagesName(found)).toBe('ram-cortex-m0plus');
      const link = await found.open(
        await buildVariant({ target: 'ram-cortex-m0plus' }),
        openOptions(),
      );
      const measured = await measureOver(link, ['hello', 'run mutex n=20']);
      expect(measured.problems).toEqual([]);
    } finally {
      await one.close();
    }
  });

  test('has it selected in commands that real OpenOCD accepts', () => {
    const setup = openocd.anyChip?.({
      family: 'cmsis-dap',
      accessPort: '0',
      architecture: 'armv6m',
      chip: 'RP2040',
      targetSelect: TARGET_SELECT,
    }) as OpenOcdSetup | undefined;
    const ports = ['gdb', 'tcl', 'telnet'].map((port) => `${port}_port disabled`);
    const report = ['echo "[any.cpu cget -dap] [dap names]"', 'shutdown'];
    const commands = [...ports, ...(setup?.commands ?? []), ...report];
    const { status, stderr } = spawnSync(
      'openocd',
      commands.flatMap((command) => ['-c', command]),
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining('any.dap any.dap')]);
  });
});

describeInAll('32 KB of RAM', () => {
  test.each(WAYS)('hold the four families part by part, over real %s', async (way) => {
    const [found, whole] = [await identify(way, SMALL_RAM), await buildWhole(IMAGE)];
    const link = await found?.open(whole, openOptions());
    const { deals = [], refused } = link?.dealt ?? {};
    expect([deals.length > 1, refused]).toEqual([true, []]);
    const decoder = newBenchmarkDecoder();
    link?.onStream((bytes) => decoder.push(bytes));
    for (const [deal, benches] of deals.entries()) {
      expect(await link?.dealt?.bring(deal)).toBe(deal > 0);
      for (const { suite, op } of benches) {
        const answers = link && (await ask(link, `run ${suite} op=${op} n=20`));
        expect(answers?.at(-1)).toMatch(/ status=ok/);
        await link?.drain();
      }
    }
    await link?.close();
    decoder.finish();
    expect(decoder.collector.problems()).toEqual([]);
    const operations = listOperations({ runs: decoder.collector.runs() });
    expect(operations.map(({ series }) => series.sample.ticks.length)).toEqual(
      whole.manifest.benches.map(() => 20),
    );
  });

  test('take one deployment for one family', async () => {
    const [found, whole] = [await identify('OpenOCD', SMALL_RAM), await buildWhole(IMAGE)];
    const benches = whole.manifest.benches.filter(({ suite }) => suite === 'mutex');
    const link = await found?.open(whole, { ...openOptions(), benches });
    expect(link?.dealt?.deals).toEqual([benches]);
    const listed = link && (await ask(link, 'list'));
    expect(listed?.filter((line) => /suite=mutex /.test(line))).toHaveLength(benches.length);
    await link?.close();
  });
});

describeInAll('a chip', () => {
  test.each(WAYS)('that is reset while it is tried is refused, over real %s', async (way) => {
    await rig.poke(0, Buffer.from(Uint32Array.from(LOOP).buffer));
    await rig.fault({ do: 'reset-line' });
    const refused = expect(identify(way, RAM)).rejects.toThrow(
      /it was reset while a program ran there, as by a watchdog/,
    );
    await expect
      .poll(async () => (await rig.peekRegister(SYSTICK)) & 1, { timeout: HANGS_MS })
      .toBe(1);
    await rig.fault({ do: 'reset' });
    await refused;
  });

  test.each(WAYS)('whose rate is another one at the end is in doubt, over real %s', async (way) => {
    const found = await identify(way, RAM);
    const { board } = found ?? {};
    const coreHz = 4 * (board?.bare?.coreHz ?? NaN);
    if (board === undefined) throw new Error('not identified');
    const other = { ...board, bare: { ...board.bare, coreHz } };
    const link = await boardTarget(other, { limits: UNHURRIED }).open(image, openOptions());
    expect((await ask(link, 'run mutex n=20')).at(-1)).toMatch(/^ok/);
    expect(await link.findDoubt?.()).toMatch(/^the core's rate is taken as .* it was /);
    await link.close();
  });
});
