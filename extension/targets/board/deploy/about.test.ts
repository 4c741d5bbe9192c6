import { expect, test } from 'vitest';
import { directBranch } from '../../../agent';
import { dealBenches, dealParts } from './deal';
import type { DeployableImage } from './image';
import { relocateImage } from './relocate';
import { relocatableImage, sampleBench } from './testing';

/*
 * An image with two sources of benchmarks, and what the agent reports about itself, which the code behind
 * them calls: once in the middle of a function, and once at the end of one.
 *
 *     0000 vectors  0100 about.code  0200 a.code  0300 b.code  0400 text  0500 a.benches  0510 b.benches
 */
const BASE = 0x2000_0000;
const PART = 0x100;
const SIZE = 0x520;
const sizes = [
  ['.vectors', 0, PART],
  ['.part.about.code', 0x100, PART],
  ['.part.a.code', 0x200, PART],
  ['.part.b.code', 0x300, PART],
  ['.text', 0x400, PART],
  ['.part.a.benches', 0x500, 0x10],
  ['.part.b.benches', 0x510, 0x10],
] as const;
const [CALL, BRANCH] = [
  [0xf000, 0xf800],
  [0xf000, 0x9000],
] as const;
const branches = [
  [0x400, CALL],
  [0x404, BRANCH],
] as const;

/** With an address of what the agent reports, if asked for, in what is always there. */
function imageWithAbout(address = 0): DeployableImage {
  const data = new Uint8Array(SIZE);
  const view = new DataView(data.buffer);
  const words = [
    [4, 0x401],
    [0x410, address],
  ] as const;
  for (const [at, value] of words) view.setUint32(at, BASE + value, true);
  for (const [at, kind] of branches) {
    const halfwords = directBranch(kind, at, 0x120);
    halfwords.forEach((half, index) => view.setUint16(at + 2 * index, half, true));
  }
  const given = { name: 'cyclescope_given', value: BASE + 0x40, size: 48, absolute: false };
  return relocatableImage(
    {
      entry: BASE + 0x401,
      segments: [{ vaddr: BASE, paddr: BASE, memSize: SIZE, writable: true, data }],
      sections: sizes.map(([name, at, size]) => ({
        name,
        type: 1,
        address: BASE + at,
        offset: 0,
        size,
        link: 0,
        alignment: 4,
      })),
      symbols: new Map([[given.name, given]]),
    },
    { words: words.map(([at]) => BASE + at), branches: branches.map(([at]) => BASE + at) },
    BASE,
  );
}

const makeRam = (bytes: number) => ({ start: 0x1000_0000, end: 0x1000_0000 + bytes });
const deal = (bytes: number, image = imageWithAbout()) => {
  const { deals, silent } = dealParts(image, makeRam(bytes));
  return [...deals.map((parts) => [...parts].sort().join(' ')), ...silent];
};

/** The bytes that are always there, and with a source of benchmarks. */
const ALWAYS = 2 * PART;
const ONE = ALWAYS + PART + 0x10;

test('each deployment has what the agent reports about itself, if there is room', () => {
  expect(deal(SIZE)).toEqual(['a about b']);
  expect(deal(ONE + PART)).toEqual(['a about', 'about b']);
});

test('where there is none, the first deployment has that alone, and the others go without', () => {
  expect(deal(ONE).map((each) => (typeof each === 'string' ? each.trim() : each))).toEqual([
    'about',
    'a',
    'b',
    1,
    2,
  ]);
  const benches = ['a', 'b'].map((name) =>
    sampleBench(name, `target-agent/families/x/${name}.c:1`),
  );
  const dealt = dealBenches(benches, dealParts(imageWithAbout(), makeRam(ONE)));
  expect(dealt.deals.map((each) => each.map(({ suite }) => suite))).toEqual([[], ['a'], ['b']]);
  expect(dealt.silent).toEqual(new Set([1, 2]));
});

test('no deployment goes without it if the image has an address in it', () => {
  expect(() => deal(ONE, imageWithAbout(0x130))).toThrow(/it needs 1040 bytes of RAM/);
});

test('what calls it goes on without it', () => {
  const { elf } = relocateImage(
    imageWithAbout(),
    makeRam(SIZE),
    { coreHz: 1, board: '' },
    new Set(['a']),
  );
  const view = new DataView(elf.segments[0]?.data.buffer ?? new ArrayBuffer());
  const text = ALWAYS;
  // `nop` twice, and `bx lr`.
  expect([0, 2, 4].map((at) => view.getUint16(text + at, true))).toEqual([0xbf00, 0xbf00, 0x4770]);
});
