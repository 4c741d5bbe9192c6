import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readRunRecord } from '../../extension/runs/record/read';
import { copyObjects } from '../../scripts/lib/objects.mjs';
import { testInAll } from '../everything';
import { listOwnLeftOvers, newWorkspace, startCli, until, type Workspace } from './cli-process';

const target = '--target qemu-freertos-m7';
const few = '--iterations 50 --repeat 1';
const sources = '--source spin.c --source work.c --source crash.c';

/** One image contains everything that the tests need, as each takes a hundred sources. */
let workspace: Workspace;
beforeAll(async () => {
  workspace = newWorkspace();
  copyObjects(workspace.folder, 'qemu-freertos-m7');
  write('spin.c', [
    '#include <cyclescope/bench.h>',
    '',
    'CYCLESCOPE_BENCH(rounds, .about = "an empty loop",',
    '                 CYCLESCOPE_PARAMS({"count", 100, 1, 10000}))',
    '{',
    '    for (uint32_t left = run->params[0]; left; --left) CYCLESCOPE_BARRIER();',
    '}',
  ]);
  write('work.c', [
    '#include <cyclescope/bench.h>',
    '#include "my work.h"',
    'CYCLESCOPE_BENCH(work) { WORK; }',
  ]);
  write('my work.h', ['#define WORK CYCLESCOPE_BARRIER()']);
  write('crash.c', [
    '#include <cyclescope/bench.h>',
    'CYCLESCOPE_BENCH(trap, .about = "an undefined instruction") { __builtin_trap(); }',
  ]);
  const { code, err } = await call(`build ${target} ${sources}`);
  expect(code, err).toBe(0);
});
afterEach(() => until(() => listOwnLeftOvers(workspace).length === 0));
afterAll(() => workspace.remove());

const call = (line: string) => startCli(workspace, line).ended;

function write(name: string, lines: readonly string[]): void {
  mkdirSync(dirname(join(workspace.folder, name)), { recursive: true });
  writeFileSync(join(workspace.folder, name), `${lines.join('\n')}\n`);
}

test('a new commit alone builds nothing, and is in the manifest and in the run', async () => {
  const git = (line: string) => execFileSync('git', line.split(' '), { cwd: workspace.folder });
  const manifest = () => readImage<{ sha256: string; revision: object }>('manifest.json');
  const before = manifest();
  expect(before.revision).toEqual({ unknown: 'the sources are in no git repository' });
  git('init -q -b trunk');
  git('add spin.c work.c crash.c');
  git('-c user.name=A -c user.email=a@example.com commit -q -m first');
  const { out } = await call(`build ${target} ${sources}`);
  expect(out).toMatch(/headline: up to date.*\n.*traced: up to date/);
  const revision = { branch: 'trunk', dirty: false };
  expect(manifest()).toMatchObject({ sha256: before.sha256, revision });
  const ran = await call(`run ${target} ${few} --bench spin --json`);
  const { folder } = JSON.parse(ran.out) as { folder: string };
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  expect(record?.passes[0]?.image.revision).toEqual(manifest().revision);
  rmSync(join(workspace.folder, '.git'), { recursive: true });
});

function readImage<T>(name: string): T {
  const folder = join(workspace.folder, '.cyclescope', 'agent', 'qemu-freertos-m7', 'headline');
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
}

test('a file of ten lines is built, listed with its place, and measured with its parameter', async () => {
  const listed = await call(`list ${target}`);
  expect(listed.out).toMatch(/spin\/rounds .*spin\.c:3\n.*an empty loop/);
  const mean = async (count: number) => {
    const { code, out } = await call(
      `run ${target} ${few} --bench spin --set count=${count} --json`,
    );
    expect(code).toBe(0);
    const { folder } = JSON.parse(out) as { folder: string };
    const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
    return record?.passes[0]?.operations[0]?.quiet[0]?.[0] ?? NaN;
  };
  // Two or three instructions a round, whatever is around the loop.
  const perRound = ((await mean(1000)) - (await mean(500))) / 500;
  expect(perRound).toBeGreaterThanOrEqual(2);
  expect(perRound).toBeLessThanOrEqual(3);
});

test("shows the compiler's words unchanged", async () => {
  write('wrong.c', [
    '#include <cyclescope/bench.h>',
    'CYCLESCOPE_BENCH(wrong) { undeclared(); ; }',
    '?',
  ]);
  const { code, err } = await call(`build ${target} --source wrong.c`);
  expect(code).toBe(1);
  expect(err).toMatch(/wrong\.c:3:1: error/);
});

test('an agent that crashes reports where; the run fails and leaves nothing behind', async () => {
  const { code, err } = await call(`run ${target} --bench crash --stale`);
  expect(code).toBe(1);
  expect(err).toMatch(/fault at 0x[0-9a-f]{8}, called from 0x[0-9a-f]{8}/);
});

test('recompiles sources of a changed header only', async () => {
  const build = () => call(`build ${target} ${sources}`);
  expect((await build()).out).toMatch(/headline: up to date/);
  write('my work.h', ['#define WORK undeclared()', '#error "changed"']);
  const { code, err } = await build();
  expect(code).toBe(1);
  expect(err).toMatch(/my work\.h:2:2: error: #error "changed"/);
});

test('finds the sources and headers that a benchmark needs', async () => {
  write('app/bench/crc_bench.c', [
    '#include <cyclescope/bench.h>',
    '#include "crc.h"',
    'CYCLESCOPE_BENCH(crc) { (void)my_crc("123456789", 9); }',
  ]);
  write('app/main.c', ['#include "board.h"', 'int main(void) { for (;;) ; }']);
  write('lib/include/crc.h', ['unsigned my_crc(const void *data, unsigned size);']);
  write('lib/crc.c', [
    '#include "crc.h"',
    'unsigned step(unsigned sum, unsigned char next);',
    'unsigned my_crc(const void *data, unsigned size)',
    '{ const unsigned char *at = data; unsigned sum = 0; while (size--) sum = step(sum, *at++); return sum; }',
  ]);
  const step = ['unsigned step(unsigned sum, unsigned char next) { return sum + next; }'];
  write('lib/step.c', step);
  write('test/step.c', step);
  const built = await call(`build ${target} --source app`);
  expect(built.code, built.err).toBe(0);
  expect(built.err).toContain('app/main.c defines main()');
  expect(built.err).toContain('app/bench/crc_bench.c includes crc.h, which is in lib/include.');
  expect(built.err).toContain('lib/crc.c is built as well: it defines my_crc.');
  expect(built.err).toContain('lib/step.c is built as well: it defines step.');
  expect(built.err).not.toContain('undefined reference');
  expect(readImage<{ found: string[] }>('manifest.json').found).toEqual([
    'lib/crc.c',
    'lib/step.c',
  ]);
  const again = await call(`build ${target} --source app`);
  expect(again.out).toMatch(/headline: up to date.*\n.*traced: up to date/);
  const { code, err } = await call(`run ${target} ${few} --bench crc_bench --json`);
  expect(code, err).toBe(0);
  // A mistake shows soonest that it is compiled again: nothing is linked.
  write('lib/step.c', [...step, '#error "changed"']);
  expect((await call(`build ${target} --source app`)).err).toMatch(/lib\/step\.c:2:2: error/);
});

async function detectLibc(build: string): Promise<string | undefined> {
  expect(await call(build)).toMatchObject({ code: 0 });
  const { out } = await call(`run --target local-linux ${few} --bench heap --json`);
  const { folder } = JSON.parse(out) as { folder: string };
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  return record?.passes[0]?.facts['libc'];
}

test('an agent on Linux uses the C library of the system', async () => {
  expect(await detectLibc('build --target local-linux')).toMatch(/^glibc 2\.\d+ \(shared\)$/);
});

testInAll('an agent on Linux brings its own C library on request', async () => {
  write('empty.c', ['#include <cyclescope/bench.h>', 'CYCLESCOPE_BENCH(empty) { ; }']);
  expect(await detectLibc('build --target local-linux --source empty.c --static')).toMatch(
    /^glibc 2\.\d+ \(static\)$/,
  );
});
