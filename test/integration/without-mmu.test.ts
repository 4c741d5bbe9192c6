import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAgent } from '../../extension/agent/elf/agent';
import { startCli, workspaceForEach } from './cli-process';

const workspace = workspaceForEach();

test('the agent for Linux without an MMU explains how to get its compiler', async () => {
  const { code, err } = await startCli(workspace, 'build --target linux-nommu', {
    PATH: workspace.folder,
  }).ended;
  expect(code).not.toBe(0);
  expect(err).toMatch(/The compiler zig was not found\.\s+Install it with: pip install ziglang/);
});

/** Zig is not installed by the set-up; these tests need `pip install ziglang`, 440 MB on disk. */
const zig = process.env['CYCLESCOPE_TEST_ZIG'];

test.skipIf(zig === undefined)(
  'the agent is static and position-independent, with a small stack (with CYCLESCOPE_TEST_ZIG=1)',
  async () => {
    const line = 'build --target linux-nommu --source bench.c';
    const bench = '#include <cyclescope/bench.h>\nCYCLESCOPE_BENCH(nothing) {}\n';
    writeFileSync(join(workspace.folder, 'bench.c'), bench);
    const { code, err } = await startCli(workspace, line).ended;
    expect([code, err]).toEqual([0, '']);
    const path = join(workspace.folder, '.cyclescope/agent/linux-nommu/headline/agent.elf');
    const elf = readFileSync(path);
    const [shared, arm, stack] = [3, 40, 0x6474e551];
    expect([elf.readUInt16LE(16), elf.readUInt16LE(18)]).toEqual([shared, arm]);
    const headers = Array.from({ length: elf.readUInt16LE(44) }, (_, index) =>
      elf.subarray(elf.readUInt32LE(28) + 32 * index),
    );
    const ofStack = headers.filter((header) => header.readUInt32LE(0) === stack);
    expect(ofStack.map((header) => header.readUInt32LE(20))).toEqual([65536]);
    const suites = readAgent(elf).agent?.benches.map(({ suite }) => suite);
    expect(suites).toEqual(expect.arrayContaining(['heap', 'sort', 'bench']));
  },
  // Zig compiles its C library when it first needs it.
  600_000,
);
