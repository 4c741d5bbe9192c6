import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agreesWithRecording } from '../../extension/runs/record/testing/agree';
import { readRunRecord } from '../../extension/runs/record/read';
import type { RunRecord } from '../../extension/runs/record/record';
import { decodeFile } from '../../extension/engine/decode/file';
import { copyObjects } from '../../scripts/lib/objects.mjs';
import { isEverything, testInAll } from '../everything';
import {
  requireEmulator,
  listOwnLeftOvers,
  listProcesses,
  startCli,
  until,
  untilMeasuring,
  workspaceForEach,
} from './cli-process';

const target = 'qemu-freertos-m7';
const long = `run --target ${target} --bench context_switch --iterations 2000000`;

const workspace = workspaceForEach();

const call = (line: string) => startCli(workspace, line).ended;

function records(): readonly { readonly folder: string; readonly record: RunRecord }[] {
  return readdirSync(workspace.runs).map((id) => {
    const folder = join(workspace.runs, id);
    const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
    if (!record) throw new Error(`${folder} holds no record`);
    return { folder, record };
  });
}

async function disagreements(): Promise<readonly string[]> {
  const passes = records().flatMap(({ folder, record }) => {
    return record.passes.map((pass) => ({ pass, file: join(folder, pass.recording) }));
  });
  const found = passes.map(async ({ pass, file }) => {
    const { runs } = await decodeFile(file, { signal: new AbortController().signal });
    return agreesWithRecording(pass, runs);
  });
  return (await Promise.all(found)).flat();
}

describe('a run', () => {
  test('of both passes loses nothing, repeats exactly, and its recordings rebuild it', async () => {
    const { code, out, err } = await call(
      `run --target ${target} --bench heap --bench mutex --iterations 200 --repeat 2 --trace --json`,
    );
    expect([code, JSON.parse(out)], err).toMatchObject([0, { schema: 1, status: 'complete' }]);
    const [{ record } = { record: undefined }] = records();
    for (const { build, operations, stream, problems: found } of record?.passes ?? []) {
      expect(found).toEqual([]);
      expect(stream).toMatchObject({ overflows: 0, lostPackets: 0 });
      for (const { suite, op, decoded, stored, attempted, problems } of operations) {
        expect([suite, op, decoded, stored, problems]).toEqual([
          suite,
          op,
          attempted,
          attempted,
          [],
        ]);
      }
      if (build !== 'headline') continue;
      const digests = (wanted: number) =>
        operations.filter(({ repeat }) => repeat === wanted).map(({ digest }) => digest);
      expect(digests(1)).toEqual(digests(0));
    }
    expect(record?.passes.map(({ build }) => build)).toEqual(['headline', 'traced']);
    expect(await disagreements()).toEqual([]);
  });

  test('can be decoded and reported', async () => {
    await call(`run --target ${target} --bench heap`);
    const [{ folder, record } = { folder: '', record: undefined }] = records();
    const { out } = await call(`decode ${join(folder, 'recording.SVDat')} --json`);
    const operations = record?.passes[0]?.operations ?? [];
    expect(JSON.parse(out)).toMatchObject({
      cores: [{ overflowEvents: 0, lostPackets: 0, trailingBytes: 0, problems: [] }],
      runs: [{ operations: operations.map(({ op, digest, quiet }) => ({ op, digest, quiet })) }],
    });
    expect((await call('report latest -o report.md')).code).toBe(0);
    expect(readFileSync(join(workspace.folder, 'report.md'), 'utf8')).toContain('heap/malloc');
  });
});

describe('a benchmark of the user', () => {
  const source = `#include <cyclescope/bench.h>

static volatile unsigned s_sum;

CYCLESCOPE_BENCH(add, .about = "add a number")
{
    s_sum += 3;
}
`;

  test("is reported in the compiler's words if it does not compile, and no older image is measured", async () => {
    writeFileSync(join(workspace.folder, 'bad.c'), 'int x');
    const build = `build --target ${target} --source bad.c`;
    const { code, err } = await call(build);
    expect([code, err]).toEqual([1, expect.stringMatching(/bad\.c:1:1: error/)]);
    const agent = join(workspace.folder, '.cyclescope', 'agent', target);
    expect(readdirSync(agent)).toContain('last-build-failed.txt');
    // Sources that compile may have left their objects.
    const files = readdirSync(agent, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /manifest\.json|\.elf$/.test(name))).toEqual([]);

    const few = `run --target ${target} --iterations 10 --repeat 1`;
    const refused = await call(few);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/last build .* failed: bad\.c does not compile\.[^]*--stale/);
    expect((await call(`${few} --bench heap`)).code).toBe(0);
    expect((await call(`${few} --bench h*/* --stale`)).code).toBe(0);

    // Once it compiles, it is listed with its line, and can be run.
    copyObjects(workspace.folder, target);
    writeFileSync(join(workspace.folder, 'mine.c'), source);
    const built = await call(`build --target ${target} --source mine.c --json`);
    expect([built.code, JSON.parse(built.out)]).toMatchObject([0, { images: [{}, {}] }]);
    expect(readdirSync(agent)).not.toContain('last-build-failed.txt');
    const { out } = await call(`list --target ${target} --json`);
    expect(JSON.parse(out)).toMatchObject({
      image: { origin: 'built' },
      benches: expect.arrayContaining([
        expect.objectContaining({
          suite: 'mine',
          op: 'add',
          at: expect.stringMatching(/mine\.c:5$/),
        }),
      ]),
    });
    expect((await call(`${few} --bench mine`)).code).toBe(0);
  });
});

describe('what ends a run early', () => {
  testInAll('killed, it leaves only the run, which the next list keeps as incomplete', async () => {
    const running = startCli(workspace, long);
    await untilMeasuring(workspace);
    const { memory } = requireEmulator(workspace);
    running.kill('SIGKILL');
    await until(() => listOwnLeftOvers(workspace).length === 0 && !existsSync(memory));
    expect(readdirSync(workspace.runs)).toEqual([expect.stringMatching(/^\.partial-[^~]+$/)]);
    expect(await call('report latest -o -')).toMatchObject({ code: 0 });
    expect(records().map(({ record }) => record.status)).toEqual(['incomplete']);
    const [pass] = records()[0]?.record.passes ?? [];
    expect(pass?.operations[0]?.decoded).toBeGreaterThan(1000);
    expect(pass?.facts).toMatchObject({ os: 'FreeRTOS', windows: 'fenced' });
    expect(await disagreements()).toEqual([]);
  });

  testInAll(
    'killed with its guardians and another run, both are kept by the next list',
    async () => {
      const targets = [target, 'qemu-freertos-m3'];
      for (const each of targets) startCli(workspace, long.replace(target, each));
      const listRecordings = () =>
        readdirSync(workspace.runs).filter((name) => {
          const file = join(workspace.runs, name, 'recording.SVDat');
          return existsSync(file) && statSync(file).size > 50_000;
        });
      await until(() => existsSync(workspace.runs) && listRecordings().length === 2);
      for (const { pid } of listProcesses(workspace)) process.kill(pid, 'SIGKILL');
      await until(() => listProcesses(workspace).length === 0);
      // No process was left to give them up.
      expect(readdirSync(workspace.runs).join()).toMatch(/^\.partial-.*~.*,\.partial-.*~/);
      expect(await call('report latest -o -')).toMatchObject({ code: 0 });
      expect(records().map(({ record }) => record.status)).toEqual(['incomplete', 'incomplete']);
      for (const each of targets) {
        const line = `run --target ${each} --bench heap/malloc --iterations 50`;
        expect(await call(line)).toMatchObject({ code: 0 });
      }
    },
  );

  test('interrupted, it keeps the run as incomplete; meanwhile the target stays in use', async () => {
    const running = startCli(workspace, long);
    await untilMeasuring(workspace);
    const second = await call(`run --target ${target} --bench heap --json`);
    expect(JSON.parse(second.out)).toMatchObject({ schema: 1, error: { code: 'busy' } });
    expect([second.code, second.err]).toEqual([1, expect.stringContaining(String(running.pid))]);
    expect(second.err).toContain('add --wait 600');
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(records().map(({ record }) => record.status)).toEqual(['incomplete']);
    expect(records()[0]?.record.passes[0]?.operations[0]?.decoded).toBeGreaterThan(1000);
    expect(await disagreements()).toEqual([]);
  });

  testInAll('waiting for a target, it starts once the target is free', async () => {
    const running = startCli(workspace, long);
    await untilMeasuring(workspace);
    const waiting = startCli(workspace, `run --target ${target} --bench heap --wait 600`);
    await until(() => waiting.messages().includes('Waiting until it is free.'));
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect((await waiting.ended).code).toBe(0);
    expect(records().map(({ record }) => record.status)).toEqual(['incomplete', 'complete']);
  });

  testInAll('without its emulator, it reports that and keeps what arrived', async () => {
    const running = startCli(workspace, long);
    await untilMeasuring(workspace);
    process.kill(requireEmulator(workspace).pid, 'SIGKILL');
    const { code, err } = await running.ended;
    expect([code, err]).toEqual([1, expect.stringMatching(/incomplete/)]);
    expect(records().map(({ record }) => record.status)).toEqual(['incomplete']);
  });

  test('without an emulator, it lists what is missing and how to get it', async () => {
    const running = startCli(workspace, `run --target ${target} --json`, { PATH: '/nonexistent' });
    const { code, out } = await running.ended;
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { error: { code: 'missing-program', hint: expect.stringMatching(/qemu-system-arm/) } },
    ]);
  });

  const canMount = process.platform === 'linux' && process.getuid?.() === 0;
  test.runIf(isEverything && canMount)(
    'on a full disk, it reports that and leaves nothing there',
    async () => {
      const disk = join(workspace.folder, 'disk');
      mkdirSync(disk);
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'none', disk]);
      // A container may forbid it: the unit tests write to /dev/full then.
      if (mounted.status !== 0) return;
      try {
        const { code, out } = await call(`${long} --out ${disk} --json`);
        expect([code, JSON.parse(out)]).toMatchObject([1, { error: { code: 'no-space' } }]);
        expect(readdirSync(disk)).toEqual([]);
      } finally {
        spawnSync('umount', [disk]);
      }
    },
  );
});
