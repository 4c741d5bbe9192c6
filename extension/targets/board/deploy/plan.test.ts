import { describe, expect, test } from 'vitest';
import { writeElf } from '../../../agent/elf/testing';
import { readImage } from './image';
import { findImxRt } from './imxrt';
import { planDeployment, type TargetMemory } from './plan';
import { SAMPLE_MAP, sampleImage, sampleProgram } from './testing';

const RAM = 0x20000000;
const SP = RAM + 0x8000;
const program = sampleProgram(SP, RAM + 0x101);
const inRam = sampleImage([{ vaddr: RAM, data: program }], { entry: RAM + 0x101 });
const bytes = (length: number) => new Uint8Array(length).fill(1);
const plan = (image: Parameters<typeof planDeployment>[0], more: Partial<TargetMemory> = {}) =>
  planDeployment(image, { map: SAMPLE_MAP, ...more });

describe('readImage', () => {
  test.each([
    ['a text', new TextEncoder().encode('x'.repeat(60)), /magic/],
    ['nothing to load', writeElf([], [{ name: '_SEGGER_RTT', value: 0 }]), /nothing to load/],
    ['no control block', writeElf([{ vaddr: 0, data: program }], []), /no symbol _SEGGER_RTT/],
  ])('rejects %s', (_, elf, message) => {
    const act = () => readImage({ path: 'a.elf', elf });
    expect(act).toThrow(message);
    expect(act).toThrow(expect.objectContaining({ code: 'bad-image' }));
  });

  test('rejects another machine', () => {
    const elf = writeElf([{ vaddr: 0, data: program }], []);
    elf[18] = 62;
    expect(() => readImage({ path: 'a.elf', elf })).toThrow(
      'a.elf cannot be deployed: it is for machine 62, not for Arm',
    );
  });
});

describe('planDeployment', () => {
  test('starts a program in RAM through its vector table', () => {
    expect(plan(inRam)).toMatchObject({
      flash: [],
      ram: [{ address: RAM, data: program }],
      entry: { address: RAM, stackPointer: SP, start: RAM + 0x100 },
      preparation: [],
    });
  });

  test('leaves a program in flash to the reset, wherever its data are', () => {
    const image = sampleImage(
      [
        { vaddr: 0, data: sampleProgram(SP, 0x101) },
        { vaddr: RAM, paddr: 0x400, data: bytes(4) },
        { vaddr: RAM + 0x1000, data: bytes(4) },
      ],
      { entry: 0x101 },
    );
    expect(plan(image)).toMatchObject({
      flash: [{ address: 0 }, { address: 0x400 }],
      ram: [{ address: RAM + 0x1000 }],
      entry: undefined,
    });
  });

  test('splits a segment that crosses a border', () => {
    const map = [
      ...SAMPLE_MAP,
      { kind: 'ram', start: 0x20010000, end: 0x20020000, blockSize: 0 } as const,
    ];
    const image = sampleImage([{ vaddr: 0x2000ff00, data: sampleProgram(SP, 0x20010001, 512) }], {
      entry: 0x20010001,
    });
    expect(plan(image, { map }).ram.map(({ address, data }) => [address, data.length])).toEqual([
      [0x2000ff00, 256],
      [0x20010000, 256],
    ]);
  });

  test.each([
    [
      'data beyond RAM',
      { vaddr: 0x2000fff0, data: bytes(32) },
      /32 bytes at 0x2000fff0 do not fit: ram ends at 0x20010000, 16 bytes short/,
    ],
    [
      'zeros beyond RAM',
      { vaddr: RAM, data: bytes(4), memSize: 0x10001 },
      /65537 bytes at 0x20000000 do not fit: ram ends at 0x20010000, 1 bytes short/,
    ],
    [
      'data beyond flash',
      { vaddr: 0x3ff0, data: bytes(32) },
      /do not fit: flash ends at 0x00004000/,
    ],
    [
      'data outside of everything',
      { vaddr: 0x60000000, data: bytes(4) },
      /4 bytes at 0x60000000 are outside the target's memory \(flash 0x00000000\.\.0x00004000, rom/,
    ],
    ['data in read-only memory', { vaddr: 0x10000, data: bytes(4) }, /read-only memory/],
  ])('rejects %s', (_, segment, message) => {
    const image = sampleImage([segment]);
    expect(() => plan(image)).toThrow(message);
    expect(() => plan(image)).toThrow(expect.objectContaining({ code: 'bad-image' }));
  });

  test("trusts the setup's RAM over a map that calls everything RAM", () => {
    const map = [{ kind: 'ram', start: 0, end: 2 ** 32, blockSize: 0 } as const];
    const ram = [{ start: RAM, end: RAM + 128 }];
    expect(plan(inRam, { map }).ram).toHaveLength(1);
    expect(() => plan(inRam, { map, ram })).toThrow('do not fit: ram ends at 0x20000080');
  });

  test('leaves the decision to the target if nothing is known', () => {
    expect(plan(inRam, { map: [] }).ram).toHaveLength(1);
  });

  test('rejects a program in RAM without a vector table', () => {
    const image = sampleImage([{ vaddr: RAM, data: program }], { entry: RAM + 0x201 });
    expect(() => plan(image)).toThrow('no section of it begins with a vector table');
  });

  test('prepares an i.MX RT for a program in RAM', () => {
    expect(plan(inRam, { chip: findImxRt('MIMXRT1052xxxxB') }).preparation).not.toEqual([]);
    expect(plan(inRam, { chip: findImxRt('STM32F746NG') }).preparation).toEqual([]);
  });

  test('gives the stack its memory on an i.MX RT, too', () => {
    const image = sampleImage([{ vaddr: RAM, data: sampleProgram(RAM + 0x40000, RAM + 0x101) }], {
      entry: RAM + 0x101,
    });
    const { preparation } = plan(image, { chip: findImxRt('MIMXRT1052') });
    // Eight banks of data memory, 256 KiB.
    expect(preparation.find(({ address }) => address === 0x400ac044)?.value).toBe(0x5555aaaa);
  });

  test('rejects more than an i.MX RT can partition', () => {
    const image = sampleImage(
      [
        { vaddr: RAM, data: program, memSize: 300 * 1024 },
        { vaddr: 0, data: bytes(4) },
      ],
      { entry: RAM + 0x101 },
    );
    expect(() => plan(image, { map: [], chip: findImxRt('MIMXRT1062') })).toThrow(
      'it needs more than the 512 KiB that the i.MX RT1060 divides',
    );
  });
});
