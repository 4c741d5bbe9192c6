import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  costFunctions,
  sumInstructions,
  openImage,
  profileFormats,
  readMarks,
} from '../../extension/profile';
import { sampleProfile } from '../../extension/profile/testing';
import { copyStripped, toSourcePath } from '../../scripts/package/images.mjs';
import { chooseCases } from '../everything';
import { temporaryFolder } from './agent/temporary';

const folder = join(import.meta.dirname, '..', '..', 'dist', 'agent');
const ELF = 'agent.elf';
const locateElf = (target: string) => join(folder, target, 'headline', ELF);
const most = 512 * 1024 * 1024;

/** Lists the addresses of a program's instructions as objdump does. */
function disassemble(file: string, objdump = 'arm-none-eabi-objdump'): number[] {
  const text = execFileSync(objdump, ['-d', '--no-show-raw-insn', file], {
    encoding: 'utf8',
    maxBuffer: most,
  });
  return [...text.matchAll(/^ *([0-9a-f]+):\t(?!\.)\S/gm)].map(([, at = '']) => parseInt(at, 16));
}

/** Asks addr2line for the functions and lines of addresses, innermost first. */
function oracle(file: string, addresses: readonly number[]): string[][] {
  const text = execFileSync('arm-none-eabi-addr2line', ['-a', '-i', '-f', '-e', file], {
    input: addresses.map((address) => address.toString(16)).join('\n'),
    encoding: 'utf8',
    maxBuffer: most,
  });
  return text
    .split(/^0x/m)
    .slice(1)
    .map((part) =>
      part
        .replaceAll(/ \(discriminator \d+\)/g, '')
        .trim()
        .split('\n')
        .slice(1),
    );
}

describe.each(chooseCases(['qemu-freertos-m7', 'qemu-freertos-m3'], () => 'any'))(
  'the image of %s',
  (target) => {
    const file = locateElf(target);
    const bytes = readFileSync(file);
    const image = openImage(bytes);

    const nameAt = (address: number) => image.framesAt(address)[0]?.function.name ?? '';
    const isAgreed = (address: number, expected: readonly string[] = []): boolean => {
      const frames = image.framesAt(address);
      if (expected.length !== 2 * frames.length) return false;
      return frames.every(({ function: { name }, file, line }, index) => {
        const [other = '', expectedLine = ''] = expected.slice(2 * index);
        const starts = new Set(image.symbols.findByName(other).map(({ from }) => from));
        const isAlias = image.symbols.findByName(name).some(({ from }) => starts.has(from));
        const isSame = name === other || isAlias;
        return (
          isSame &&
          posix.normalize(expectedLine) ===
            `${file === '' ? '??' : file}:${line === 0 ? '?' : line}`
        );
      });
    };

    test('has its functions where they are defined, not at the prototypes in headers', () => {
      const describeLine = (name: string) => {
        const [{ from } = { from: 0 }] = image.symbols.findByName(name);
        const own = image.framesAt(from).at(-1)?.function;
        return `${posix.basename(own?.file ?? '')}:${own?.line === 0 ? 0 : 'a line'}`;
      };
      expect(describeLine('xQueueSemaphoreTake')).toBe('queue.c:a line');
      expect(describeLine('vListInsert')).toBe('list.c:a line');
    });

    test('has the functions and lines that addr2line finds', () => {
      const addresses = disassemble(file).filter((address) => !image.symbols.isData(address));
      const expected = oracle(file, addresses);
      expect(addresses.length).toBeGreaterThan(20_000);
      const differing = addresses.filter((address, index) => {
        if (isAgreed(address, expected[index])) return false;
        // In a long list, addr2line gives the first address of a unit the line of the unit before.
        return !isAgreed(address, oracle(file, [address])[0]);
      });
      // Padding behind a function belongs to no function here, and to the one before it there.
      const named = differing.filter((address) => !nameAt(address).startsWith('0x'));
      expect(named.map((address) => [nameAt(address), oracle(file, [address])])).toEqual([]);
      expect(differing.length).toBeLessThan(addresses.length / 200);
    });

    test('has an opening reading for each operation with a closing one', () => {
      const { readings, saves, restores, problems } = readMarks(image);
      expect(problems).toEqual([]);
      expect(readings.filter((reading) => reading.function === 'lock_sample')).toMatchObject([
        { kind: 'open' },
        { kind: 'close' },
      ]);
      expect(saves).toHaveLength(1);
      expect(restores).toHaveLength(2);
    });
  },
);

const PACKAGED = [
  ['local-linux', 'objdump'],
  ['qemu-freertos-m7', 'arm-none-eabi-objdump'],
] as const;
test.each(chooseCases(PACKAGED, () => 'any'))(
  'the packaged image of %s has the functions, lines and marks of the built one',
  async (...given) => {
    const [target, objdump] = given;
    const [built, packaged] = [join(folder, target, 'headline'), temporaryFolder('packed')];
    await copyStripped(built, packaged);
    const [own, other] = [built, packaged].map((each) => openImage(readFileSync(join(each, ELF))));
    if (!own || !other) throw new Error('no images');
    expect(other.problems).toEqual([]);
    const addresses = disassemble(join(built, ELF), objdump);
    expect(addresses.length).toBeGreaterThan(10_000);
    const differing = addresses.filter((address) => {
      const expected = own.framesAt(address).map((frame) => ({
        function: { ...frame.function, file: toSourcePath(frame.function.file) },
        file: toSourcePath(frame.file),
        line: frame.line,
      }));
      const isSame = isDeepStrictEqual(other.framesAt(address), expected);
      return !isSame || !isDeepStrictEqual(other.functionAt(address), own.functionAt(address));
    });
    expect(differing).toEqual([]);
    expect(readMarks(other)).toEqual(readMarks(own));
    const listAround = ({ dwarf }: typeof own) =>
      dwarf.findInstances('cyclescope_open_window').flatMap(({ around }) => around[0]?.name ?? []);
    expect(new Set(listAround(other))).toEqual(new Set(listAround(own)));
  },
);

test('callgrind_annotate adds up the exported profile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgrind-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'out.callgrind');
  const profile = sampleProfile();
  const callgrind = profileFormats.find(({ id }) => id === 'callgrind');
  writeFileSync(file, callgrind?.write([profile]) ?? '');
  const annotate = (...options: string[]) =>
    execFileSync('callgrind_annotate', [...options, file], { encoding: 'utf8', cwd: folder });
  const total = sumInstructions(profile);
  expect(annotate('--threshold=100')).toMatch(new RegExp(`^${total} .*PROGRAM TOTALS$`, 'm'));
  for (const { function: own, self, total } of costFunctions(profile)) {
    const { name } = profile.functions[own] ?? {};
    const row = (cost: number) =>
      new RegExp(`^ *${cost} \\([ \\d.]+%\\) +\\S+:${name}(?: \\[|$)`, 'm');
    if (self > 0) expect(annotate('--threshold=100')).toMatch(row(self));
    expect(annotate('--threshold=100', '--inclusive=yes')).toMatch(row(total));
  }
});
