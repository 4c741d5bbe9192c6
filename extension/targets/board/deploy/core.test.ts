import { describe, expect, test } from 'vitest';
import { checkCore, identifyCore } from './core';
import { sampleImage } from './testing';

const base = sampleImage([{ vaddr: 0, data: Uint8Array.of(1) }]);
const makeImage = (
  architecture: number | undefined,
  floatingPoint: 'none' | 'single' | 'double',
) => ({
  ...base,
  attributes: { architecture, floatingPoint },
});

/** A target's identification: part number of the core, and its floating-point features. */
function targetWith(
  part: number,
  features: number | undefined,
  more: readonly (readonly [number, number])[] = [],
) {
  const words = new Map([[0xe000ed00, 0x410f0001 | (part << 4)], [0xe000ef40, features], ...more]);
  return {
    read: async (address: number) => {
      const word = words.get(address);
      if (word === undefined) throw new Error('no memory there');
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setUint32(0, word, true);
      return bytes;
    },
    write: () => Promise.reject(new Error('nothing may be written')),
  };
}

const [V6M, V7M, V7EM, V8M_BASE, V8M_MAIN] = [11, 10, 13, 16, 17];
const [NONE, SINGLE, DOUBLE] = [0, 0x10110021, 0x10110221];

describe('checkCore', () => {
  test.each([
    ['Cortex-M7', 0xc27, DOUBLE, makeImage(V7EM, 'double')],
    ['Cortex-M7', 0xc27, SINGLE, makeImage(V6M, 'single')],
    ['Cortex-M4', 0xc24, NONE, makeImage(V7M, 'none')],
    ['Cortex-M33', 0xd21, NONE, makeImage(V8M_MAIN, 'none')],
    ['Cortex-M0+', 0xc60, NONE, makeImage(undefined, 'none')],
    ['core 0x00000abc', 0xabc, NONE, makeImage(V8M_MAIN, 'double')],
  ])('lets a %s run compatible code', async (name, part, features, image) => {
    expect(await checkCore(targetWith(part, features), image)).toBe(name);
  });

  test.each([
    [
      0xc27,
      DOUBLE,
      makeImage(V8M_MAIN, 'none'),
      'built for Armv8-M.main, and the core is a Cortex-M7',
    ],
    [0xc23, NONE, makeImage(V7EM, 'none'), 'built for Armv7E-M, and the core is a Cortex-M3'],
    [0xd20, NONE, makeImage(V7M, 'none'), 'built for Armv7, and the core is a Cortex-M23'],
    [
      0xc20,
      NONE,
      makeImage(V8M_BASE, 'none'),
      'built for Armv8-M.base, and the core is a Cortex-M0',
    ],
    [
      0xc27,
      SINGLE,
      makeImage(V7EM, 'double'),
      'floating-point unit (double precision), and the Cortex-M7 has one with single precision only',
    ],
    [
      0xc24,
      NONE,
      makeImage(V7EM, 'single'),
      'floating-point unit (single precision), and the Cortex-M4 has none',
    ],
    [0xc24, undefined, makeImage(V7EM, 'single'), 'and the Cortex-M4 has none'],
  ])('refuses code that core %i cannot run', async (part, features, image, message) => {
    await expect(checkCore(targetWith(part, features), image)).rejects.toThrow(message);
    await expect(checkCore(targetWith(part, features), image)).rejects.toMatchObject({
      code: 'bad-image',
    });
  });
});

describe('the state of a core', () => {
  const [DAUTHSTATUS, DSCSR, SECURE] = [0xe000efb8, 0xe000ee08, 1 << 16];
  const [CLOSED, OPEN] = [0xaf, 0xff];

  test.each<[string, number, readonly (readonly [number, number])[], boolean]>([
    [
      'secure, as after a reset',
      0xd21,
      [
        [DAUTHSTATUS, OPEN],
        [DSCSR, SECURE],
      ],
      false,
    ],
    [
      'non-secure, and could be secure',
      0xd21,
      [
        [DAUTHSTATUS, OPEN],
        [DSCSR, 0],
      ],
      true,
    ],
    [
      'non-secure, and secure debugging is off',
      0xd20,
      [
        [DAUTHSTATUS, CLOSED],
        [DSCSR, 0],
      ],
      true,
    ],
    ['non-secure, with a register that is not shown', 0xd22, [[DAUTHSTATUS, CLOSED]], true],
    [
      'the only one',
      0xd21,
      [
        [DAUTHSTATUS, 0x0f],
        [DSCSR, 0],
      ],
      false,
    ],
    ['the only one, without such registers', 0xd21, [], false],
    [
      'the only one of an older core',
      0xc27,
      [
        [DAUTHSTATUS, OPEN],
        [DSCSR, 0],
      ],
      false,
    ],
  ])('is %s', async (_, part, more, isNonSecure) => {
    expect(await identifyCore(targetWith(part, NONE, more))).toMatchObject({ isNonSecure });
  });
});
