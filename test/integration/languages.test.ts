import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFigureValue } from '../../extension/measure/figure';
import { readRunRecord } from '../../extension/runs/record/read';
import type { OperationRow } from '../../extension/runs/record/row';
import { summarise } from '../../extension/runs/record/summarise';
import { copyObjects } from '../../scripts/lib/objects.mjs';
import { describeInAll } from '../everything';
import { newWorkspace, startCli, type Workspace } from './cli-process';

/*
 * Benchmarks in other languages than C: the user's own, and the families' operations as variants. One
 * build a language holds both.
 */

let workspace: Workspace;

function write(name: string, lines: readonly string[]): void {
  writeFileSync(join(workspace.folder, name), `${lines.join('\n')}\n`);
}

const call = (line: string, environment = {}) => startCli(workspace, line, environment).ended;

const getMean = (row: OperationRow | undefined) => (row && getFigureValue(row.mean)) ?? NaN;

/** Measures, and gives the operations' rows by their names. */
async function measureRows(line: string) {
  const { code, out, err } = await call(`run ${line} --repeat 1 --json`);
  expect(code, err).toBe(0);
  const { folder } = JSON.parse(out) as { folder: string };
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  const rows = record ? summarise(record) : [];
  return { folder, rows: new Map(rows.map((row) => [`${row.suite}/${row.op}`, row])) };
}

function useWorkspace(build: string, sources: () => void): void {
  beforeAll(async () => {
    workspace = newWorkspace();
    for (const target of ['qemu-freertos-m7', 'local-linux']) copyObjects(workspace.folder, target);
    sources();
    const { code, err } = await call(build);
    expect(code, err).toBe(0);
  });
  afterAll(() => workspace.remove());
}

const TWINS = ['mutex_lock_unlock', 'mutex_contention_2t', 'sem_take_give', 'event_signal_wait'];

describe('C++', () => {
  const target = '--target qemu-freertos-m7';
  useWorkspace(`build ${target} --with cpp --source fir.cpp`, () =>
    write('fir.cpp', [
      '#include <cyclescope/bench.h>',
      'namespace dsp {',
      'struct Table { int values[4]; Table() { for (int &value : values) value = 7; } } table;',
      '}',
      'static const char *ready(cyclescope_run *) {',
      '    return dsp::table.values[3] == 7 ? nullptr : "no constructor has run";',
      '}',
      'CYCLESCOPE_BENCH(rounds, .about = "an empty loop", .iterations = 50,',
      '                 CYCLESCOPE_PARAMS({"count", 100, 1, 10000}), .begin = ready)',
      '{',
      '    for (uint32_t left = run->params[0]; left; --left) CYCLESCOPE_BARRIER();',
      '}',
    ]),
  );

  test("lists the user's own benchmark with its place and measures it with its parameter", async () => {
    const listed = await call(`list ${target}`);
    expect(listed.out).toMatch(/fir\/rounds +50 .*fir\.cpp:8\n.*an empty loop\n.*count=100/);
    const mean = async (count: number) => {
      const { rows } = await measureRows(`${target} --bench fir --set count=${count}`);
      return getMean(rows.get('fir/rounds'));
    };
    const perRound = ((await mean(1000)) - (await mean(500))) / 500;
    expect(perRound).toBeGreaterThanOrEqual(2);
    expect(perRound).toBeLessThanOrEqual(3);
  });

  test('the thin wrapper costs nothing: each operation takes as long as in C', async () => {
    const { folder, rows } = await measureRows(`${target} --bench sync --bench cpp_sync`);
    for (const op of TWINS) {
      const [inC, inCpp] = [rows.get(`sync/${op}`), rows.get(`cpp_sync/${op}`)];
      expect(inC?.standing).toBe('ok');
      expect(inCpp?.standing).toBe('ok');
      // Constants are loaded here or there: a few instructions either way.
      expect(Math.abs(getMean(inCpp) - getMean(inC))).toBeLessThanOrEqual(6);
    }
    expect(rows.get('cpp_sync/condvar_signal_wait')?.reasons.join()).toMatch(
      /no condition variables/,
    );
    const compared = await call(`compare ${folder} ${folder}+cpp`);
    expect(compared.err).toBe('');
    expect(compared.out).toMatch(/sync\/mutex_lock_unlock/);
  });
});

describeInAll('Rust', () => {
  const target = '--target local-linux';
  useWorkspace(`build ${target} --with rust --source fir.rs`, () => {
    write('taps.rs', ['pub const TAPS: [u32; 4] = [1, 2, 3, 4];']);
    write('fir.rs', [
      '#![no_std]',
      'mod taps;',
      'use cyclescope::{Reason, Run};',
      '',
      'fn filter(input: &[u32]) -> u32 {',
      '    input.iter().zip(taps::TAPS).map(|(value, tap)| value * tap).sum()',
      '}',
      '',
      'fn ready(run: &mut Run) -> Reason {',
      '    match filter(&[run.param(0); 4]) {',
      '        ..=89 => Reason::NONE,',
      '        _ => c"the output is too large".into(),',
      '    }',
      '}',
      '',
      'cyclescope::bench! {',
      '    output,',
      '    about = "one output",',
      '    iterations = 50,',
      '    params = [value = 3 in 1..=9],',
      '    begin = ready,',
      '    |run, _| filter(&[run.param(0); 4])',
      '}',
    ]);
  });

  test("lists the user's own benchmark with its place, and measures or refuses it separately", async () => {
    const listed = await call(`list ${target}`);
    expect(listed.out).toMatch(/fir\/output +50 .*fir\.rs:16\n.*one output\n.*value=3/);
    const { rows } = await measureRows(`${target} --bench fir --set value=5`);
    // On this computer other work may leave the figure in doubt.
    const standing = expect.stringMatching(/^(ok|inconclusive)$/);
    expect(rows.get('fir/output')).toMatchObject({ standing, params: { value: 5 } });
    expect(rows.get('fir/output')?.samples).toBeGreaterThan(0);
    const { out } = await call(`run ${target} --bench fir --set value=9 --repeat 1`);
    expect(out).toMatch(/fir\/output: refused, the output is too large/);
  });

  test('the operations do the same in Rust as in C, and their checks agree', async () => {
    const { rows } = await measureRows(
      `${target} --bench rust_sync --bench rust_queue --iterations 50`,
    );
    const all = [...TWINS.map((op) => `rust_sync/${op}`), 'rust_queue/send_receive'];
    // The time of this computer may leave a figure in doubt, a failed check may not.
    const failed = [...rows.values()].filter(({ standing }) => standing === 'failed');
    expect(failed.map(({ op, reasons }) => [op, reasons])).toEqual([]);
    expect([...rows.keys()]).toEqual(expect.arrayContaining(all));
  });

  test('recompiles it after a change of its module only', async () => {
    const same = await call(`build ${target} --with rust --source fir.rs`);
    expect(same).toMatchObject({ code: 0, out: expect.not.stringMatching(/: built/) });
    write('taps.rs', ['pub const TAPS: [u32; 4] = missing;']);
    const changed = await call(`build ${target} --with rust --source fir.rs`);
    expect(changed.code).toBe(1);
    expect(changed.err).toMatch(/cannot find value `missing`[^]*taps\.rs:1:/);
  });

  test("shows the compiler's errors unchanged, and advice for missing programs", async () => {
    write('wrong.rs', ['#![no_std]', 'cyclescope::bench!(wrong, |_, _| missing());']);
    const wrong = await call(`build ${target} --source wrong.rs`);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/cannot find function `missing`[^]*wrong\.rs:2:/);
    const programs = join(workspace.folder, 'programs');
    mkdirSync(programs);
    const gcc = execFileSync('sh', ['-c', 'command -v gcc'], { encoding: 'utf8' }).trim();
    symlinkSync(gcc, join(programs, 'gcc'));
    const { err } = await call(`build ${target} --with rust`, { PATH: programs });
    expect(err).toMatch(/rustc was not found[^]*rustup/);
  });
});

/** Zig is not installed by the set-up; these tests need `pip install ziglang`, 440 MB on disk. */
const zig = process.env['CYCLESCOPE_TEST_ZIG'];

describe.skipIf(zig === undefined)('Zig (with CYCLESCOPE_TEST_ZIG=1)', () => {
  const target = '--target qemu-freertos-m7';
  useWorkspace(`build ${target} --with zig --source fir.zig`, () =>
    write('fir.zig', [
      'const cyclescope = @import("cyclescope");',
      '',
      'fn benches() void {',
      '    cyclescope.bench(@src(), "rounds", .{',
      '        .about = "an empty loop",',
      '        .iterations = 50,',
      '        .params = &.{.{ .name = "count", .initial = 100, .min = 1, .max = 10000 }},',
      '    }, rounds);',
      '}',
      '',
      'comptime {',
      '    benches();',
      '}',
      '',
      'fn rounds(run: *cyclescope.Run, _: u32) void {',
      '    for (0..run.params[0]) |_| cyclescope.barrier();',
      '}',
    ]),
  );

  test("lists the user's own benchmark with its place and measures it with its parameter", async () => {
    const listed = await call(`list ${target}`);
    expect(listed.out).toMatch(/fir\/rounds +50 .*fir\.zig:4\n.*an empty loop\n.*count=100/);
    const mean = async (count: number) => {
      const { rows } = await measureRows(`${target} --bench fir --set count=${count}`);
      return getMean(rows.get('fir/rounds'));
    };
    const perRound = ((await mean(1000)) - (await mean(500))) / 500;
    expect(perRound).toBeGreaterThanOrEqual(2);
    expect(perRound).toBeLessThanOrEqual(3);
  });

  test('a call from Zig costs a few instructions more than one from C', async () => {
    const { rows } = await measureRows(`${target} --bench sync --bench zig_sync`);
    for (const op of TWINS) {
      const [inC, inZig] = [rows.get(`sync/${op}`), rows.get(`zig_sync/${op}`)];
      expect(inZig?.standing).toBe('ok');
      expect(Math.abs(getMean(inZig) - getMean(inC))).toBeLessThanOrEqual(24);
    }
  });
});

test('reports an unknown extra with similar names', async () => {
  workspace = newWorkspace();
  const { code, err } = await call('build --target local-linux --with cp');
  workspace.remove();
  expect(code).toBe(2);
  expect(err).toMatch(/no extra named "cp"[^]*Did you mean "cpp"/);
});
