import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { summarise } from '../../extension/runs';
import { chooseCases, describeInAll } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { type Rig, type RigFault, startRig } from '../rig/rig';
import { temporaryFolder } from './agent/temporary';
import { openOcdAlone } from './faults/boards';
import { type Plan, type Scene, setScene } from './faults/scene';

/* Faults of a chip without a project, as real servers on a virtual debug port report them. */

const WAYS = ['OpenOCD', 'pyOCD'] as const;
type Way = (typeof WAYS)[number];

const RAM = 0x2000_0000;
const RAM_BYTES = 0x1_0000;
/** The chip's own program: a vector table, and an endless loop for the reset and every fault. */
const PROGRAM = Buffer.from(
  Uint32Array.from([0x2000_1000, ...Array<number>(15).fill(0x41), 0xe7fe]).buffer,
);

let rig: Rig;
let scene: Scene;
afterEach(async () => {
  await scene.close();
  await rig.close();
});

/** Reaches a chip with RAM at an address, without any description of it. */
function reach(way: Way, start = RAM): Plan {
  const bare = { chip: 'SOME-CHIP' };
  const board = { images: undefined, bare, ram: [{ start, end: start + RAM_BYTES }] };
  return { way, otherwise: { board, openocd: way === 'OpenOCD' ? openOcdAlone(rig) : undefined } };
}

/** A machine whose flash has the program. */
async function startMachine(name: string, isAligned = false) {
  const file = join(temporaryFolder('program'), 'program.bin');
  writeFileSync(file, PROGRAM);
  const args = ['-device', `loader,file=${file},addr=0,force-raw=on`];
  rig = await startRig({ machine: { name, args }, isAligned });
  scene = setScene(rig);
}

async function isFlashUntouched() {
  return PROGRAM.equals(await rig.peek(0, PROGRAM.length));
}

interface Fault {
  readonly name: string;
  readonly fault: RigFault;
  readonly message: RegExp;
  readonly hint: RegExp;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'a locked debug port',
    fault: { do: 'lock' },
    message: /^The debug port answers, but it gives no access to the core$/,
    hint: /^The debug port may be locked by read-out protection, which on most chips ends only when the flash is erased\./,
  },
  {
    name: 'a core that is held in reset',
    fault: { do: 'hold-reset' },
    message: /^Nothing can run from the RAM of this chip: its core is held in reset$/,
    hint: /^Release the reset line: /,
  },
];
const CASES = FAULTS.flatMap((fault) => WAYS.map((way) => ({ ...fault, way })));

describe.each(chooseCases(CASES, () => 'any'))('$name', ({ way, fault, message, hint }) => {
  test(`is reported once over real ${way}, and the chip works afterwards`, async () => {
    rig = await startRig();
    scene = setScene(rig);
    await rig.poke(0, PROGRAM);
    await rig.fault({ do: 'reset-line' });
    await rig.fault(fault);
    await expect(scene.identify(reach(way))).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(hint) as string,
    });
    expect(scene.leftOver()).toEqual([]);
    expect(await isFlashUntouched()).toBe(true);
    await rig.fault({ do: 'heal' });
    await rig.fault({ do: 'reset-line' });
    expect(await scene.identify(reach(way))).toBeDefined();
    expect(scene.leftOver()).toEqual([]);
  });
});

describeInAll('RAM that stores, but does not execute', () => {
  /** SmartFusion2's DDR memory; from here on the architecture has devices, which nothing is executed from. */
  const DATA = 0xa000_0000;
  const [CFSR, IACCVIOL] = [0xe000_ed28, 1];

  test.each(WAYS)('is reported with the reason over real %s', async (way) => {
    await startMachine('emcraft-sf2');
    await expect(scene.identify(reach(way, DATA))).rejects.toMatchObject({
      code: 'start-failed',
      message:
        'Nothing can run from the RAM of this chip: its core does not execute from the RAM at 0xa0000000, ' +
        'which its memory map keeps for data (pc is 0x00000040)',
      hint: expect.stringMatching(/^Check that the chip is the one .* Otherwise: /) as string,
    });
    // The core itself has refused.
    expect(await rig.peekRegister(CFSR)).toBe(IACCVIOL);
    expect(scene.leftOver()).toEqual([]);
    expect(await isFlashUntouched()).toBe(true);
    expect(await scene.identify(reach(way))).toBeDefined();
  });
});

describeInAll('a clock that changes while a run measures', () => {
  /** The register of a Stellaris that divides the PLL's 200 MHz: by 16 after a reset, and then by 4. */
  const RCC = 0x400f_e060;
  const [SLOW, FAST] = [0x078e_3ac0, 0x018e_3ac0];
  const DOUBT =
    /^the core's rate is taken as ([\d.]+) MHz, and after measuring it was ([\d.]+) MHz$/;

  /** Measures twice. The clock changes in the first repeat, and the reset before the second undoes that. */
  async function measureChanged(way: Way) {
    const found = await scene.identify(reach(way));
    expect(await rig.peekRegister(RCC)).toBe(SLOW);
    const { record } = await scene.measure({
      way,
      otherwise: { ...reach(way).otherwise, board: { ...found?.board } },
      cue: { at: 'measuring', deed: () => rig.pokeRegister(RCC, FAST) },
      spec: { patterns: ['heap', 'mutex'], repeat: 2, iterations: 20 },
    });
    expect(await rig.peekRegister(RCC)).toBe(SLOW);
    expect(scene.leftOver()).toEqual([]);
    const { operations = [] } = record.passes[0] ?? {};
    const doubts = operations.map(({ problems }) => problems.find((text) => DOUBT.test(text)));
    return { record, operations, doubts };
  }

  test.each(WAYS)('puts every operation in doubt over real %s', async (way) => {
    await startMachine('lm3s6965evb', true);
    const { record, operations, doubts } = await vi.waitFor(async () => {
      const measured = await measureChanged(way);
      const [, taken, seen] = DOUBT.exec(measured.doubts[0] ?? '') ?? [];
      // Four, but a busy computer may not keep up with the emulated core meanwhile.
      expect(Number(seen) / Number(taken)).toBeGreaterThan(2);
      return measured;
    }, HANGS_MS);
    expect(doubts).toEqual(Array(10).fill(doubts[0]));
    expect(summarise(record).map(({ standing }) => standing)).toEqual(
      Array(5).fill('inconclusive'),
    );
    // An emulated instruction takes its time, so its cycles are those of the clock that it had.
    const [faster = NaN, usual = NaN] = operations
      .filter(({ suite, op }) => suite === 'mutex' && op === 'lock')
      .map(({ quiet }) => Math.min(...quiet.map(([value]) => value)));
    expect(Math.round(faster / usual)).toBe(4);
    expect(await isFlashUntouched()).toBe(true);
  });
});
