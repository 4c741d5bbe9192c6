import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { remember } from '../../extension/base';
import { choosePorts } from '../../extension/host/ports';
import { dealParts } from '../../extension/targets/board/deploy/deal';
import { readImage } from '../../extension/targets/board/deploy/image';
import { relocateImage } from '../../extension/targets/board/deploy/relocate';
import { parseBoardAddress } from '../../extension/targets/board/servers/external/server';
import { boardTarget } from '../../extension/targets/find';
import type { BareBoard } from '../../extension/targets/setup';
import { getImagesName, type TargetLink } from '../../extension/targets/target';
import { findRecipe } from '../../extension/toolchain/recipe';
import type { Recipe } from '../../extension/toolchain/recipe-types';
import { chooseCases, describeInAll, isEverything, testInAll } from '../everything';
import { ask, lockFolderOfTests, measureOver, openOptions, listOperations } from './agent/measured';
import { newBenchmarkDecoder } from '../../extension/engine/decode/file';
import { temporaryFolder } from './agent/temporary';
import { buildVariant, buildWhole, root } from './agent/variants';
import { buildBoot, NON_SECURE } from './non-secure/boot';
import { type Silicon, standInFront } from './non-secure/silicon';
import {
  chipMachines,
  type ChipMachine,
  M0,
  M23_NS,
  M33,
  M33_NS,
  M33_NS_SOFT,
  M3,
  M4F,
  M7,
  RUN_FAMILIES,
  toInstructions,
} from './chip-machines';

/* Emulated machines of others, which have nothing to do with those that agents are built for. */

/** A machine whose core may show itself as another one. */
interface Machine extends ChipMachine {
  readonly silicon?: Silicon;
}

const KB = 1024;
const [first] = chipMachines as [Machine];

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a machine with nothing in it, and gives the setup of a board behind its GDB server. */
async function start(
  machine: Machine,
  size = 64 * KB,
  at = machine.ram,
  bare: Partial<BareBoard> = {},
) {
  const { name, coreHz, args = [], silicon } = machine;
  const { gdb } = await choosePorts();
  const words = ['-M', name, '-S', '-display', 'none', '-monitor', 'none', '-serial', 'null'];
  const emulator = spawn(
    'qemu-system-arm',
    [...words, '-icount', 'shift=7', '-gdb', `tcp:127.0.0.1:${gdb}`, ...args],
    { stdio: 'ignore' },
  );
  closing.push(async () => {
    emulator.kill();
    if (emulator.exitCode === null && emulator.signalCode === null) await once(emulator, 'exit');
  });
  const front = silicon && (await standInFront(gdb, silicon));
  closing.push(async () => front?.close());
  const board = parseBoardAddress(`gdb://127.0.0.1:${front?.port ?? gdb}`);
  if (board === undefined) throw new Error('no address');
  return boardTarget(
    { ...board, bare: { chip: name, coreHz, ...bare }, ram: [{ start: at, end: at + size }] },
    { lockFolder: lockFolderOfTests(), temporary: temporaryFolder('board') },
  );
}

/** Opens an image in some kilobytes of RAM. */
async function openOn(machine: Machine, image: AgentImage, size = 64, at = machine.ram) {
  const target = await start(machine, size * KB, at);
  const found = (await target.identify?.(new AbortController().signal)) ?? target;
  expect(getImagesName(found)).toBe(machine.image);
  return found.open(image, openOptions());
}

/** The smallest value of each operation, which no tick lengthened. */
async function measureOn(machine: Machine, image: AgentImage, at = machine.ram) {
  const measured = await measureOver(await openOn(machine, image, 64, at), [
    'hello',
    ...RUN_FAMILIES,
  ]);
  return {
    replies: measured.replies,
    problems: measured.problems,
    instructions: listOperations(measured).map(({ suite, name, series }) => {
      const ticks = Math.min(...series.sample.ticks);
      return [`${suite}/${name}`, toInstructions(machine, ticks)] as const;
    }),
  };
}

/** The different values in instructions, with the agent started anew for each group of operations. */
async function measureGroups(machine: Machine, link: TargetLink, groups: readonly Operations[]) {
  const decoder = newBenchmarkDecoder();
  link.onStream((bytes) => decoder.push(bytes));
  try {
    for (const [deal, group] of groups.entries()) {
      if ((await link.dealt?.bring(deal)) !== true) await link.restart();
      if (link.dealt?.silent.has(deal) !== true) await ask(link, 'list');
      for (const { suite, op } of group) {
        expect((await ask(link, `run ${suite} op=${op} n=20`)).at(-1)).toMatch(/ status=ok/);
        await link.drain();
      }
    }
  } finally {
    await link.close();
  }
  decoder.finish();
  expect(decoder.collector.problems()).toEqual([]);
  const values = listOperations({ runs: decoder.collector.runs() }).flatMap((operation) =>
    Object.entries(operation.series).map(([kind, { ticks, ticked }]) => {
      // What a tick lengthens depends on where it falls in, and a sleep on when it begins.
      const own = [...ticks].filter((_, index) => ticked[index] !== 1);
      const name = `${operation.suite}/${operation.name} ${kind}`;
      return [name, new Set(own.map((each) => toInstructions(machine, each)))] as const;
    }),
  );
  return Object.fromEntries(values);
}

type Operations = AgentImage['manifest']['benches'];

/** The recipe of an image that the linker makes for an address. */
const setLinkAddress = (recipe: Recipe, address: number): Recipe => ({
  ...recipe,
  linkFlags: [...recipe.linkFlags, `-Wl,--defsym=ram_at=0x${address.toString(16)}`],
});

const prepareImage = remember((target: string) => buildVariant({ target }));
const prepareWhole = remember(buildWhole);

// The next test has the first machine.
describeInAll('the four families are measured from the RAM of', () => {
  test.each(chipMachines)('$name', async (machine) => {
    const image = await prepareImage(machine.image);
    const { replies, problems, instructions } = await measureOn(machine, image);
    expect(replies.flat()).toContain(`fact board=${machine.name}`);
    expect(replies.map((lines) => lines.at(-1))).toEqual(
      replies.map(() => expect.stringMatching(/^ok\b/) as string),
    );
    expect(problems).toEqual([]);
    expect(instructions).toHaveLength(8);
    expect(instructions.filter(([, count]) => !(count > 0))).toEqual([]);
  });
});

// The bytes of both are compared below.
testInAll('an image that was moved measures what one does that was linked for it', async () => {
  const at = first.ram + 0x1_0000;
  const moved = await measureOn(first, await prepareImage(first.image), at);
  const variant = { target: first.image, recipe: (recipe: Recipe) => setLinkAddress(recipe, at) };
  const linked = await measureOn(first, await buildVariant(variant), at);
  expect(moved.problems).toEqual([]);
  expect(moved.instructions).toEqual(linked.instructions);
});

const [m4f, , m7, m3, , , , m0, m33] = chipMachines as [Machine, ...Machine[]];
const classes = [m4f, m7, m3, m0, m33].flatMap((machine) => machine ?? []);

/** A benchmark whose object has a constructor. */
const CONSTRUCTED = `#include <cyclescope/bench.h>
namespace {
struct Table { int values[4]; Table() { for (int &value : values) value = 7; } } table;
const char *ready(cyclescope_run *) {
    return table.values[3] == 7 ? nullptr : "no constructor has run";
}
}
CYCLESCOPE_BENCH(read, .about = "read a table", .iterations = 20, .begin = ready)
{
    for (int value : table.values) CYCLESCOPE_KEEP(value);
}
`;

test.each(chooseCases(classes, () => ''))(
  'with a trace, the four families and a benchmark in C++ are measured from the RAM of $name',
  async (machine) => {
    const source = join(temporaryFolder('own'), 'table.cpp');
    writeFileSync(source, CONSTRUCTED);
    const variant = { target: machine.image, build: 'traced', userFiles: [source] } as const;
    const link = await openOn(machine, await buildVariant(variant));
    const measured = await measureOver(link, ['hello', 'run table', ...RUN_FAMILIES]);
    expect(measured.problems).toEqual([]);
    expect(measured.replies.map((lines) => lines.at(-1))).toEqual(
      measured.replies.map(() => expect.stringMatching(/^ok\b/) as string),
    );
    expect(listOperations(measured)).toHaveLength(9);
  },
);

/** Operations of each part for `npm test`. */
const FEW = 3;

/** A machine with as little RAM, where the emulator can have less. */
const withRam = (machine: Machine, size: number): Machine => ({
  ...machine,
  args: machine.args?.map((arg) => arg.replace(/(?<=sram-size=)\d+/, `${size * KB}`)) ?? [],
});

/** In how much RAM which families are measured; with 20 KB, no deployment with benchmarks describes itself. */
const sizes = [
  { size: 20, families: 'context_switch, heap, mutex' },
  { size: 22, families: 'context_switch, heap, mutex, thread' },
  { size: 32, families: 'context_switch, heap, mutex, thread' },
];
const inLittleRam = sizes.flatMap((each) => classes.map((machine) => ({ ...each, machine })));

test.each(chooseCases(inLittleRam, () => ''))(
  '$families are measured from $size KB of $machine.name part by part, with the values of the whole image',
  async ({ size, families, machine }) => {
    const image = await prepareWhole(machine.image);
    const link = await openOn(withRam(machine, size), image, size);
    const { deals = [], refused = [] } = link.dealt ?? {};
    expect(deals.length).toBeGreaterThan(1);
    expect(deals.flat().length + refused.length).toBe(image.manifest.benches.length);
    const there = new Set(deals.flat().map(({ suite }) => suite));
    expect([...there]).toEqual(expect.arrayContaining(families.split(', ')));
    expect(refused.map(({ bench }) => bench.suite)).toEqual(refused.map(() => 'thread'));
    const groups = isEverything ? deals : deals.map((deal) => deal.slice(0, FEW));
    const inParts = await measureGroups(machine, link, groups);
    const whole = await openOn(machine, image, 48, machine.ram + 0x4000);
    expect(Object.keys(inParts).length).toBeGreaterThanOrEqual(groups.flat().length);
    expect(inParts).toEqual(await measureGroups(machine, whole, groups));
  },
);

test.each(chooseCases([M4F, M7, M3, M0, M33, M33_NS, M33_NS_SOFT, M23_NS], () => ''))(
  '%s fits into 37 KB, and has the bytes of one that was linked for an address',
  async (target) => {
    const ram = { start: 0x1001_0000, end: 0x1001_0000 + 37 * KB };
    const given = { coreHz: 1_000_000, board: '' };
    // With all the benchmarks that a package has, unlike other variants.
    const recipe = findRecipe(target, root);
    if (recipe === undefined) throw new Error('no recipe');
    const images = [
      await prepareWhole(target),
      await buildVariant({ target, recipe: () => setLinkAddress(recipe, ram.start) }),
    ];
    const [moved, linked] = images.map((built) => {
      const image = readImage(built);
      return relocateImage(image, ram, given, dealParts(image, ram).deals[0]);
    });
    expect(moved?.elf.segments).toEqual(linked?.elf.segments);
    expect([moved?.elf.entry, moved?.controlBlock]).toEqual([
      linked?.elf.entry,
      linked?.controlBlock,
    ]);
  },
);

/** Settings that SEGGER's recorder does not share: it needs a larger ring, and channel 0 for itself. */
const OF_RECORDER = /^(CYCLESCOPE_(RING_BYTES|(CONTROL|STREAM)_CHANNEL)|SEGGER_RTT_MAX_)/;

/** A headline image with SEGGER's recorder, as a traced one has it. */
const withSegger = (recipe: Recipe): Recipe => ({
  ...recipe,
  sources: recipe.sources.flatMap(({ build, ...group }) =>
    build === 'headline' ? [] : [{ ...group, files: group.files }],
  ),
  defines: (build) => [
    ...recipe.defines(build).filter((each) => !OF_RECORDER.test(each)),
    'CYCLESCOPE_RING_BYTES=1024',
  ],
});

/** Events with readings of the clock, and with a task's address: only that they come is the same. */
const VARYING = new Set([9, 13, 512, 515, 517, 519]);

testInAll("a headline image sends the packets of SEGGER's recorder", async () => {
  const send = async (recipe: (shipped: Recipe) => Recipe) => {
    const link = await openOn(first, await buildVariant({ target: first.image, recipe }));
    const packets: string[] = [];
    const decoder = newBenchmarkDecoder({
      onPacket: ({ id, payload }) => {
        const text = Buffer.from(payload).toString('latin1');
        if (!/ring=/.test(text)) packets.push(`${id} ${VARYING.has(id) ? '' : text}`);
      },
    });
    link.onStream((bytes) => decoder.push(bytes));
    await ask(link, 'run mutex n=20');
    await link.drain();
    await link.close();
    decoder.finish();
    expect(decoder.collector.problems()).toEqual([]);
    return packets;
  };
  const packets = await send((recipe) => recipe);
  expect(packets.length).toBeGreaterThan(50);
  expect(packets).toEqual(await send(withSegger));
});

testInAll('the clock is the cycle counter where that was seen to move', async () => {
  const image = await prepareImage(first.image);
  const target = await start(first, 64 * KB, first.ram, { hasCounter: true });
  const { replies } = await measureOver(await target.open(image, openOptions()), [
    'hello',
    'run mutex',
  ]);
  // The emulator's never does, which the agent finds out for itself.
  expect(replies.flat()).toContain('fact clock=dwt-cyccnt');
  expect(replies.flat().at(-1)).toMatch(/^error reason="the clock is wrong: the c/);
});

const [CPUID, MVFR0, DAUTHSTATUS, DSCSR] = [0xe000_ed00, 0xe000_ef40, 0xe000_efb8, 0xe000_ee08];
const SECURE_DEBUG_OFF = 0xaf;
/** The identity of a core that the emulator does not have, without a floating-point unit. */
const M23 = [
  [CPUID, 0x411c_d200],
  [MVFR0, 0],
] as const;

/** The emulator's core in the non-secure state, which it does not show, or another core there. */
const nonSecure = (image: string, identity: readonly (readonly [number, number])[]): Machine => ({
  name: 'mps2-an505',
  image,
  ram: NON_SECURE.ram,
  coreHz: 20_000_000,
  args: ['-kernel', buildBoot()],
  silicon: {
    words: new Map([[DAUTHSTATUS, SECURE_DEBUG_OFF], [DSCSR, 0], ...identity]),
    opensAt: NON_SECURE.entry,
  },
});

const states = (): readonly Machine[] => [
  nonSecure(M33_NS, []),
  nonSecure(M33_NS_SOFT, [[MVFR0, 0]]),
  nonSecure(M23_NS, M23),
  {
    name: 'mps2-an505',
    image: M0,
    ram: 0x1000_0000,
    coreHz: 20_000_000,
    silicon: { words: new Map(M23) },
  },
];

describeInAll('an emulated Cortex-M33 measures the four families', () => {
  test.each([
    ['in the non-secure state', 0],
    ['in the non-secure state, as one without a floating-point unit would', 1],
    ['in the non-secure state, as a Cortex-M23 would', 2],
    ['as a Cortex-M23 would', 3],
  ])('%s', async (_, index) => {
    const machine = states()[index];
    if (machine === undefined) throw new Error('no machine');
    const { problems, instructions } = await measureOn(machine, await prepareImage(machine.image));
    expect(problems).toEqual([]);
    expect(instructions).toHaveLength(8);
    expect(instructions.filter(([, count]) => !(count > 0))).toEqual([]);
  });
});

describe('is refused, with numbers,', () => {
  const identify = async (size: number, at = first.ram) =>
    (await start(first, size, at)).identify?.(new AbortController().signal);

  test('where there is less RAM than the image takes', async () => {
    const target = await identify(16 * KB);
    await expect(target?.open(await prepareImage(first.image), openOptions())).rejects.toThrow(
      /needs \d{5} bytes of RAM, and there are 16384 at 0x20000000/,
    );
  });

  test('where there is less RAM than the chip has that was named', async () => {
    await expect(identify(512 * KB)).rejects.toThrow(
      /RAM at 0x2007fffc does not keep what is written to it, so there is less than the 512 KB/,
    );
  });

  test('where the core is not the one of the chip that was named', async () => {
    const target = await start(first, 64 * KB, first.ram, { architectures: ['armv6m'] });
    await expect(target.identify?.(new AbortController().signal)).rejects.toThrow(
      /its core is a Cortex-M\d, and \w+ has armv6m/,
    );
  });

  test('where there is no RAM', async () => {
    await expect(identify(64 * KB, 0xe010_0000)).rejects.toThrow(
      /Nothing can run from the RAM of this chip: the RAM at 0xe0100000 /,
    );
  });
});
