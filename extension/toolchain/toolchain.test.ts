import { expect, it } from 'vitest';
import { findLanguage } from './languages';
import { findRecipe } from './recipe';
import { makeCompilerLine } from './toolchain';

const recipe = findRecipe('qemu-freertos-m7', process.cwd())!;

/** The inputs of an image with one source of the user. */
const inputsWith = (source: string) =>
  makeCompilerLine({
    compilerVersion: 'v',
    build: 'headline',
    recipe,
    userFiles: [source],
    extras: [],
  });

it.each([
  ['a.c', ['-mcpu=cortex-m7', '-std=gnu11', '-O2']],
  ['a.cpp', ['-mcpu=cortex-m7', '-std=gnu++20', '-fno-exceptions']],
  ['a.rs', ['-Copt-level=2', '-Cpanic=abort', '--target', 'thumbv7em-none-eabihf']],
  ['a.zig', ['-OReleaseFast', '-fsingle-threaded', '-mcpu=cortex_m7']],
])('an image with %s depends on the options of its compiler', (source, options) => {
  expect(inputsWith(source)).toEqual(expect.arrayContaining(options));
  expect(inputsWith(source)).toEqual(
    expect.arrayContaining([...findLanguage(source)!.options(recipe)]),
  );
});
