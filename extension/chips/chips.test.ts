import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Chip,
  type ChipMemory,
  countFits,
  findChips,
  fitOfChip,
  fits,
  largestRam,
  listObstacles,
  offerChips,
  parseChips,
  readChips,
  recogniseChip,
} from '.';

const chips = await readChips(join(import.meta.dirname, '..', '..'));

function chipNamed(name: string): Chip {
  const chip = chips.find((each) => each.name === name);
  if (chip === undefined) throw new Error(`The table has no ${name}`);
  return chip;
}

const findRam = (name: string) => largestRam(chipNamed(name).cores[0].memories);

describe('the table', () => {
  it('contains every part of the crate once', () => {
    expect(chips).toHaveLength(4229);
    expect(new Set(chips.map(({ name }) => name)).size).toBe(chips.length);
  });

  it('reads cores, memories and manufacturers', () => {
    const [one, two] = parseChips(
      '# comment\nF One\tST\n armv7em 0@11002927 cm7\tx20000000+10000 SRAM1\tD30000000+20\n armv6m 3 cm0\tf0+400\n  A B\n' +
        'F Two\t\n armv8m 0xf0002000\n  C\n',
    ).filter(({ name }) => name !== 'B');
    expect(one).toEqual({
      name: 'A',
      family: 'F One',
      manufacturer: 'ST',
      cores: [
        {
          architecture: 'armv7em',
          accessPort: '0',
          targetSelect: 0x1100_2927,
          name: 'cm7',
          memories: [
            { kind: 'ram', start: 0x2000_0000, size: 0x1_0000, name: 'SRAM1', isAlias: false },
            { kind: 'data', start: 0x3000_0000, size: 0x20, name: undefined, isAlias: true },
          ],
        },
        {
          architecture: 'armv6m',
          accessPort: '3',
          name: 'cm0',
          memories: [{ kind: 'boot', start: 0, size: 0x400, name: undefined, isAlias: false }],
        },
      ],
    });
    expect(two).toMatchObject({ name: 'C', manufacturer: undefined, cores: [{ memories: [] }] });
  });

  it.each([[' armv9 0\n  A'], [' armv7m 0\tx1+\n  A'], ['F\tST\n  A']])('rejects %j', (text) => {
    expect(() => parseChips(text)).toThrow(/table of chips/);
  });
});

describe('the largest RAM', () => {
  it.each([
    ['STM32F407VG', 0x2000_0000, 128, 'joins two memories, without the CCM'],
    ['STM32F746NG', 0x2001_0000, 256, 'is beside the data TCM, not in it'],
    ['MCXN236VDF', 0x2000_0000, 224, 'counts what is listed twice once'],
    ['MIMXRT1060', 0x2020_0000, 1024, 'is not the sum of overlapping TCM'],
    ['nRF52840_xxAA', 0x2000_0000, 256, 'is the alias where programs keep their data'],
  ])('of %s starts at %d with %d KB: it %s', (name, start, kB) => {
    expect(findRam(name)).toMatchObject({ start, size: kB * 1024 });
  });

  it('of an i.MX 7ULP is not external memory', () => {
    expect(findRam('iMX7ULP')).toBeUndefined();
  });

  const memory = fc.record({
    kind: fc.constantFrom('ram', 'data', 'boot', 'flash'),
    start: fc.integer({ min: 0, max: 40 }),
    size: fc.integer({ min: 1, max: 12 }),
    name: fc.constantFrom(undefined, 'SRAM', 'DTCM'),
    isAlias: fc.constant(false),
  });

  /** Walks through the addresses one by one. */
  function longestStretch(memories: readonly ChipMemory[]): number {
    const holds = (address: number) =>
      memories.some(
        ({ kind, name, start, size }) =>
          kind === 'ram' && name !== 'DTCM' && address >= start && address < start + size,
      );
    let longest = 0;
    for (let at = 0, length = 0; at <= 60; at++) {
      length = holds(at) ? length + 1 : 0;
      longest = Math.max(longest, length);
    }
    return longest;
  }

  it('is the longest executable stretch, whatever the order of the memories', () => {
    fc.assert(
      fc.property(fc.array(memory, { maxLength: 6 }), (memories) => {
        const found = largestRam(memories);
        expect(found?.size ?? 0).toBe(longestStretch(memories));
        expect(largestRam(memories.toReversed())?.size).toBe(found?.size);
      }),
    );
  });
});

describe('what fits', () => {
  it('is decided by the first core: no other one has more RAM', () => {
    const sizes = (chip: Chip) => chip.cores.map(({ memories }) => largestRam(memories)?.size ?? 0);
    expect(chips.filter((chip) => Math.max(...sizes(chip)) > (sizes(chip)[0] ?? 0))).toEqual([]);
  });

  it('is counted for every chip', () => {
    const counts = countFits(chips);
    expect(Object.values(counts).reduce((a, b) => a + b)).toBe(chips.length);
    const others = chips.filter(({ family }) => !/^(STM32F0|nRF51) /.test(family));
    expect(countFits(others)).toEqual(
      Object.fromEntries(
        fits.map(({ id }) => [id, others.filter((chip) => fitOfChip(chip).id === id).length]),
      ),
    );
  });

  it.each([
    ['STM32F407VG', 'everything', []],
    ['STM32F103C8', 'some-families', []],
    ['STM32F103C6', 'none', [/^10 KB of RAM execute, and the smallest image needs 20 KB$/]],
    ['iMX7ULP', 'none', [/lists no RAM/]],
    ['STM32F072RB', 'none', [/16 KB of RAM/, /has no VTOR/]],
    ['nRF51822_xxAC', 'none', [/neither VTOR nor SysTick/]],
    ['RP2040', 'everything', [/does not distinguish Cortex-M0 from/]],
  ])('on %s is %s, with its obstacles', (name, fit, obstacles) => {
    const chip = chipNamed(name);
    expect(fitOfChip(chip).id).toBe(fit);
    expect(listObstacles(chip).map(({ what }) => what)).toEqual(
      obstacles.map((pattern) => expect.stringMatching(pattern) as string),
    );
  });

  it('always lists an obstacle if nothing fits, and a definite one', () => {
    const without = chips.filter(
      (chip) =>
        fitOfChip(chip).id === 'none' && !listObstacles(chip).some(({ isCertain }) => isCertain),
    );
    expect(without).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    ['STM32F407VG', 'STM32F407VG'],
    ['STM32F407VGT6', 'STM32F407VG'],
    ['stm32f407vgtx', 'STM32F407VG'],
    ['STM32H743ZITx', 'STM32H743ZI'],
    ['nrf52840', 'nRF52840_xxAA'],
    ['MIMXRT1052DVL6B', 'MIMXRT1052DVL6B'],
    ['MCXN947_M33_0', 'MCXN947'],
    ['MCXN947VDF', 'MCXN947'],
    ['RP2040_M0_0', 'RP2040'],
    ['imxrt1060', 'MIMXRT1060'],
    ['MIMXRT1060-EVKB', 'MIMXRT1060'],
    ['mimxrt1050_hyperflash', 'MIMXRT1050_hyperflash'],
    ['max32666', 'MAX32666'],
  ])('%s means %s', (written, name) => {
    expect(findChips(written, chips).matching.map((chip) => chip.name)).toEqual([name]);
  });

  it.each([
    ['MIMXRT1052xxxxB:EVKB-IMXRT1050', /^MIMXRT1052\w{4}B$|^MIMXRT1052...6B$/],
    ['MCIMXRT1052', /^MIMXRT1052/],
    ['LPC55S69_M33_0', /^LPC55S69/],
    ['target/stm32f4x.cfg', /^STM32F4/],
    ['STM32F4', /^STM32F4/],
    ['psoc6', /./],
  ])('%s means several parts', (written, pattern) => {
    const { matching } = findChips(written, chips);
    expect(matching.length).toBeGreaterThan(1);
    expect(matching.filter(({ name }) => !pattern.test(name))).toEqual([]);
  });

  it.each([
    ['MIMXRT1062DVL6A', 'MIMXRT1060'],
    ['STM23F407', 'STM32F407IE'],
    ['STM32F407XY', 'STM32F407IE'],
  ])('%s matches nothing, and %s is nearest', (written, nearest) => {
    const found = findChips(written, chips);
    expect(found.matching).toEqual([]);
    expect(found.nearest[0]?.name).toBe(nearest);
  });

  it.each(['cortex_m', 'x', '', '_', 'bluepill'])('%j matches nothing', (written) => {
    expect(findChips(written, chips)).toEqual({ matching: [], nearest: [] });
  });

  const anyChip = fc.constantFrom(...chips);

  it('of the table matches its own part first, however it is written', () => {
    fc.assert(
      fc.property(anyChip, fc.constantFrom('same', 'upper', 'lower'), ({ name }, writing) => {
        const written = { same: name, upper: name.toUpperCase(), lower: name.toLowerCase() };
        expect(findChips(written[writing], chips).matching[0]?.name).toBe(name);
      }),
    );
  });

  it('of a project is offered first, and every chip once', () => {
    const { matching, nearest, others } = offerChips(
      ['STM32F407VGT6', 'cortex_m', 'RP2040'],
      chips,
    );
    expect(matching.map(({ name }) => name)).toEqual(['STM32F407VG', 'RP2040']);
    expect(nearest[0]?.name).toBe('STM32F407VE');
    const all = [...matching, ...nearest, ...others];
    expect([all.length, new Set(all).size]).toEqual([chips.length, chips.length]);
  });

  it('never throws, and lists no chip twice', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        const { matching, nearest } = findChips(written, chips);
        const all = [...matching, ...nearest];
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});

describe('a chip is recognised', () => {
  /** The name of the chip with these words, and the addresses that were read. */
  async function recognise(words: Readonly<Record<number, number>>) {
    const read: number[] = [];
    const chip = await recogniseChip(chips, (address) => {
      read.push(address);
      return Promise.resolve(words[address]);
    });
    return { name: chip?.name, read };
  }

  it.each([
    ['nRF52840_xxAA', { 0x1000_0100: 0x5_2840 }],
    ['nRF52832_xxAB', { 0x1000_0100: 0x5_2832, 0x1000_0104: 0x4142_4530 }],
    ['nRF5340_xxAA', { 0xff_020c: 0x5340 }],
    ['ATSAMD21J18A', { 0x4100_2018: 0x1001_0300 }],
    ['ATSAME54P20A', { 0x4100_2018: 0x6184_0300 }],
  ])('as %s', async (name, words) => {
    expect(await recognise(words)).toMatchObject({ name });
  });

  it('not where nothing answers, or with words of no chip; and no address is read twice', async () => {
    for (const words of [{}, { 0x1000_0100: 0xffff_ffff, 0x4100_2018: 0 }]) {
      const { name, read } = await recognise(words);
      expect(name).toBeUndefined();
      expect(new Set(read).size).toBe(read.length);
    }
  });

  it('by words that no other chip has', async () => {
    const recognised = chips.filter(({ identities }) => identities !== undefined);
    expect(recognised.length).toBeGreaterThan(80);
    for (const { name, identities = [] } of recognised) {
      for (const words of identities) {
        const memory = Object.fromEntries(words.map(({ address, value }) => [address, value]));
        expect((await recognise(memory)).name).toBe(name);
      }
    }
  });
});
