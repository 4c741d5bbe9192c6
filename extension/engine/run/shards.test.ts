import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agreesWithRecording } from '../../runs/record/testing/agree';
import { readRunRecord } from '../../runs/record/read';
import type { RunRecord } from '../../runs/record/record';
import { decodeFile } from '../decode/file';
import { bench } from '../testing/benches';
import { fakeAgent, type Faults } from '../testing/fake-agent';
import { fakeTarget, putImage } from '../testing/fake-target';
import { exampleSpec } from '../testing/stage-run';
import { runBenchmarks } from './run';
import { runInShards } from './shards';
import type { RunSpec } from './spec';

const size = { name: 'size', default: 4, min: 1, max: 64 };
const benches = [
  bench('heap', 'malloc', { params: [size] }),
  bench('heap', 'free'),
  bench('mutex', 'lock', { params: [size] }),
  bench('mutex', 'unlock'),
  bench('queue', 'send'),
];
const { signal } = new AbortController();

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shards-'));
  await putImage(folder, 'headline', benches);
  await putImage(folder, 'traced', benches);
});
afterEach(() => rm(folder, { recursive: true }));

const targetWith = (faults: Faults, known = benches) =>
  fakeTarget((build) => {
    const hooks = build === 'traced' ? '1' : '0';
    return fakeAgent(known, { ...faults, facts: { hooks, ...faults.facts } });
  }).target;

/** Measures in as many shards as there are faults, one for each. */
function stage(spec: Partial<RunSpec>, faults: readonly Faults[], known = benches) {
  const asked = { ...exampleSpec(folder), ...spec };
  const targets = faults.map((each) => targetWith(each, known));
  const makeContext = (shard: number) => ({
    resolveTarget: () => targets[shard] ?? targetWith({}),
    signal,
    onMessage: () => undefined,
    onProgress: () => undefined,
  });
  const values = faults.map(() => asked.target);
  return runInShards(asked, values, makeContext(0), (own, shard) =>
    runBenchmarks(own, makeContext(shard)),
  );
}

const names = ({ passes }: RunRecord) =>
  passes[0]?.operations.map(({ suite, op, repeat, shard }) => [`${suite}/${op}`, repeat, shard]);
const runs = () => readdir(join(folder, 'runs'));

describe('shards', () => {
  it('become one run whose recordings hold all of its values', async () => {
    const { record, folder: kept } = await stage({ trace: true, repeat: 2 }, [{}, {}]);
    expect(record).toMatchObject({
      status: 'complete',
      problems: [],
      shards: [{ target: 'fake' }, { target: 'fake' }],
    });
    const once = (repeat: number) => [
      ['heap/malloc', repeat, 0],
      ['heap/free', repeat, 1],
      ['mutex/lock', repeat, 0],
      ['mutex/unlock', repeat, 1],
      ['queue/send', repeat, 0],
    ];
    expect(names(record)).toEqual([...once(0), ...once(1)]);
    expect(readRunRecord(await readFile(join(kept, 'run.json'), 'utf8')).record).toEqual(record);
    for (const pass of record.passes) {
      const { runs: found, problems } = await decodeFile(join(kept, pass.recording), { signal });
      expect([agreesWithRecording(pass, found), problems]).toEqual([[], []]);
    }
    expect(record.passes.map(({ build }) => build)).toEqual(['headline', 'traced']);
    expect(await readdir(kept)).toEqual([
      'figures.json',
      'recording-traced.SVDat',
      'recording.SVDat',
      'run.json',
    ]);
    expect(await runs()).toEqual([record.id]);
  });

  it('measure the values of a run without shards', async () => {
    const { record } = await stage({ settings: { size: [8, 16] } }, [{}, {}, {}]);
    const whole = await runBenchmarks(
      { ...exampleSpec(folder), settings: { size: [8, 16] } },
      {
        resolveTarget: () => targetWith({}),
        signal,
        onMessage: () => undefined,
        onProgress: () => undefined,
      },
    );
    const values = ({ passes: [pass] }: RunRecord) =>
      pass?.operations
        .map(({ suite, op, params, digest }) => JSON.stringify([suite, op, params, digest]))
        .sort();
    expect(values(record)).toEqual(values(whole.record));
    expect(record.sweep).toEqual(whole.record.sweep);
  });

  it('take about as long each', async () => {
    const [malloc, ...others] = benches;
    const many = { ...malloc!, iterations: 5000 };
    await putImage(folder, 'headline', [many, ...others]);
    const { record } = await stage({}, [{}, {}]);
    expect(names(record)?.map(([, , shard]) => shard)).toEqual([0, 1, 1, 0, 1]);
  });

  it('keep operations together that share a queue', async () => {
    const sharing = [
      bench('timer', 'start_stop'),
      bench('workqueue', 'submit_execute'),
      bench('cmsis_timer', 'start_stop'),
    ];
    const known = [...benches, ...sharing];
    await putImage(folder, 'headline', known);
    const { record } = await stage({}, [{}, {}], known);
    const shards = new Map(record.passes[0]?.operations.map(({ suite, shard }) => [suite, shard]));
    expect(sharing.map(({ suite }) => shards.get(suite))).toEqual([0, 0, 0]);
    expect(new Set(shards.values())).toEqual(new Set([0, 1]));
  });

  it('are never more than the operations', async () => {
    const { record } = await stage({ patterns: ['queue/*'] }, [{}, {}]);
    expect([names(record), record.shards]).toEqual([[['queue/send', 0, 0]], [{ target: 'fake' }]]);
  });

  it('may have boards of other names, which the shards keep', async () => {
    const board = (place: string, more = {}) => ({
      facts: { place, probe: `SN-${place}`, place_tags: 'core=m7', chip: 'STM32F407VG', ...more },
    });
    const { record } = await stage({ trace: true }, [board('board1'), board('board2')]);
    expect(record.shards).toEqual([
      { target: 'fake', facts: { place: 'board1', probe: 'SN-board1' } },
      { target: 'fake', facts: { place: 'board2', probe: 'SN-board2' } },
    ]);
    for (const { facts } of record.passes) {
      expect(facts).toMatchObject({ place_tags: 'core=m7', chip: 'STM32F407VG' });
      expect([facts['place'], facts['probe']]).toEqual([undefined, undefined]);
    }
    const other = stage({}, [board('board1'), board('board2', { core_hz_error: '0.2 %' })]);
    await expect(other).rejects.toThrow('core_hz_error is 0.2 % instead of unknown in shard 2');
  });

  it('that were not measured alike are kept as runs of their own', async () => {
    const different = stage({}, [{}, { facts: { core: '2' } }]);
    await expect(different).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('core is 2 instead of 1 in shard 2'),
    });
    expect(await runs()).toHaveLength(2);
  });

  it('keep what the others have measured if one of them fails', async () => {
    const { record, error } = await stage({}, [{}, { refuses: 'hello' }]);
    expect(record.status).toBe('incomplete');
    expect(record.problems).toEqual([expect.stringMatching(/^Shard 2 of 2: .*not today/)]);
    expect(names(record)?.map(([name]) => name)).toEqual([
      'heap/malloc',
      'mutex/lock',
      'queue/send',
    ]);
    expect(error).toBeInstanceOf(Error);
  });

  it('leave nothing behind if none measures anything', async () => {
    await expect(stage({}, [{ refuses: 'hello' }, { refuses: 'hello' }])).rejects.toThrow(
      'not today',
    );
    expect(await runs()).toEqual([]);
  });
});
