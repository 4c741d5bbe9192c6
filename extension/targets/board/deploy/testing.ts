import { type Bench, packAddresses } from '../../../agent';
import type { Elf } from '../../../agent/elf/elf';
import { type SampleSegment, type SampleSymbol, writeElf } from '../../../agent/elf/testing';
import type { MemoryArea } from '../../../gdb/description';
import type { Behaviour } from '../../../gdb/testing';
import { type DeployableImage, readImage } from './image';

/** An image for tests: where it runs is where it is loaded unless a segment has another address. */
export function sampleImage(
  segments: readonly SampleSegment[],
  { entry, symbols = [] }: { entry?: number; symbols?: readonly SampleSymbol[] } = {},
): DeployableImage {
  const elf = writeElf(segments, [{ name: '_SEGGER_RTT', value: 0x20000100 }, ...symbols]);
  if (entry !== undefined) new DataView(elf.buffer).setUint32(24, entry, true);
  return readImage({ path: 'agent.elf', elf });
}

/** A benchmark whose suite and operation have one name. */
export const sampleBench = (name: string, at: string): Bench => ({
  suite: name,
  op: name,
  at,
  about: '',
  iterations: 1,
  max: 0,
  warmup: 0,
  batches: 1,
  params: [],
});

/** The beginning of a program: its vector table's first two words, then zeros. */
export function sampleProgram(stackPointer: number, reset: number, length = 256): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, stackPointer, true);
  view.setUint32(4, reset, true);
  return bytes;
}

/** A memory map with one area of each kind. */
export const SAMPLE_MAP: readonly MemoryArea[] = [
  { kind: 'flash', start: 0, end: 0x4000, blockSize: 0x400 },
  { kind: 'rom', start: 0x10000, end: 0x20000, blockSize: 0 },
  { kind: 'ram', start: 0x20000000, end: 0x20010000, blockSize: 0 },
];

/** Flash behind `vFlash` packets; what was not erased before takes only zeros, as flash does. */
export function flashBehaviour(flash: Uint8Array, blockSize: number): Behaviour {
  return (payload) => {
    const [, kind, address = '', rest = ''] =
      /^vFlash(Erase|Write|Done):?([0-9a-f]*)[:,]?([\s\S]*)$/.exec(payload) ?? [];
    if (kind === undefined) return undefined;
    const start = Number.parseInt(address, 16);
    if (kind === 'Erase') {
      const length = Number.parseInt(rest, 16);
      if (start % blockSize !== 0 || length % blockSize !== 0) return ['E01'];
      flash.fill(0xff, start, start + length);
    }
    if (kind === 'Write')
      Buffer.from(rest, 'latin1').forEach((byte, index) => {
        flash[start + index] = (flash[start + index] ?? 0) & byte;
      });
    return ['OK'];
  };
}

/** An image that can be moved, from what is in memory and the positions of addresses and branches there. */
export function relocatableImage(
  inMemory: Pick<Elf, 'entry' | 'segments' | 'sections' | 'symbols'>,
  fields: Readonly<Record<'words' | 'branches', readonly number[]>>,
  controlBlock: number,
): DeployableImage {
  const elf: Elf = { machine: 40, pointerSize: 4, problems: [], ...inMemory };
  const packed = [fields.words, fields.branches].map((each) => packAddresses(each, elf));
  const tables = ['.cyclescope.words', '.cyclescope.branches'].map((name, index) => ({
    name,
    type: 1,
    address: 0,
    offset: index === 0 ? 0 : (packed[0]?.length ?? 0),
    size: packed[index]?.length ?? 0,
    link: 0,
    alignment: 1,
  }));
  return {
    path: 'agent.elf',
    elf: { ...elf, sections: [...elf.sections, ...tables] },
    file: Uint8Array.from(packed.flatMap((bytes) => [...bytes])),
    attributes: { architecture: 13, floatingPoint: 'none' },
    controlBlock,
  };
}
