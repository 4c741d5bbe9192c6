import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agreesWithRecording } from '../../extension/runs/record/testing/agree';
import { readRunRecord } from '../../extension/runs/record/read';
import type { RunRecord } from '../../extension/runs/record/record';
import { fullName } from '../../extension/runs/sweep/points';
import { pointText } from '../../extension/runs/sweep/points';
import { decodeFile } from '../../extension/engine/decode/file';
import { recordingCalls } from '../../extension/workers/recording/worker';
import { newWorkspace, startCli, type Workspace } from './cli-process';

const sweep = [
  'run --target qemu-freertos-m7 --bench sort/selection --bench heap/malloc --iterations 20',
  '--set threads=2..8x2 --set sort.size=100,1000000 --trace --json',
].join(' ');

interface Kept {
  readonly folder: string;
  readonly record: RunRecord;
}

let workspace: Workspace;
let runs: readonly Kept[] = [];
const call = (line: string) => startCli(workspace, line).ended;

async function measure(): Promise<Kept> {
  const { code, out } = await call(sweep);
  expect(code).toBe(0);
  const { folder } = JSON.parse(out) as { folder: string };
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  if (!record) throw new Error('no record was kept');
  return { folder, record };
}

beforeAll(async () => {
  workspace = newWorkspace();
  runs = [await measure(), await measure()];
});
afterAll(() => workspace.remove());

const threads = [2, 4, 8];

describe('a sweep', () => {
  test('is one complete run with every point, and benchmarks without the parameter once', () => {
    for (const { record } of runs) {
      expect(record).toMatchObject({
        status: 'complete',
        sweep: [
          { name: 'threads', values: threads },
          { name: 'sort.size', values: [100, 1_000_000] },
        ],
      });
      for (const { operations } of record.passes) {
        const sorted = operations.filter(({ op }) => op === 'selection');
        const points = sorted.map(({ params }) => [params['threads'], params['size']]);
        expect(points).toEqual(threads.flatMap((each) => [100, 1_000_000].map((n) => [each, n])));
        expect(operations.filter(({ op }) => op === 'malloc')).toHaveLength(1);
      }
    }
  });

  test('keeps points that cannot finish with their reason, without figures', () => {
    const all = runs.flatMap(({ record }) => record.passes.flatMap((pass) => pass.operations));
    const large = all.filter(({ params }) => params['size'] === 1_000_000);
    expect(large).toHaveLength(2 * 2 * threads.length);
    for (const { status, reason, quiet } of large) {
      expect([status, quiet]).toEqual(['refused', []]);
      expect(reason).toMatch(/ would take about \d+ s of the emulated clock, | bytes/);
    }
  });

  test('repeats exactly, and its recordings rebuild it', async () => {
    const digests = runs.map(({ record }) =>
      record.passes[0]?.operations.map(({ op, params, digest }) => [op, pointText(params), digest]),
    );
    expect(digests[1]).toEqual(digests[0]);
    for (const { folder, record } of runs) {
      for (const pass of record.passes) {
        const file = join(folder, pass.recording);
        const decoded = await decodeFile(file, { signal: new AbortController().signal });
        expect(agreesWithRecording(pass, decoded.runs)).toEqual([]);
      }
    }
  });

  test('has its own slow samples at each point', async () => {
    const [{ folder, record } = { folder: '', record: undefined }] = runs;
    const traced = record?.passes.find(({ build }) => build === 'traced');
    const serving = { signal: new AbortController().signal, report: () => undefined };
    const calls = recordingCalls();
    const path = join(folder, traced?.recording ?? '');
    await calls.open({ source: { path }, maxEvents: 10_000_000 }, serving);
    const measured = traced?.operations.filter(({ status }) => status === 'ok') ?? [];
    expect(measured).toHaveLength(threads.length + 1);
    for (const operation of measured) {
      const name = fullName(operation);
      const found = await calls.slowest({ operation: name, repeat: 0, count: 1 }, serving);
      const slowest = Math.max(
        ...[...operation.quiet, ...operation.ticked].map(([value]) => value),
      );
      expect(found).toMatchObject([{ operation: name, elapsed: slowest }]);
    }
    await calls.close(undefined, serving);
  });

  test('is compared with another one point by point', async () => {
    const { code, out } = await call('compare latest~1 latest --json');
    expect(code).toBe(0);
    const { operations } = JSON.parse(out) as {
      operations: readonly { name: string; outcomes: readonly { verdict?: string }[] }[];
    };
    const verdicts = operations.map(({ name, outcomes }) => [name, outcomes[0]?.verdict]);
    expect(verdicts).toEqual(
      expect.arrayContaining([
        ...threads.map((each) => [`sort/selection threads=${each} size=100`, 'unchanged']),
        ['heap/malloc', 'unchanged'],
      ]),
    );
  });
});
