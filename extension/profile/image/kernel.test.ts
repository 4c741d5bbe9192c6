import { expect, test } from 'vitest';
import { openImage } from './image';
import { readKallsyms, withKernel } from './kernel';
import { writeImage } from './testing';

const KALLSYMS = [
  'c0008000 T stext',
  'c0100000 t __switch_to',
  'c0100040 T mmioset',
  'c0100040 T memset',
  'c0100080 d a_variable',
  'c01000a0 t $a',
  'bf000000 t from_a_module\t[module]',
  'garbage',
  '',
].join('\n');

const program = openImage(
  writeImage({ address: 0x10000, bytes: Uint8Array.of(0x70, 0x47, 0, 0xbf) }, [
    { name: 'main', address: 0x10000, size: 2 },
    // Without a size, like `_end`, it reaches to the end of all addresses.
    { name: 'last', address: 0x10002 },
  ]),
);
const image = withKernel(program, {
  symbols: KALLSYMS,
  words: new Map([
    [0xc0100044, 0xe12fff1e],
    [0xb6f00010, 0xef000000],
  ]),
});

test('lists functions, whatever else is there', () => {
  const names = readKallsyms(KALLSYMS).map(({ name }) => name);
  expect(names).toEqual(['stext', '__switch_to', 'mmioset', 'memset']);
});

test('names what the program, the kernel and the vDSO execute', () => {
  const nameAt = (address: number) => {
    const [frame] = image.framesAt(address);
    return [frame?.function.name, frame?.file];
  };
  expect(nameAt(0x10000)).toEqual(['main', '']);
  expect(nameAt(0xc0100044)).toEqual(['memset', '[kernel]']);
  expect(nameAt(0xffff0008)).toEqual(['vectors', '[kernel]']);
  expect(nameAt(0xffff1204)).toEqual(['vector_stubs', '[kernel]']);
  expect(nameAt(0xb6f00010)).toEqual(['[vdso]', '[vdso]']);
});

test('classifies executed code that the image does not have', () => {
  expect(image.instructionAt(0x10000)).toMatchObject({ flow: 'return', length: 2 });
  expect(image.instructionAt(0xc0100044)).toMatchObject({ flow: 'return', length: 4 });
  expect(image.instructionAt(0xb6f00010)).toMatchObject({ flow: 'trap', length: 4 });
  expect(image.instructionAt(0xc0100048)).toBeUndefined();
  expect(image.handlers.has(0xffff0018)).toBe(true);
  expect(image.executedWordAt?.(0xc0100044)).toBe(0xe12fff1e);
  expect(image.executedWordAt?.(0x10000)).toBeUndefined();
});
