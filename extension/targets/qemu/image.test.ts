import { describe, expect, test } from 'vitest';
import { type SampleSegment, type SampleSymbol, writeElf } from '../../agent/elf/testing';
import type { AgentImage } from '../../agent/manifest';
import { makeHeadlineImage } from '../testing';
import { checkImage } from './image';
import { FREERTOS_M7 } from './machines';

const code: SampleSegment = { vaddr: 0, data: new Uint8Array(16) };
const block: SampleSymbol = { name: '_SEGGER_RTT', value: 0x60000040 };

describe('checkImage', () => {
  test('finds the control block', () => {
    expect(checkImage(image([code], [block]), FREERTOS_M7).controlBlock).toBe(0x60000040);
  });

  test.each<[string, AgentImage, RegExp]>([
    ['another target', image([code], [block], 'board-x'), /built for board-x, not for qemu/],
    ['no control block', image([code], []), /no symbol _SEGGER_RTT/],
    [
      'its control block elsewhere',
      image([code], [{ ...block, value: 0x20000000 }]),
      /0x20000000 is outside the memory that can be read while mps2-an500 runs/,
    ],
    [
      'a segment where no memory is',
      image([{ ...code, vaddr: 0x10000000 }], [block]),
      /segment at 0x10000000/,
    ],
    [
      'a segment over the end',
      image([{ ...code, vaddr: 0x3ffffe }], [block]),
      /segment at 0x003ffffe/,
    ],
    [
      'its vector table elsewhere',
      image([{ ...code, vaddr: 0x100 }], [block]),
      /no vector table at 0x00000000, where mps2-an500 starts/,
    ],
    ['nothing in it', image([], [block]), /nothing to load/],
    ['no ELF file', { ...image([code], [block]), elf: new Uint8Array(99) }, /magic/],
  ])('rejects an image with %s', (_, bad, problem) => {
    expect(() => checkImage(bad, FREERTOS_M7)).toThrow(
      expect.objectContaining({ code: 'bad-image', message: expect.stringMatching(problem) }),
    );
  });
});

function image(
  segments: SampleSegment[],
  symbols: SampleSymbol[],
  target = FREERTOS_M7.target,
): AgentImage {
  return makeHeadlineImage(target, writeElf(segments, symbols));
}
