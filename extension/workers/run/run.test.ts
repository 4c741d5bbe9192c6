import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bench } from '../../engine/testing/benches';
import { type Faults, fakeAgent } from '../../engine/testing/fake-agent';
import { fakeTarget, putImage } from '../../engine/testing/fake-target';
import type { RunTelling, WorkerOrder } from './protocol';
import { lookUpTarget, measure } from './run';

const benches = [bench('heap', 'malloc'), bench('heap', 'free', { iterations: 3000 })];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-worker-'));
  await putImage(folder, 'headline', benches);
});
afterEach(() => rm(folder, { recursive: true }));

const runsFolder = () => join(folder, '.cyclescope', 'runs');

function start(change: Partial<WorkerOrder> = {}, faults: Faults = {}) {
  const { target, links } = fakeTarget(() => fakeAgent(benches, faults));
  const told: RunTelling[] = [];
  const abort = new AbortController();
  const order: WorkerOrder = {
    ...{ target: 'fake', places: [{ folder, origin: 'built' }], runsFolder: runsFolder() },
    ...{ patterns: [], trace: false, settings: {}, tool: 'cyclescope 1.2.3', ...change },
  };
  const serving = { signal: abort.signal, tell: (telling: RunTelling) => void told.push(telling) };
  return { run: measure(order, serving, () => target), told, links, cancel: () => abort.abort() };
}

describe('a run in a worker', () => {
  it('is kept and gives its rows without their samples', async () => {
    const { run, told } = start();
    const kept = await run;
    expect(await readdir(runsFolder())).toEqual([kept.id]);
    expect(kept).toMatchObject({ status: 'complete', failure: undefined, gate: undefined });
    expect(kept.rows.map(({ suite, op, samples }) => [suite, op, samples])).toEqual([
      ['heap', 'malloc', 1000],
      ['heap', 'free', 3000],
    ]);
    expect(JSON.stringify(kept.rows)).not.toContain('distribution');
    expect(told.at(-1)).toEqual({ kind: 'quiet' });
    expect(told[0]).toEqual({ kind: 'message', text: expect.stringContaining('headline image') });
  });

  it('tells the operation in progress with its histogram', async () => {
    const { run, told } = start({ patterns: ['heap/malloc'] });
    await run;
    const updates = told.flatMap((each) => (each.kind === 'progress' ? [each.progress] : []));
    const last = updates.at(-1);
    expect(last).toMatchObject({ operation: 'heap/malloc', isEnd: true, unit: 'instr' });
    const counted = last?.histogram.counts.reduce((sum, count) => sum + count, 0);
    expect(counted).toBeLessThanOrEqual(1000);
    expect(last?.histogram.counts.length).toBeLessThanOrEqual(64);
  });

  it('can be structured-cloned, whatever it gives and tells', async () => {
    const { run, told } = start();
    const kept = await run;
    expect(structuredClone(kept)).toEqual(kept);
    expect(structuredClone(told)).toEqual(told);
  });

  it('is stopped by its signal, and what it measured is kept', async () => {
    const { run, links, cancel } = start({}, { hangs: true, onHang: () => cancel() });
    const kept = await run;
    expect(kept).toMatchObject({ status: 'incomplete' });
    expect(links[0]?.calls).toContain('stop');
    expect(links[0]?.calls.at(-1)).toBe('close');
  });

  it('says that a gate could not be applied, and keeps the run all the same', async () => {
    const { run, told } = start({ gate: 'regressed' });
    const kept = await run;
    expect(kept.gateProblem).toBe('No run is pinned as the baseline.');
    expect(kept.status).toBe('complete');
    expect(told.at(-1)).toEqual({ kind: 'comparing', kept: { ...kept, gateProblem: undefined } });
  });

  it('fails with a code where nothing could be measured, and leaves nothing', async () => {
    const { run } = start({ places: [{ folder: join(folder, 'elsewhere'), origin: 'shipped' }] });
    await expect(run).rejects.toMatchObject({ code: 'no-image' });
    expect(await readdir(runsFolder()).catch(() => [])).toEqual([]);
  });
});

describe('a target', () => {
  it('is found by its id or its address', () => {
    expect(lookUpTarget('qemu-freertos-m7').id).toBe('qemu-freertos-m7');
    expect(lookUpTarget('ssh://root@board').id).toBe('ssh://root@board');
  });

  it('that does not exist is a failure with what was probably meant', () => {
    expect(() => lookUpTarget('qemu-freertos-m8')).toThrowError(
      expect.objectContaining({
        code: 'unknown-target',
        hint: expect.stringContaining('qemu-freertos-m7'),
      }),
    );
  });
});
