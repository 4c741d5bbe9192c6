import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SampleSymbol, writeElf } from '../../agent/elf/testing';
import { putImage } from '../../engine/testing/fake-target';
import { loadImage } from './find';
import { findImageOf } from './of-target';

const symbols: readonly SampleSymbol[] = [
  { name: '_SEGGER_RTT', value: 0x20000000 },
  { name: '__start_cyclescope_benches', value: 0 },
  { name: '__stop_cyclescope_benches', value: 0 },
  { name: 'cyclescope_bench_size', value: 200, absolute: true },
];
const program = (...more: readonly SampleSymbol[]) =>
  writeElf([{ vaddr: 0, data: new Uint8Array(8) }], [...symbols, ...more]);
const hooked = program({ name: 'cyclescope_kernel_recorded', value: 4 });

let folder = '';
let elf = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elf-images-'));
  elf = join(folder, 'my agent.elf');
  await writeFile(elf, program());
});
afterEach(() => rm(folder, { recursive: true }));

const places = () => [{ folder, origin: 'built' as const }];
const board = (elfs: { headline?: string; traced?: string }) => ({ id: 'board:a b', elfs });

describe("a board's own ELF file", () => {
  it('is its image, without a manifest beside it', async () => {
    const found = await findImageOf(board({ headline: elf }), places(), 'headline');
    expect(found).toMatchObject({ folder, origin: 'file', manifest: { target: 'board:a b' } });
    expect((await loadImage(found)).path).toBe(elf);
  });

  it('may have hooks as the traced image alone', async () => {
    await writeFile(elf, hooked);
    const both = board({ headline: elf, traced: elf });
    expect((await findImageOf(both, places(), 'traced')).manifest.hooks).toBe(1);
    await expect(findImageOf(both, places(), 'headline')).rejects.toThrow(/hooks linked in/);
  });

  it('that is written anew in between is not loaded', async () => {
    const found = await findImageOf(board({ headline: elf }), places(), 'headline');
    await writeFile(elf, hooked);
    await expect(loadImage(found)).rejects.toThrow(/changed while it was being read/);
  });

  it.each([
    ['is not there', 'no-image', /gone\.elf does not exist/],
    ['is a folder', 'no-image', /cannot be read \(EISDIR\)/],
    ['is a text', 'bad-image', /text\.c cannot be used/],
  ])('that %s is refused', async (_, code, message) => {
    await writeFile(join(folder, 'text.c'), 'int main(void) { return 0; }'.repeat(4));
    const name = { 'is not there': 'gone.elf', 'is a folder': '' }[_] ?? 'text.c';
    const refused = findImageOf(board({ headline: join(folder, name) }), places(), 'headline');
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('of a build that is not named explains how to name it', async () => {
    const refused = findImageOf(board({ headline: elf }), places(), 'traced');
    await expect(refused).rejects.toMatchObject({ hint: expect.stringMatching(/--traced-elf/) });
  });
});

it('a target without files has those that are kept under its name', async () => {
  await putImage(folder, 'headline', []);
  const found = await findImageOf({ id: 'x', images: 'fake' }, places(), 'headline');
  expect(found).toMatchObject({ origin: 'built', manifest: { target: 'fake' } });
});
