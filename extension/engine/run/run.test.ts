import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agreesWithRecording } from '../../runs/record/testing/agree';
import { readRunRecord } from '../../runs/record/read';
import type { Bench } from '../../agent/manifest';
import type { Target, TargetLink } from '../../targets/target';
import { decodeFile } from '../decode/file';
import { bench } from '../testing/benches';
import { fakeAgent, type Faults } from '../testing/fake-agent';
import { type FakeLink } from '../testing/fake-link';
import { fakeTarget, putImage, makeRisingLoad } from '../testing/fake-target';
import { type Scene, stageRun } from '../testing/stage-run';

const benches = [
  bench('heap', 'malloc', { params: [{ name: 'size', default: 4, min: 1, max: 64 }] }),
  bench('heap', 'free'),
  bench('mutex', 'lock', { iterations: 20_000 }),
];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-'));
  await putImage(folder, 'headline', benches);
  await putImage(folder, 'traced', benches);
});
afterEach(() => rm(folder, { recursive: true }));

const stage = (scene: Scene) => stageRun(folder, benches, scene);
const listSentRuns = (links: readonly FakeLink[]) =>
  links.flatMap(({ calls }) => calls.filter((call) => call.startsWith('run ')));
const runs = () => readdir(join(folder, 'runs')).catch(() => []);

describe('a run', () => {
  it('notes each image that is older than its sources', async () => {
    const sources = { 'fir.c': 'the digest of another text' };
    await putImage(folder, 'headline', benches, { sources });
    await writeFile(join(folder, 'fir.c'), 'CYCLESCOPE_BENCH(fir) {}');
    const imageFolders = [{ folder, origin: 'built', sources: folder }] as const;
    const { record } = await stage({ spec: { imageFolders } }).run;
    expect(record.notes).toEqual([expect.stringMatching(/^The headline image is older than/)]);
  });

  it('is stored with a record that its recording can rebuild', async () => {
    const { run, links, seen } = stage({});
    const { record, folder: kept, error } = await run;
    expect([record.status, error]).toEqual(['complete', undefined]);
    const operations = record.passes[0]?.operations ?? [];
    expect(operations.map(({ op, decoded }) => [op, decoded])).toEqual([
      ['malloc', 1000],
      ['free', 1000],
      ['lock', 20_000],
    ]);
    expect(readRunRecord(await readFile(join(kept, 'run.json'), 'utf8')).record).toEqual(record);
    const file = join(kept, 'recording.SVDat');
    const { runs: found } = await decodeFile(file, { signal: new AbortController().signal });
    expect(record.passes.flatMap((pass) => agreesWithRecording(pass, found))).toEqual([]);
    expect(await readdir(kept)).toEqual(['figures.json', 'recording.SVDat', 'run.json']);
    expect(links[0]?.calls.at(-1)).toBe('close');
    expect(seen.map(({ operation }) => operation)).toContain('heap/malloc');
  });

  describe('of an image in parts', () => {
    const [malloc, free, lock] = benches as [Bench, Bench, Bench];
    const reason = 'it needs 32000 bytes of RAM, and there are 31000';
    /** A target with several deployments; `calls` are the lines to its agents, and the deployments. */
    const inParts = (deals: Bench[][], refused: Bench[], silent: readonly number[] = []) => {
      const { target } = fakeTarget(() => fakeAgent(benches, { facts: { hooks: '0' } }));
      const calls: string[] = [];
      let there = 0;
      const dealt: TargetLink['dealt'] = {
        deals,
        silent: new Set(silent),
        refused: refused.map((each) => ({ bench: each, reason })),
        bring: (deal) => {
          const isOther = deal !== there;
          if (isOther) calls.push(`bring ${deal}`);
          there = deal;
          return Promise.resolve(isOther);
        },
      };
      const open: Target['open'] = async (...order) => {
        const link = await target.open(...order);
        const sendLine = (line: string) => {
          calls.push(line);
          return link.sendLine(line);
        };
        return { ...link, sendLine, dealt };
      };
      return { target: { ...target, open }, calls };
    };

    it('deploys one after another, in each repeat', async () => {
      const { target, calls } = inParts([[lock], [malloc, free]], []);
      const { record } = await stage({ target, spec: { repeat: 2 } }).run;
      const asked = ['hello', 'list'];
      const once = ['run mutex', 'bring 1', 'hello', 'list', 'run heap'];
      expect(calls).toEqual([asked, once, 'bring 0', asked, once].flat());
      expect(record.passes[0]?.operations.map(({ op, repeat }) => `${op} ${repeat}`)).toEqual([
        'lock 0',
        'malloc 0',
        'free 0',
        'lock 1',
        'malloc 1',
        'free 1',
      ]);
      expect([record.status, record.notes, record.problems]).toEqual(['complete', [], []]);
    });

    it('asks an agent only where it reports about itself, and keeps its answers for all', async () => {
      const { target, calls } = inParts([[], [lock], [malloc, free]], [], [1, 2]);
      const { record } = await stage({ target }).run;
      const runs = ['bring 1', 'run mutex', 'bring 2', 'run heap'];
      expect(calls).toEqual(['hello', 'list', ...runs]);
      expect(record.passes[0]?.facts).toMatchObject({
        hooks: '0',
        os: expect.any(String) as string,
      });
      expect([record.status, record.notes, record.problems]).toEqual(['complete', [], []]);
    });

    it('notes what does not fit, and is refused if that is all', async () => {
      const { target } = inParts([[lock]], [malloc, free]);
      const { record } = await stage({ target, spec: { repeat: 1 } }).run;
      expect(record.notes).toEqual([
        `heap/malloc was not measured: ${reason}.`,
        `heap/free was not measured: ${reason}.`,
      ]);
      const refused = stage({ target, spec: { patterns: ['heap'] } }).run;
      await expect(refused).rejects.toThrow(`heap/malloc was not measured: ${reason}.`);
    });
  });

  it('reports samples as they arrive, and when the target is quiet', async () => {
    const arrived: [string, number | undefined][] = [];
    const quiet: (string | undefined)[] = [];
    const { run, links } = stage({
      onProgress: ({ operation, isEnd }, samples) => {
        if (isEnd) arrived.push([operation, samples?.ticks.length]);
      },
      onQuiet: () => quiet.push(links[0]?.calls.at(-1)),
    });
    await run;
    expect(arrived.map(([operation]) => operation)).toEqual([
      'heap/malloc',
      'heap/free',
      'mutex/lock',
    ]);
    expect(arrived.at(-1)?.[1]).toBeLessThanOrEqual(20_000);
    expect(quiet).toEqual(['close']);
  });

  it('runs only the selection, with its settings', async () => {
    const spec = { patterns: ['heap/malloc'], iterations: 5, settings: { size: [8] } };
    const { run, links } = stage({ spec });
    const { record } = await run;
    expect(record.passes[0]?.operations.map(({ op }) => op)).toEqual(['malloc']);
    expect(links[0]?.calls).toContain('run heap op=malloc n=5 size=8');
  });

  it('repeats after a restart, and distinguishes the repeats', async () => {
    const { run, links } = stage({ spec: { repeat: 3, patterns: ['heap/free'] } });
    const { record } = await run;
    const [pass] = record.passes;
    expect(pass?.operations.map(({ repeat }) => repeat)).toEqual([0, 1, 2]);
    expect(new Set(pass?.operations.map(({ digest }) => digest)).size).toBe(1);
    expect(links[0]?.calls.filter((call) => call === 'restart')).toHaveLength(2);
  });

  it('announces all lines of a start to a target that needs them', async () => {
    const { target } = fakeTarget(() => fakeAgent(benches));
    const announced: (readonly string[])[] = [];
    const knowing: Target = {
      ...target,
      open: async (image, options) => ({
        ...(await target.open(image, options)),
        announce: (lines) => void announced.push(lines),
      }),
    };
    const spec = { repeat: 2, iterations: 5, patterns: ['heap'] };
    await stage({ target: knowing, spec }).run;
    expect(announced).toEqual([
      ['hello', 'list', 'run heap n=5'],
      ['hello', 'list', 'run heap n=5'],
    ]);
  });

  const counter = { hz: 100e6, ticks: 0, meanwhile: () => undefined };
  const inCycles = () => fakeTarget(() => fakeAgent(benches, { counter })).target;

  describe('with a link that disturbs it', () => {
    const disturbance = 'The core was stopped for every look';
    const measure = async (target: Target) => {
      const disturbing: Target = {
        ...target,
        open: async (image, options) => ({ ...(await target.open(image, options)), disturbance }),
      };
      const { record } = await stage({ target: disturbing, spec: { patterns: ['heap'] } }).run;
      return record.passes[0]?.operations ?? [];
    };

    it('marks every operation, and keeps the figures', async () => {
      const operations = await measure(inCycles());
      expect(operations.map(({ problems }) => problems.at(-1))).toEqual([disturbance, disturbance]);
      expect(operations.every(({ decoded }) => decoded === 1000)).toBe(true);
    });

    it('marks nothing where its clock counts instructions', async () => {
      const operations = await measure(fakeTarget(() => fakeAgent(benches)).target);
      expect(operations.map(({ problems }) => problems)).toEqual([[], []]);
    });
  });

  it('marks every operation if a doubt shows at the end', async () => {
    const target = inCycles();
    const doubt = "the core's rate is taken as 16.0 MHz, and after measuring it was 64.0 MHz";
    const findDoubt = () => Promise.resolve(doubt);
    const changing: Target = {
      ...target,
      open: async (image, options) => ({ ...(await target.open(image, options)), findDoubt }),
    };
    const { record } = await stage({ target: changing, spec: { patterns: ['heap'] } }).run;
    const operations = record.passes[0]?.operations ?? [];
    expect(operations.map(({ problems }) => problems.at(-1))).toEqual([doubt, doubt]);
  });

  it('asks the target for room only for what is measured', async () => {
    const { target } = fakeTarget(() => fakeAgent(benches));
    const asked: (readonly string[] | undefined)[] = [];
    const open: Target['open'] = (image, options) => {
      asked.push(options.benches?.map(({ suite, op }) => `${suite}/${op}`));
      return target.open(image, options);
    };
    await stage({ target: { ...target, open }, spec: { patterns: ['mutex'] } }).run;
    expect(asked).toEqual([['mutex/lock']]);
  });

  it('keeps what the link found out about the board beside the facts of the agent', async () => {
    const { target } = fakeTarget(() => fakeAgent(benches));
    const onBoard: Target = {
      ...target,
      open: async (image, options) => ({
        ...(await target.open(image, options)),
        facts: { chip: 'STM32F407VG' },
      }),
    };
    const { record } = await stage({ target: onBoard, spec: { patterns: ['heap'] } }).run;
    expect(record.passes[0]?.facts).toMatchObject({
      chip: 'STM32F407VG',
      agent: expect.any(String) as string,
    });
  });

  it('adds a shorter traced pass and reports that', async () => {
    const { run } = stage({ spec: { trace: true, patterns: ['mutex'] } });
    const { record, folder: kept } = await run;
    expect(record.passes.map(({ build, operations }) => [build, operations[0]?.decoded])).toEqual([
      ['headline', 20_000],
      ['traced', 10_000],
    ]);
    expect(record).toMatchObject({
      problems: [],
      notes: [expect.stringMatching(/10,000.*mutex\/lock/)],
    });
    expect(await readdir(kept)).toContain('recording-traced.SVDat');
  });
});

describe('failures', () => {
  it('a run with contradicting counts has failed, and lists them with the operation', async () => {
    const { run } = stage({ faults: { loses: 3 }, spec: { patterns: ['heap/free'] } });
    const { record } = await run;
    expect(record.status).toBe('failed');
    expect(record.passes[0]?.operations[0]?.problems.join()).toMatch(/997 of 1000/);
  });

  it('a control line that contradicts the stream is reported', async () => {
    const { run } = stage({ faults: { failsOperation: 'free' } });
    const { record } = await run;
    expect(record.status).toBe('failed');
    expect(record.passes[0]?.operations[1]?.problems.join()).toMatch(/control line and stream/);
  });

  it('a refused operation does not affect the others', async () => {
    const { record } = await stage({ faults: { refusesOperation: 'free' } }).run;
    expect(record.status).toBe('complete');
    const statuses = record.passes[0]?.operations.map(({ op, status }) => `${op} ${status}`);
    expect(statuses).toContain('free refused');
    expect(statuses).toContain('malloc ok');
  });

  it('a run that refuses everything has failed', async () => {
    const { run } = stage({
      faults: { refusesOperation: 'free' },
      spec: { patterns: ['heap/free'] },
    });
    expect((await run).record.status).toBe('failed');
  });

  it('a run missing from the stream is incomplete', async () => {
    const { record } = await stage({ faults: { isMute: true } }).run;
    expect(record.status).toBe('incomplete');
    expect(record.passes[0]?.problems.join()).toMatch(/heap\/free: none of its/);
  });

  it('a stream without a sync is requested once more', async () => {
    const { run, links } = stage({ faults: { runsWithoutSync: 1 }, spec: { patterns: ['heap'] } });
    const { record } = await run;
    expect(record.status).toBe('complete');
    expect(record.passes[0]?.operations.map(({ op, decoded }) => [op, decoded])).toEqual([
      ['malloc', 1000],
      ['free', 1000],
    ]);
    expect(record.notes).toEqual([
      'The stream lacked the beginning of "run heap": it was measured again.',
    ]);
    expect(record.passes[0]?.problems).toEqual([expect.stringMatching(/skipped at byte 0/)]);
    expect(listSentRuns(links)).toEqual(['run heap', 'run heap']);
  });

  it('a stream that lacks its sync again is not requested a third time', async () => {
    const { run, links } = stage({ faults: { runsWithoutSync: 9 }, spec: { repeat: 2 } });
    const { record } = await run;
    expect(record.status).toBe('incomplete');
    const repeated = ['run heap', 'run mutex'];
    expect(listSentRuns(links)).toEqual(['run heap', ...repeated, ...repeated]);
  });

  it("a recording without the run's end is incomplete", async () => {
    const { record } = await stage({ faults: { withoutRunEnd: true } }).run;
    expect(record.status).toBe('incomplete');
  });

  it('an interrupted run is stopped and kept as incomplete', async () => {
    const abort = new AbortController();
    const { run, links } = stage({
      faults: { hangs: true, onHang: () => abort.abort() },
      signal: abort.signal,
    });
    const { record, error } = await run;
    expect(error).toMatchObject({ code: 'cancelled' });
    expect(record.status).toBe('incomplete');
    expect(links[0]?.calls).toEqual(expect.arrayContaining(['stop', 'close']));
    expect(await runs()).toEqual([record.id]);
  });

  it('a silent agent is abandoned, and what it sent is kept', async () => {
    const { run, links } = stage({ faults: { hangs: true }, spec: { silenceSeconds: 0.3 } });
    const { record, error } = await run;
    expect(error).toMatchObject({ code: 'agent-silent' });
    expect(record.problems.join()).toMatch(/sent no control line for 0\.3 s/);
    expect(links[0]?.calls.at(-1)).toBe('close');
  });

  /** The conditions of a run that reads a rising load. */
  async function measureConditions(faults: Faults, more: Omit<Scene, 'faults' | 'target'> = {}) {
    const { target } = fakeTarget(() => fakeAgent(benches, faults));
    const loaded = { ...target, conditions: makeRisingLoad() };
    const { record } = await stage({ ...more, target: loaded }).run;
    return [record.status, record.passes[0]?.conditions];
  }
  const risen = { load_begin: '1.00', load_end: '2.00', stolen_ms: '10' };

  it('every end of a run records the load until then', async () => {
    expect(await measureConditions({})).toEqual(['complete', risen]);
    expect(await measureConditions({ loses: 1 })).toEqual(['failed', risen]);
    expect(await measureConditions({ withoutRunEnd: true })).toEqual(['incomplete', risen]);
    const abort = new AbortController();
    const { signal } = abort;
    const hangs = { hangs: true, onHang: () => abort.abort() };
    expect(await measureConditions(hangs, { signal })).toEqual(['incomplete', risen]);
    const spec = { silenceSeconds: 0.3 };
    expect(await measureConditions({ hangs: true }, { spec })).toEqual(['incomplete', risen]);
  });

  it('a machine that is gone leaves the load of the last reading', async () => {
    const reads = makeRisingLoad();
    let isGone = false;
    const conditions: Target['conditions'] = (signal) => {
      return isGone ? Promise.reject(new Error('unreachable')) : reads(signal);
    };
    const { target } = fakeTarget(() => {
      return fakeAgent(benches, { hangs: true, onHang: () => (isGone = true) });
    });
    const spec = { silenceSeconds: 0.3 };
    const { record } = await stage({ target: { ...target, conditions }, spec }).run;
    expect(record.passes[0]?.conditions).toEqual({ load_begin: '1.00' });
  });

  it.each<[string, Scene, object]>([
    ['hooks in the headline image', { faults: { facts: { hooks: '1' } } }, { code: 'refused' }],
    [
      'a clock in doubt',
      { faults: { facts: { clock_check: 'stands still' } } },
      { code: 'refused' },
    ],
    ['another protocol', { faults: { facts: { protocol: '2' } } }, { code: 'refused' }],
    ['an unknown benchmark', { spec: { patterns: ['haep'] } }, { code: 'unknown-benchmark' }],
    ['an unknown parameter', { spec: { settings: { siez: [1] } } }, { code: 'unknown-parameter' }],
    ['a missing image', { spec: { imageFolders: [] } }, { code: 'no-image' }],
    [
      'a refusing agent',
      { faults: { refuses: 'list' } },
      {
        message: expect.stringMatching(/today/),
        hint: expect.stringMatching(/^Correct what the agent names/),
      },
    ],
    ['an early interrupt', { signal: AbortSignal.abort() }, { code: 'cancelled' }],
  ])('%s fails and leaves nothing behind', async (_, scene, expected) => {
    const { run, links } = stage(scene);
    await expect(run).rejects.toMatchObject(expected);
    expect(await runs()).toEqual([]);
    expect(links.every((link) => link.calls.at(-1) === 'close')).toBe(true);
  });
});
