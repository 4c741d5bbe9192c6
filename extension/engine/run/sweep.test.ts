import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Target } from '../../targets/target';
import { bench } from '../testing/benches';
import { fakeAgent } from '../testing/fake-agent';
import { fakeTarget, putImage } from '../testing/fake-target';
import { type Scene, stageRun } from '../testing/stage-run';

const benches = [
  bench('heap', 'malloc', { params: [{ name: 'size', default: 4, min: 1, max: 64 }] }),
  bench('heap', 'free'),
];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweep-'));
  await putImage(folder, 'headline', benches);
});
afterEach(() => rm(folder, { recursive: true }));

const stage = (scene: Scene) => stageRun(folder, benches, scene);

describe('a sweep', () => {
  it('measures every point of a sweep once per repeat, and the rest once', async () => {
    const spec = { patterns: ['heap'], iterations: 5, settings: { size: [4, 8] }, repeat: 2 };
    const { run, links, seen } = stage({ spec });
    const { record } = await run;
    expect([record.status, record.sweep]).toEqual(['complete', [{ name: 'size', values: [4, 8] }]]);
    const measured = record.passes[0]?.operations.map(({ op, params, repeat }) => [
      op,
      params['size'],
      repeat,
    ]);
    const once = [
      ['malloc', 4],
      ['free', undefined],
      ['malloc', 8],
    ];
    expect(measured).toEqual([0, 1].flatMap((repeat) => once.map((each) => [...each, repeat])));
    expect(links[0]?.calls).toContain('run heap op=malloc n=5 size=8');
    const ends = seen.filter(({ isEnd, repeat }) => isEnd && repeat === 1);
    expect(ends.map(({ point }) => point)).toEqual([{ size: 4 }, {}, { size: 8 }]);
  });

  it("uses the values of the documents' tables on request, unless some are set", async () => {
    const limits = { default: 100, min: 100, max: 10_000 };
    const params = [
      { name: 'threads', default: 2, min: 1, max: 32 },
      { name: 'size', ...limits },
    ];
    const sorting = [bench('sort', 'quick', { params }), ...benches];
    await putImage(folder, 'headline', sorting);
    const { target, links } = fakeTarget(() => fakeAgent(sorting));
    const settings = { threads: [4] };
    const asked = { patterns: ['sort', 'heap/free'], iterations: 5, settings, asPublished: true };
    const { record } = await stage({ target, spec: asked }).run;
    expect(record.sweep).toEqual([{ name: 'sort.size', values: [100, 1000, 10_000] }]);
    expect(links[0]?.calls.filter((call) => call.startsWith('run '))).toEqual([
      ...[100, 1000, 10_000].map((size) => `run sort n=5 threads=4 size=${size}`),
      'run heap op=free n=5',
    ]);
    const other = { patterns: ['heap'], settings: {}, asPublished: true };
    await expect(stage({ target, spec: other }).run).rejects.toMatchObject({
      code: 'unknown-parameter',
      message: 'The published tables have no parameters for the selected benchmarks.',
    });
  });

  it('keeps a point that does not fit with its reason, and is complete', async () => {
    const spec = { patterns: ['heap/malloc'], iterations: 5, settings: { size: [4, 64] } };
    const { record } = await stage({ faults: { refusesPoint: 'size=64' }, spec }).run;
    expect(record.status).toBe('complete');
    expect(
      record.passes[0]?.operations.map(({ status, reason, params }) => ({
        status,
        reason,
        size: params['size'],
      })),
    ).toEqual([
      { status: 'ok', reason: undefined, size: 4 },
      { status: 'refused', reason: 'not on this system', size: 64 },
    ]);
  });

  it('announces the lines of a sweep, too, to a target that needs them', async () => {
    const { target } = fakeTarget(() => fakeAgent(benches));
    const announced: (readonly string[])[] = [];
    const knowing: Target = {
      ...target,
      open: async (image, options) => ({
        ...(await target.open(image, options)),
        announce: (lines) => void announced.push(lines),
      }),
    };
    const spec = { patterns: ['heap/malloc'], iterations: 5, settings: { size: [4, 8] } };
    await stage({ target: knowing, spec }).run;
    const lines = [4, 8].map((size) => `run heap op=malloc n=5 size=${size}`);
    expect(announced).toEqual([['hello', 'list', ...lines]]);
  });
});
