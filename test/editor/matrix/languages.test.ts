import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile, runCommand } from '../../../scripts/editor/workbench.mjs';
import { CPP, lens, runByLens, TARGET, writeSource } from './languages';
import { editorSession } from '../clicks/session';

/*
 * Benchmarks of one's own in C++ and Rust, side by side: the lenses above them, and the errors
 * of their compilers.
 */

const RUST = [
  '#![no_std]',
  'cyclescope::bench! {',
  '    stereo,',
  '    params = [value = 3 in 1..=9],',
  '    |run, _| run.param(0).wrapping_mul(run.param(0))',
  '}',
];

function firmware(parent: string): { readonly folder: string } {
  const folder = join(parent, 'firmware');
  writeSource(folder, 'fir.cpp', CPP);
  writeSource(folder, 'mix.rs', RUST);
  return { folder };
}

const session = editorSession({ open: firmware, settings: { 'cyclescope.target': TARGET } });

test('the lens above a C++ benchmark builds and runs it', async () => {
  const { page } = session;
  await openFile(page, 'fir.cpp');
  await lens(page, 'build it').click();
  await runByLens(page);
});

test('a Rust benchmark is in the same image', async () => {
  const { page } = session;
  await openFile(page, 'mix.rs');
  await runByLens(page);
});

test('compiler errors of both are shown at their lines', async () => {
  const { page } = session;
  const folder = join(session.folder, 'firmware');
  const problem = (text: string) =>
    page.locator('.markers-panel .monaco-list-row', { hasText: text });
  const build = () => runCommand(page, "Cyclescope: Build the target's images");
  await runCommand(page, 'Problems: Focus on Problems View');

  writeSource(folder, 'mix.rs', RUST.with(4, '    |run, _| missing(run)'));
  await build();
  const inRust = problem('cannot find function `missing` in this scope');
  await inRust.waitFor();
  expect(await inRust.innerText()).toMatch(/Ln 5, Col 14/);

  writeSource(folder, 'mix.rs', RUST);
  writeSource(folder, 'fir.cpp', CPP.with(16, '    CYCLESCOPE_KEEP(dsp::high_pass(dsp::input));'));
  await build();
  const inCpp = problem("'high_pass' is not a member of 'dsp'");
  await inCpp.waitFor();
  expect(await inCpp.innerText()).toMatch(/Ln 17, Col \d+/);
  expect(await inRust.count()).toBe(0);
});
