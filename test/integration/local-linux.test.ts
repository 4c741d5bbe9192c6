import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FirmwareSample } from '../../extension/profile';
import { agreesWithRecording } from '../../extension/runs/record/testing/agree';
import { readRunRecord } from '../../extension/runs/record/read';
import { decodeFile } from '../../extension/engine/decode/file';
import { local } from '../../extension/targets/local';
import { isEverything, testInAll } from '../everything';
import { fetchLate, measureOver, openOptions } from './agent/measured';
import { readShippedImage } from './agent/variants';
import { expectWhole } from './agent/whole';
import {
  listOwnLeftOvers,
  newWorkspace,
  listProcesses,
  startCli,
  until,
  untilMeasuring,
  type Workspace,
} from './cli-process';

const THROTTLING = '/proc/sys/kernel/sched_rt_runtime_us';
/** Long enough never to end on its own, and streamed on the way. */
const LONG = 'run --target local-linux --repeat 1 --bench context_switch --iterations 100000000';

/** A sampled operation of `profile --json`. */
interface SampledOperation {
  readonly sampled: object;
  readonly functions: readonly { readonly name: string; readonly total: number }[];
  readonly layers: readonly { readonly self: number }[];
}

let workspace: Workspace;
beforeAll(async () => {
  const builder = newWorkspace();
  const { code, err } = await startCli(builder, 'build --target local-linux').ended;
  builder.remove();
  if (code !== 0) throw new Error(err);
});
beforeEach(() => {
  workspace = newWorkspace();
});
afterEach(async () => {
  await until(() => listOwnLeftOvers(workspace).length === 0);
  workspace.remove();
});

const call = (line: string) => startCli(workspace, line).ended;

/** The one run that was kept. */
/** The newest run. */
function readKeptRun() {
  const ids = readdirSync(workspace.runs).filter((name) => !name.startsWith('.'));
  const id = ids.sort().at(-1) ?? '';
  const folder = join(workspace.runs, id);
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  if (record === undefined) throw new Error(`${folder} holds no record`);
  return { folder, record };
}

function requireAgent(owner: Workspace): number {
  const agent = listProcesses(owner).find(({ args }) => args[0]?.endsWith('/agent'));
  if (agent === undefined) throw new Error('no agent runs');
  return agent.pid;
}

/** The white paper's families. */
const FOUR = ['heap', 'mutex', 'thread/create', 'thread/join', 'context_switch']
  .map((bench) => `--bench ${bench}`)
  .join(' ');

const isRealtime = (facts: Readonly<Record<string, string>>) =>
  facts['sched']?.startsWith('SCHED_FIFO') === true &&
  facts['affinity']?.startsWith('CPU') === true;

describe('a run on this computer', () => {
  test('measures the four families without losses', async () => {
    const throttling = readFileSync(THROTTLING, 'utf8');
    const count = isEverything ? '' : ' --iterations 2000';
    await call(`run --target local-linux --repeat 1 --trace${count} ${FOUR}`);
    const { folder, record } = readKeptRun();
    expect(record.passes.map(({ build }) => build)).toEqual(['headline', 'traced']);
    for (const pass of record.passes) {
      expect(pass.stream).toMatchObject({ overflows: 0, lostPackets: 0 });
      expect(pass.problems).toEqual([]);
      expect(pass.facts).toMatchObject({ os: 'Linux', launch_context: 'local', tick_hz: '0' });
      const names = pass.operations.map(({ suite, status, attempted, stored, decoded }) => {
        expect([stored, decoded]).toEqual([attempted, attempted]);
        return `${suite} ${status}`;
      });
      const isCounted = pass.build === 'headline' && !pass.facts['counter']?.startsWith('none: ');
      for (const { status, counted } of pass.operations) {
        expect(counted?.unit).toBe(
          isCounted && status === 'ok' ? pass.facts['counter'] : undefined,
        );
      }
      const judged = isRealtime(pass.facts) ? 'ok' : 'refused';
      expect([...new Set(names)].sort()).toEqual(
        [`context_switch ${judged}`, 'heap ok', 'mutex ok', `thread ${judged}`].sort(),
      );
      const file = join(folder, pass.recording);
      const { runs } = await decodeFile(file, { signal: new AbortController().signal });
      expect(agreesWithRecording(pass, runs)).toEqual([]);
    }
    // The agent of another file may have lifted the limit meanwhile; it puts it back as well.
    await until(() => {
      const now = readFileSync(THROTTLING, 'utf8');
      return now === throttling || now !== '-1\n';
    });
  });

  testInAll('begins each recording for a host that comes late to a full pipe', async () => {
    const image = await readShippedImage('traced', 'local-linux');
    const lines = ['heap', 'mutex'].map((suite) => `run ${suite} n=20000 trace=1`);
    const [here] = local.targets ?? [];
    const link = await here!.open(image, openOptions());
    const measured = await measureOver(link, lines, fetchLate);
    expectWhole(measured);
    expect(measured.runs.map(({ suite }) => suite)).toEqual(['heap', 'mutex']);
  });

  test('has all 2,000 threads at once, and each join waits for one', async () => {
    // Were the last thread to run first, the first join would wait for all of them, every time. Other load delays one join
    // as much, now and then.
    for (let left = 5; left > 0; left--) {
      await call('run --target local-linux --repeat 1 --bench thread/join');
      const { record } = readKeptRun();
      const [pass] = record.passes;
      if (pass === undefined || !isRealtime(pass.facts)) return;
      const join = pass.operations.find(({ op }) => op === 'join');
      const sum = join?.quiet.reduce((total, [value, count]) => total + value * count, 0) ?? 0;
      expect(join?.quiet[0]?.[0]).toBeGreaterThan(500);
      const longest = join?.quiet.at(-1)?.[0] ?? sum;
      if (longest < sum / 4) return;
    }
    throw new Error('one join took more than a quarter of all, in each of five runs');
  });

  test('leaves nothing behind when it is killed in the middle', async () => {
    const run = startCli(workspace, LONG);
    await untilMeasuring(workspace);
    run.kill('SIGKILL');
    await run.ended;
    await until(() => listOwnLeftOvers(workspace).length === 0);
  });

  test('is incomplete and decodes if the agent exits', async () => {
    const run = startCli(workspace, LONG);
    await untilMeasuring(workspace);
    process.kill(requireAgent(workspace), 'SIGKILL');
    const { code, err } = await run.ended;
    expect([code, err]).toEqual([1, expect.stringContaining('The agent ended by SIGKILL')]);
    const { record } = readKeptRun();
    expect(record.status).toBe('incomplete');
    expect(record.passes[0]?.operations[0]).toMatchObject({ status: 'incomplete' });
    expect(record.passes[0]?.operations[0]?.decoded).toBeGreaterThan(8000);
  });

  test('has one owner at a time, and ends cleanly when it is interrupted', async () => {
    const run = startCli(workspace, LONG);
    await untilMeasuring(workspace);
    const second = await call('run --target local-linux --repeat 1 --bench heap');
    expect([second.code, second.err]).toEqual([1, expect.stringContaining('is in use by')]);
    run.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
    expect(readKeptRun().record.status).toBe('incomplete');
  });

  test('samples a benchmark with its callees in the kernel, and stores nothing', async () => {
    const line = 'sample --target local-linux --bench context_switch/switch --seconds 1 --json';
    const { code, out, err } = await startCli(workspace, line).ended;
    expect([code, err]).toEqual([0, expect.any(String)]);
    const { sample } = JSON.parse(out) as { sample: FirmwareSample };
    expect(sample).toMatchObject({ operation: 'context_switch/switch', isKernelHidden: false });
    expect(sample.rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    const findShare = (name: RegExp) =>
      sample.rows.find((row) => name.test(row.name))?.withCalls?.share;
    expect(findShare(/^(?:do_syscall_64|invoke_syscall) \[kernel\]$/)).toBeGreaterThan(0.3);
    expect(findShare(/^(?:sample|batch)$/)).toBeGreaterThan(0.1);
    expect(existsSync(workspace.runs)).toBe(false);
    expect(listOwnLeftOvers(workspace)).toEqual([]);
  });

  // Sampled as before, for longer; `sampling.test.ts` stores a sampled profile beside a run.
  testInAll(
    'stores a sampled profile beside a run, with the kernel and the source lines of the benchmark',
    async () => {
      const line =
        'run --target local-linux --bench context_switch/switch --iterations 20 --repeat 1 --profile';
      const measured = await startCli(workspace, line).ended;
      expect([measured.code, measured.err]).toEqual([
        0,
        expect.stringContaining('Sampling context'),
      ]);
      const shown = await call('profile latest --top 1000 --json');
      const [operation] = (JSON.parse(shown.out) as { operations: SampledOperation[] }).operations;
      const { functions = [], layers = [], ...own } = operation ?? {};
      expect(own).toMatchObject({
        name: 'context_switch/switch',
        sampled: { isFlat: false, way: expect.stringContaining("perf's event") },
      });
      expect(layers.reduce((sum, { self }) => sum + self, 0)).toBeCloseTo(1, 9);
      const findTotal = (name: RegExp) => functions.find((row) => name.test(row.name))?.total;
      expect(findTotal(/^(?:do_syscall_64|invoke_syscall)$/)).toBeGreaterThan(0.3);
      expect((await call('profile latest --show lines')).out).toMatch(
        /\d  +cyclescope_os_yield\(\);/,
      );
      expect(listOwnLeftOvers(workspace)).toEqual([]);
    },
  );
});
