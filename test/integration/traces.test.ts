import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportTrace } from '../../extension/engine';
import { traceFormats } from '../../extension/trace';
import { inRoot } from '../../scripts/lib/paths.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-traces-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("babeltrace2 reads the sample's trace without a complaint", async () => {
  const samples = inRoot('media', 'sample');
  const run = readdirSync(samples).find((name) => name.includes('qemu-freertos-m7')) ?? '';
  const format = traceFormats.find(({ id }) => id === 'ctf');
  if (!format) throw new Error('no format ctf');
  const output = join(folder, 'trace.ctf');
  const recording = join(samples, run, 'recording-traced.SVDat');
  const { signal } = new AbortController();
  await exportTrace(recording, format, output, signal);
  const printed = execFileSync('babeltrace2', [output], {
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 2 ** 26,
  });
  const count = (pattern: RegExp) => printed.match(pattern)?.length ?? 0;
  const begun = count(/ (cpu_\w+|slice|numbered_slice|task_slice): /g);
  expect(begun).toBeGreaterThan(1000);
  expect(count(/ slice_end: /g)).toBe(begun);
  expect(printed).toContain('cpu_interrupt: { row = ( "Core 0: CPU"');
  expect(printed).toContain('numbered_slice: { row = ( "Core 0: Samples"');
});
