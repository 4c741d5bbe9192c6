import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The target on which languages are tried: it runs without an emulator. */
export const TARGET = 'local-linux';

/** A benchmark in C++. */
export const CPP = [
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

/** Writes a source of the firmware. */
export function writeSource(firmware: string, name: string, lines: readonly string[]): void {
  mkdirSync(join(firmware, 'dsp'), { recursive: true });
  writeFileSync(join(firmware, 'dsp', name), `${lines.join('\n')}\n`);
}

export const lens = (page: Page, hasText: string | RegExp) =>
  page.locator('.codelens-decoration a', { hasText });

/**
 * Runs the benchmark of the file in front by its lens, and waits for its figures, which may be doubtful
 * on a busy computer.
 */
export async function runByLens(page: Page): Promise<void> {
  await lens(page, `Run on ${TARGET}`).click();
  await lens(page, /\b(p50|mean) [\d.]+|\binconclusive\b/).waitFor();
}
