import { readdirSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agreesWithRecording } from '../../extension/runs/record/testing/agree';
import { readRunRecord } from '../../extension/runs/record/read';
import { decodeFile } from '../../extension/engine/decode/file';

const sample = join(import.meta.dirname, '..', '..', 'media', 'sample');
const runs = readdirSync(sample);
const readText = (run: string) => readFileSync(join(sample, run, 'run.json'), 'utf8');

/** The white paper's counts. */
const counts = {
  'heap/malloc': 1000,
  'heap/free': 1000,
  'mutex/lock': 1000,
  'mutex/unlock': 1000,
  'mutex/pair': 1000,
  'thread/create': 2000,
  'thread/join': 2000,
  'context_switch/switch': 500_000,
};

it('shows both sides of the white paper', () => {
  const targets = runs.map((run) => readRunRecord(readText(run)).record?.target.id);
  expect(targets).toEqual(['qemu-freertos-m7', 'qemu-linux-imx6ul']);
});

describe.each(runs)('the sample %s', (run) => {
  const text = readText(run);
  const { record } = readRunRecord(text);

  it('is whole, and records how it was made', () => {
    expect(record).toMatchObject({ id: run, status: 'complete' });
    const benches =
      "--bench 'heap/*' --bench 'mutex/*' --bench thread/create --bench thread/join --bench 'context_switch/*'";
    expect(record?.command).toBe(
      `cyclescope run --target ${record?.target.id} ${benches} --traced-iterations 500 --trace`,
    );
    // The note on the white paper's count in a trace is not a problem.
    expect(record?.problems).toEqual([]);
    expect(record?.notes).toEqual([expect.stringMatching(/^Traced with 500 iterations/)]);
    expect(record?.passes.map(({ build }) => build)).toEqual(['headline', 'traced']);
  });

  it("has the white paper's counts", () => {
    const operations = record?.passes[0]?.operations ?? [];
    const measured = operations.map(({ suite, op, status, requested }) => {
      expect(status).toBe('ok');
      return [`${suite}/${op}`, requested];
    });
    expect(Object.fromEntries(measured)).toEqual(counts);
  });

  it('agrees with its recordings', async () => {
    for (const pass of record?.passes ?? []) {
      const file = join(sample, run, pass.recording);
      const { runs: decoded } = await decodeFile(file, { signal: new AbortController().signal });
      expect(agreesWithRecording(pass, decoded)).toEqual([]);
    }
    expect.assertions(2);
  });

  it('contains nothing about the computer that made it', () => {
    const names = [hostname(), userInfo().homedir].filter((name) => name.length > 3);
    for (const name of ['/tmp/', '/home/', ...names]) expect(text).not.toContain(name);
  });
});
