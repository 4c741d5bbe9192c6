import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRunRecord } from '../../extension/core/runs/read';
import { leftOver, newWorkspace, startCli, until, type Workspace } from './cli-process';

const target = '--target qemu-freertos-m7';

let workspace: Workspace;
beforeEach(() => {
  workspace = newWorkspace();
});
afterEach(async () => {
  await until(() => leftOver(workspace).length === 0, 5000);
  workspace.remove();
});

const call = (line: string) => startCli(workspace, line).ended;

function write(name: string, lines: readonly string[]): void {
  writeFileSync(join(workspace.folder, name), `${lines.join('\n')}\n`);
}

test('a file of ten lines is built, listed with its place, and measured with its parameter', async () => {
  write('spin.c', [
    '#include <cyclescope/bench.h>',
    '',
    'CYCLESCOPE_BENCH(rounds, .about = "an empty loop",',
    '                 CYCLESCOPE_PARAMS({"count", 100, 1, 10000}))',
    '{',
    '    for (uint32_t left = run->params[0]; left; --left) CYCLESCOPE_BARRIER();',
    '}',
  ]);
  expect(await call(`build ${target} --source spin.c`)).toMatchObject({ code: 0 });
  const listed = await call(`list ${target}`);
  expect(listed.out).toMatch(/spin\/rounds .*spin\.c:3\n.*an empty loop/);
  const mean = async (count: number) => {
    const { code, out } = await call(`run ${target} --bench spin --set count=${count} --json`);
    expect(code).toBe(0);
    const { folder } = JSON.parse(out) as { folder: string };
    const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
    return record?.passes[0]?.operations[0]?.quiet[0]?.[0] ?? NaN;
  };
  // Two or three instructions a round, whatever stands around the loop.
  const perRound = ((await mean(1000)) - (await mean(500))) / 500;
  expect(perRound).toBeGreaterThanOrEqual(2);
  expect(perRound).toBeLessThanOrEqual(3);
});

test('a changed header makes another image, an unchanged one does not', async () => {
  write('work.c', [
    '#include <cyclescope/bench.h>',
    '#include "my work.h"',
    'CYCLESCOPE_BENCH(work) { WORK; }',
  ]);
  const build = async () => (await call(`build ${target} --source work.c`)).out;
  write('my work.h', ['#define WORK CYCLESCOPE_BARRIER()']);
  expect(await build()).toMatch(/headline: built/);
  expect(await build()).toMatch(/headline: up to date/);
  write('my work.h', ['#define WORK run->params']);
  expect(await build()).toMatch(/headline: built/);
});

test("the compiler's words are passed through", async () => {
  write('wrong.c', [
    '#include <cyclescope/bench.h>',
    'CYCLESCOPE_BENCH(wrong) { undeclared(); ; }',
    '?',
  ]);
  const { code, err } = await call(`build ${target} --source wrong.c`);
  expect(code).toBe(1);
  expect(err).toMatch(/wrong\.c:3:1: error/);
});

test('an agent that ends in a fault says where; the run fails and leaves nothing', async () => {
  write('crash.c', [
    '#include <cyclescope/bench.h>',
    'CYCLESCOPE_BENCH(trap, .about = "an undefined instruction") { __builtin_trap(); }',
  ]);
  expect(await call(`build ${target} --source crash.c`)).toMatchObject({ code: 0 });
  const { code, err } = await call(`run ${target} --bench crash`);
  expect(code).toBe(1);
  expect(err).toMatch(/fault at 0x[0-9a-f]{8}, called from 0x[0-9a-f]{8}/);
});

test('on Linux the agent takes the C library of the system, or brings its own', async () => {
  write('empty.c', ['#include <cyclescope/bench.h>', 'CYCLESCOPE_BENCH(empty) { ; }']);
  const libc = async (option: string) => {
    const built = await call(`build --target local-linux --source empty.c${option}`);
    expect(built).toMatchObject({ code: 0 });
    const { out } = await call('run --target local-linux --bench heap --repeat 1 --json');
    const { folder } = JSON.parse(out) as { folder: string };
    const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
    return record?.passes[0]?.facts['libc'];
  };
  expect(await libc('')).toMatch(/^glibc 2\.\d+ \(shared\)$/);
  expect(await libc(' --static')).toMatch(/^glibc 2\.\d+ \(static\)$/);
});
