import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Call, type Serving, Transferred } from '../../base/calls';
import { exampleColumn } from '../../compare/testing';
import { formatRunProfile, type ProfiledOperation } from '../../profile';
import type { SourceCosts } from './protocol';
import { exampleRunProfile, exampleSampledProfile } from '../../profile/stored/testing';
import { exampleHistory } from '../../history/testing/repository';
import { unpackPoints } from '../../report/points';
import { unpackSamples } from '../../report/results/samples';
import { exampleRun } from '../../report/testing';
import type { RunRecord } from '../../runs/record/record';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../runs/record/testing/example';
import { comparingCalls, figuresCalls } from './figures';
import type { FiguresCalls, PackedHistory } from './protocol';

describe('figures', () => {
  const serving: Serving<Call> = { signal: new AbortController().signal, report: () => undefined };
  const record = (count: number) =>
    exampleRecord(
      examplePass(collectSimulated({ operations: [exampleOperation('heap/malloc', 70, count)] })),
    );

  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'figures-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (count: number, at = folder) =>
    writeFileSync(join(at, 'run.json'), JSON.stringify(record(count)));

  const unwrap = <T extends object>(given: T | Transferred<T>): T =>
    given instanceof Transferred ? given.value : given;

  describe('the figures worker', () => {
    it('returns the results of a run, and again if the run has changed', async () => {
      const { results } = figuresCalls();
      const samples = async () => {
        const model = await results({ folder }, serving);
        return model instanceof Transferred ? undefined : model.rows[0]?.samples;
      };
      write(100);
      expect(await samples()).toBe(100);
      write(2000);
      expect(await samples()).toBe(2000);
    });

    it('lists the sampling rate of a profile that was taken later with the facts of a run', async () => {
      const { results } = figuresCalls();
      const run = record(100);
      const target = { ...run.target, deterministic: false };
      writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...run, target }));
      const listNames = async () => {
        const { facts } = unwrap(await results({ folder }, serving));
        return facts.map(([name]) => name);
      };
      expect(await listNames()).not.toContain('sampling_rate');
      const { sha256: image = '' } = run.passes[0]?.image ?? {};
      const profile = formatRunProfile({ ...exampleSampledProfile(), image });
      writeFileSync(join(folder, 'profile.json'), profile);
      expect(await listNames()).toContain('sampling_rate');
    });

    it('transfers samples instead of copying them', async () => {
      write(800);
      const found = await figuresCalls().samples({ folder, row: 'headline heap/malloc' }, serving);
      if (!(found instanceof Transferred)) throw new Error('samples were copied');
      expect(found.buffers).toEqual([found.value.quiet, found.value.ticked]);
      expect(unpackSamples(found.value).ticked).not.toEqual([]);
    });

    it('reports the points of a history, and returns their changes and which have profiles', async () => {
      const example = exampleHistory();
      try {
        const lists = [10, 10, 12].map((cost, at) => {
          example.commit(`c${at}`);
          return at === 0 ? [example.run(cost), example.run(cost)] : [example.run(cost)];
        });
        const read = async () => {
          const all: PackedHistory[] = [];
          const report = (
            what: FiguresCalls['history']['reports'],
            buffers?: readonly ArrayBuffer[],
          ) => {
            if (!('points' in what)) return;
            all.push(what.points);
            expect(buffers).toEqual(what.points.series.map(({ points }) => points));
          };
          const changes = await figuresCalls().history(example, { ...serving, report });
          if (changes instanceof Transferred) throw new Error('changes were transferred');
          const [points, ...more] = all;
          if (points === undefined || more.length > 0) throw new Error('not reported once');
          expect(points.series.map((each) => each.changes)).toEqual([[]]);
          return { ...points, changes };
        };
        const { series, runs } = await read();
        const points = unpackPoints(series[0]?.points ?? new ArrayBuffer());
        expect(points.map(({ figure }) => figure)).toEqual([10, 10, 12]);
        expect(points.map((point) => runs[point.runs])).toEqual(lists);
        const areProfiled: unknown[] = [];
        for (const [newest = ''] of lists.slice(1)) {
          writeFileSync(join(example.runsFolder, newest, 'profile.json'), '');
          areProfiled.push((await read()).changes[0]?.[0]?.isProfiled);
        }
        expect(areProfiled).toEqual([false, true]);
      } finally {
        example.remove();
      }
    });

    it('returns the flame graph of a run, of one path, and writes profiles for other tools', async () => {
      const { flame, exportProfile } = figuresCalls();
      writeFileSync(join(folder, 'profile.json'), formatRunProfile(exampleRunProfile()));
      const summariseFlame = async (more: object) => {
        const { nodes, samples, functions } = unwrap(await flame({ folder, ...more }, serving));
        const outer = nodes.filter(({ parent }) => parent === 0);
        return [
          nodes[0]?.total,
          samples,
          functions[outer[0]?.function ?? -1]?.name,
          nodes[1]?.from,
        ];
      };
      expect(await summariseFlame({})).toEqual([29.5, 1, 'mutex/lock', undefined]);
      expect(await summariseFlame({ operation: 1, path: 1 })).toEqual([17, 1, 'give', 1]);
      expect(await summariseFlame({ against: folder })).toEqual([59, 2, 'mutex/lock', undefined]);
      const file = join(folder, 'profile.txt');
      const exportRoots = async (more: object) => {
        await exportProfile({ folder, format: 'collapsed', file, ...more }, serving);
        const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
        return new Set(lines.map((line) => line.split(';')[0]));
      };
      expect(await exportRoots({})).toEqual(new Set(['mutex/lock', 'mutex/lock_again']));
      expect(await exportRoots({ operation: 1 })).toEqual(new Set(['mutex/lock_again']));
    });

    it('returns the operations of a profile and their flame graphs, or the reason why not', async () => {
      const { profile, flame } = figuresCalls();
      await expect(profile({ folder }, serving)).rejects.toThrow('has no profile');
      const path = join(folder, 'profile.json');
      writeFileSync(path, '{');
      await expect(profile({ folder }, serving)).rejects.toThrow('it is not JSON');
      writeFileSync(path, formatRunProfile(exampleRunProfile()));
      expect(await profile({ folder }, serving)).toEqual({
        problems: [],
        operations: [
          { name: 'mutex/lock', samples: 4, instructions: 4 * 17 },
          { name: 'mutex/lock_again', samples: 4, instructions: 3 * 11 + 17 },
        ],
      });
      const { operations, ...run } = exampleRunProfile();
      const long = operations.map((each) => ({ ...each, measuredSamples: 100 }));
      writeFileSync(path, formatRunProfile({ ...run, operations: long }));
      expect(await profile({ folder }, serving)).toMatchObject({
        operations: [{ samples: 4, measuredSamples: 100 }, { measuredSamples: 100 }],
      });
      const found = await flame({ folder, operation: 1 }, serving);
      expect(found).toMatchObject({ samples: 4, nodes: { 0: { total: 3 * 11 + 17 } } });
      await expect(flame({ folder, operation: 2 }, serving)).rejects.toThrow('no operation 2');
    });

    it('returns the costs of lines for an operation or the whole run, and the most expensive functions', async () => {
      const { sourceCosts, costliest } = figuresCalls();
      writeFileSync(join(folder, 'profile.json'), formatRunProfile(exampleRunProfile()));
      const own = ({ files }: SourceCosts) =>
        files.flatMap(({ lines }) => lines).reduce((sum, { self }) => sum + self, 0);
      const one = (await sourceCosts({ folder, operation: 0 }, serving)) as SourceCosts;
      const all = (await sourceCosts({ folder }, serving)) as SourceCosts;
      expect([one.operation, one.total, own(one)]).toEqual(['mutex/lock', 17, 17]);
      expect([all.operation, all.total, own(all)]).toEqual([undefined, 17 + 12.5, 17 + 12.5]);
      // The third line of `take` calls `enter_critical`, whose four instructions are its own.
      expect(one.files[0]?.lines).toContainEqual({ line: 101, self: 1, total: 5, calls: 1 });
      expect(await costliest({ folder, operation: 'mutex/lock' }, serving)).toEqual([
        { name: 'take', self: 5, share: 5 / 17 },
        { name: 'copy', self: 4, share: 4 / 17 },
        expect.objectContaining({ self: 2 }),
      ]);
      expect(await costliest({ folder, operation: 'mutex/unknown' }, serving)).toEqual([]);
    });

    it('returns how often lines were executed in all samples of a run', async () => {
      const { code, ...run } = exampleRunProfile();
      const idle = [{ file: 0, line: 777 }];
      const text = formatRunProfile({ ...run, code: { ...code, idle } });
      writeFileSync(join(folder, 'profile.json'), text);
      const [file] = unwrap(await figuresCalls().coverage({ folder }, serving));
      expect(file?.path).toBe('/src/a.c');
      // Four samples of the one operation, and three of the other one, begin in the first line of `take`.
      expect(file?.lines).toContainEqual({ line: 100, count: 4 + 3 });
      expect(file?.lines).toContainEqual({ line: 777, count: 0 });
    });

    it('returns the difference of two profiles in a common operation', async () => {
      const { profile, flame } = figuresCalls();
      const against = join(folder, 'before');
      mkdirSync(against);
      const after = exampleRunProfile();
      const [first, again] = after.operations as [ProfiledOperation, ProfiledOperation];
      const before = { ...after, operations: [{ ...first, name: again.name }] };
      writeFileSync(join(folder, 'profile.json'), formatRunProfile(after));
      writeFileSync(join(against, 'profile.json'), formatRunProfile(before));
      const { operations } = await profile({ folder, against }, serving).then(unwrap);
      expect(operations.map(({ name, before: mean }) => [name, mean])).toEqual([
        ['mutex/lock', undefined],
        ['mutex/lock_again', 17],
      ]);
      const { nodes, samples } = unwrap(await flame({ folder, against, operation: 1 }, serving));
      const [root] = nodes;
      expect([root?.before?.total, root?.total]).toEqual([17 * samples, 12.5 * samples]);
      // Of two long operations, the same first samples are shown.
      const long = [{ ...first, name: again.name, order: [0, 0, 0], measuredSamples: 9 }];
      const text = formatRunProfile({ ...after, operations: long });
      writeFileSync(join(against, 'profile.json'), text);
      const reduced = await profile({ folder, against }, serving).then(unwrap);
      expect(reduced.operations[1]).toMatchObject({ samples: 3, measuredSamples: 4 });
      await expect(flame({ folder, against, operation: 0 }, serving)).rejects.toThrow(
        'no operation mutex/lock',
      );
    });

    it('writes the difference of two profiled runs into a report', async () => {
      const [costs, others] = [{ 'mutex/lock': 100 }, { 'mutex/lock': 150 }];
      const [first, again] = exampleRunProfile().operations;
      const columns = [exampleRun(costs), exampleRun(others, '2b3c')].map((run, at) => {
        const own = join(folder, String(at));
        mkdirSync(own);
        const image = String(at);
        const passes = run.passes.map((pass) => ({
          ...pass,
          image: { ...pass.image, sha256: image },
        }));
        writeFileSync(join(own, 'run.json'), JSON.stringify({ ...run, passes }));
        const operations = [{ ...(at === 0 ? first : again)!, name: 'mutex/lock' }];
        const profile = { ...exampleRunProfile(), image, operations };
        writeFileSync(join(own, 'profile.json'), formatRunProfile(profile));
        return { folder: own };
      });
      const file = join(folder, 'report.md');
      await figuresCalls().report({ columns, file }, serving);
      expect(readFileSync(file, 'utf8')).toMatch(
        /### Where the difference lies[^]*mutex\/lock: 17\.0 to 12\.5 instructions/,
      );
    });

    it('reports the problem with a run or a row, and reads it again later', async () => {
      const { results, samples } = figuresCalls();
      await expect(results({ folder }, serving)).rejects.toThrow('cannot be read (ENOENT)');
      write(10);
      await expect(samples({ folder, row: 'x' }, serving)).rejects.toMatchObject({
        message: 'This run has no row "x".',
        hint: expect.stringContaining('open its results again'),
      });
      await expect(results({ folder }, serving)).resolves.toMatchObject({ status: 'complete' });
    });
  });
});

describe('comparing', () => {
  const calls = comparingCalls();
  /** Enough large operations for other calls to be served in between. */
  const SLOW = 16;
  const paper = 'published:nxp-zephyr-linux/average/zephyr-rt1050';

  const plain: Serving<Call> = { signal: new AbortController().signal, report: () => undefined };

  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'comparing-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function writeRun(record: RunRecord, name = record.id): { folder: string } {
    const folder = join(root, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'run.json'), JSON.stringify(record));
    return { folder };
  }

  function serving(signal = new AbortController().signal) {
    const reported: FiguresCalls['compare']['reports'][] = [];
    const each: Serving<FiguresCalls['compare']> = {
      signal,
      report: (what) => reported.push(what),
    };
    return { each, reported };
  }

  /** Runs whose comparison takes several turns. */
  function slowRuns() {
    const quiet = Array.from({ length: 5_000 }, (_, i): [number, number] => [10_000 + i, 20]);
    const operations = Array.from({ length: SLOW }, (_, op) => ({
      name: `suite/${op}`,
      runs: Array.from({ length: 5 }, () => []),
      change: { quiet },
    }));
    return [
      writeRun(exampleColumn({ operations }).record, 'one'),
      writeRun(exampleColumn({ operations }).record, 'two'),
    ];
  }

  describe('comparing in the worker', () => {
    it('compares a run with a published column', async () => {
      const columns = [writeRun(exampleRun({ 'heap/malloc': 70 })), { address: paper }];
      const model = await calls.compare({ columns, gate: 'regressed' }, serving().each);
      if (model instanceof Transferred) throw new Error('transferred');
      expect(model.columns.map(({ source }) => source)).toEqual(['measured', 'published']);
      expect(model.gate?.outcome).toBe('inconclusive');
    });

    it('reports its progress, and ends early on a cancel', async () => {
      const columns = slowRuns();
      const whole = serving();
      await calls.compare({ columns }, whole.each);
      expect(whole.reported.at(-1)).toMatchObject({ total: SLOW });
      const controller = new AbortController();
      const cancelled = serving(controller.signal);
      const running = calls.compare({ columns }, cancelled.each);
      controller.abort();
      await expect(running).rejects.toMatchObject({ code: 'cancelled' });
      expect(cancelled.reported).not.toContainEqual(whole.reported.at(-1));
    });

    it('returns the outcome of each operation between two runs', async () => {
      const [before, now] = [
        writeRun(exampleRun({ 'heap/malloc': 70, 'heap/free': 50 }), 'before'),
        writeRun(exampleRun({ 'heap/malloc': 95, 'mutex/lock': 55 }, '9f9f'), 'now'),
      ];
      const changes = await calls.changes({ columns: [before, now] }, plain);
      expect(changes).toMatchObject([
        { suite: 'heap', op: 'malloc', params: {}, outcome: { verdict: 'regressed' } },
        { suite: 'heap', op: 'free', outcome: { kind: 'not comparable' } },
        { suite: 'mutex', op: 'lock', outcome: { kind: 'not comparable' } },
      ]);
    });

    it('transfers the samples of every column that has some', async () => {
      const columns = [writeRun(exampleRun({ 'heap/malloc': 70 })), { address: paper }];
      const found = await calls.comparedSamples({ columns, operation: 0 }, plain);
      if (!(found instanceof Transferred)) throw new Error('samples were copied');
      const [measured, published] = found.value;
      expect(found.buffers).toHaveLength(4);
      expect(unpackSamples(measured!).ticked).not.toEqual([]);
      expect(published).toMatchObject({ unit: 'cycles', mean: 1001 });
      expect(unpackSamples(published!).quiet).toEqual([]);
    });

    it('reports a published column that cannot be compared', async () => {
      const columns = [{ address: 'published:nxp-zephyr-linux/average/difference' }];
      await expect(calls.compare({ columns }, serving().each)).rejects.toThrow('ratios or rates');
    });

    it('lists columns with most in common first, and of those the ones with the same core', async () => {
      const run = exampleRun({ 'heap/malloc': 70, 'mutex/lock': 50 });
      const core = { ...run.passes[0]!.facts, core: 'Cortex-A7' };
      const arm = { ...run, passes: [{ ...run.passes[0]!, facts: core }] };
      const [first, second] = await listPublished(writeRun(arm));
      expect(first).toMatchObject({ system: 'Linux BSP 4.9.88-imx_4.9.88_2.0.0_ga', shared: 2 });
      expect(second?.address).toBe(paper);
    });

    it('omits columns without costs', async () => {
      const all = await listPublished({});
      expect(all.every(({ operations }) => operations > 0)).toBe(true);
      expect(all.some(({ address }) => address.endsWith('/difference'))).toBe(false);
    });
  });

  async function listPublished(takes: { folder?: string }) {
    const found = await calls.published(takes, plain);
    if (found instanceof Transferred) throw new Error('transferred');
    return found;
  }
});
