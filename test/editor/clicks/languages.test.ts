import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openFile, runCommand } from '../../../scripts/editor/workbench.mjs';
import { editorSession } from './session';

/*
 * Benchmarks of one's own in C++ and Rust, side by side: what stands above them, and what their
 * compilers say.
 */

const TARGET = 'local-linux';

const CPP = [
  '#include <cyclescope/bench.h>',
  'namespace dsp {',
  'template <unsigned N> struct Fir {',
  '    int taps[N];',
  '    int operator()(const volatile int (&input)[N]) const',
  '    {',
  '        int sum = 0;',
  '        for (unsigned i = 0; i < N; i++) sum += taps[i] * input[i];',
  '        return sum;',
  '    }',
  '};',
  'constexpr Fir<4> low_pass{{1, 2, 3, 4}};',
  'volatile int input[4];',
  '}',
  'CYCLESCOPE_BENCH(fir_filter, .about = "one output")',
  '{',
  '    CYCLESCOPE_KEEP(dsp::low_pass(dsp::input));',
  '}',
];

const RUST = [
  '#![no_std]',
  'cyclescope::bench! {',
  '    stereo,',
  '    params = [value = 3 in 1..=9],',
  '    |run, _| run.param(0).wrapping_mul(run.param(0))',
  '}',
];

function write(folder: string, name: string, lines: readonly string[]): void {
  writeFileSync(join(folder, 'dsp', name), `${lines.join('\n')}\n`);
}

function firmware(parent: string): { readonly folder: string } {
  const folder = join(parent, 'firmware');
  mkdirSync(join(folder, 'dsp'), { recursive: true });
  write(folder, 'fir.cpp', CPP);
  write(folder, 'mix.rs', RUST);
  return { folder };
}

const session = editorSession({ open: firmware, settings: { 'cyclescope.target': TARGET } });

const lens = (page: Page, hasText: string | RegExp) =>
  page.locator('.codelens-decoration a', { hasText });

/** Runs the benchmark of the file in front by its lens, and waits for what comes of it: a busy computer leaves doubt. */
async function runByLens(page: Page): Promise<void> {
  await lens(page, `Run on ${TARGET}`).click({ timeout: 200_000 });
  await lens(page, /\b(p50|mean) [\d.]+|\binconclusive\b/).waitFor({ timeout: 120_000 });
}

test('the lens above a benchmark in C++ builds it and runs it', { timeout: 300_000 }, async () => {
  const { page } = session;
  await openFile(page, 'fir.cpp');
  await lens(page, 'build it').click();
  await runByLens(page);
});

test('one in Rust is in the same image', { timeout: 120_000 }, async () => {
  const { page } = session;
  await openFile(page, 'mix.rs');
  await runByLens(page);
});

test('what their compilers refuse stands at its line', { timeout: 120_000 }, async () => {
  const { page } = session;
  const folder = join(session.folder, 'firmware');
  const problem = (text: string) =>
    page.locator('.markers-panel .monaco-list-row', { hasText: text });
  const build = async () => {
    const list = page.locator('.quick-input-widget');
    const title = "Cyclescope: Build the target's images";
    await page.keyboard.press('F1');
    await list.locator('input').first().fill(`>${title}`);
    await list.getByText(title, { exact: true }).first().click();
  };
  await runCommand(page, 'Problems: Focus on Problems View');

  write(folder, 'mix.rs', RUST.with(4, '    |run, _| missing(run)'));
  await build();
  const inRust = problem('cannot find function `missing` in this scope');
  await inRust.waitFor({ timeout: 120_000 });
  expect(await inRust.innerText()).toMatch(/Ln 5, Col 14/);

  write(folder, 'mix.rs', RUST);
  write(folder, 'fir.cpp', CPP.with(16, '    CYCLESCOPE_KEEP(dsp::high_pass(dsp::input));'));
  await build();
  const inCpp = problem("'high_pass' is not a member of 'dsp'");
  await inCpp.waitFor({ timeout: 120_000 });
  expect(await inCpp.innerText()).toMatch(/Ln 17, Col \d+/);
  expect(await inRust.count()).toBe(0);
});
