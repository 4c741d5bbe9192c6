import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeClock } from '../../agent/clock';
import { exampleColumn } from '../../compare/testing';
import { pinRun } from '../../engine/resolve/resolve';
import type { RunSpec } from '../../engine/run/spec';
import { bench } from '../../engine/testing/benches';
import { fakeAgent, type Faults } from '../../engine/testing/fake-agent';
import { fakeTarget, putImage } from '../../engine/testing/fake-target';
import { formatRunProfile, type RunProfile } from '../../profile';
import { exampleRunProfile } from '../../profile/stored/testing';
import { formatRunRecord } from '../../runs/record/record';
import type { RunUpdate } from './protocol';
import { gateReport, measureAndKeep, measureInTurns, newLiveHistogram } from './run';

describe('run', () => {
  const benches = [bench('heap', 'malloc'), bench('heap', 'free', { iterations: 3000 })];

  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'run-worker-'));
    await putImage(folder, 'headline', benches);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const runsFolder = () => join(folder, '.cyclescope', 'runs');

  const makeSpec = (): RunSpec => ({
    target: 'fake',
    imageFolders: [{ folder, origin: 'built' }],
    runsFolder: runsFolder(),
    patterns: [],
    trace: false,
    settings: {},
    tool: 'cyclescope 1.2.3',
  });

  function start(change: Partial<RunSpec> = {}, faults: Faults = {}) {
    const { target, links } = fakeTarget(() => fakeAgent(benches, faults));
    const reported: RunUpdate[] = [];
    const abort = new AbortController();
    const spec = { ...makeSpec(), ...change };
    const serving = {
      signal: abort.signal,
      report: (update: RunUpdate) => void reported.push(update),
    };
    return {
      run: measureAndKeep(spec, serving, () => target),
      reported,
      links,
      cancel: () => abort.abort(),
    };
  }

  describe('a run in a worker', () => {
    it('is stored and returns its rows without their samples', async () => {
      const { run, reported } = start();
      const kept = await run;
      expect(await readdir(runsFolder())).toEqual([kept.id]);
      expect(kept).toMatchObject({ status: 'complete', failure: undefined, gate: undefined });
      expect(kept.rows.map(({ suite, op, samples }) => [suite, op, samples])).toEqual([
        ['heap', 'malloc', 1000],
        ['heap', 'free', 3000],
      ]);
      expect(JSON.stringify(kept.rows)).not.toContain('distribution');
      expect(reported.at(-1)).toEqual({ kind: 'quiet' });
      expect(reported[0]).toEqual({
        kind: 'message',
        text: expect.stringContaining('headline image'),
      });
    });

    it('alternates with another one until nothing is undecided, and both are stored', async () => {
      const { target } = fakeTarget(() => fakeAgent(benches, {}));
      const spec = (patterns: readonly string[]): RunSpec => ({
        ...makeSpec(),
        patterns,
        repeat: 2,
      });
      const agents: unknown[] = [];
      const report = (each: RunUpdate) => {
        if (each.kind === 'progress' && each.progress.isEnd) agents.push(each.progress.agent);
      };
      const serving = { signal: new AbortController().signal, report };
      const sides = [spec(['heap']), spec(['heap']), {}] as const;
      const both = await measureInTurns(sides, serving, () => target);
      // Two operations a turn.
      expect(agents.join('')).toBe('AABBBBAA');
      expect((await readdir(runsFolder())).sort()).toEqual(both.map(({ id }) => id).sort());
      for (const { folder: at, status, rows } of both) {
        expect([status, rows.map(({ repeats }) => repeats)]).toEqual(['complete', [2, 2]]);
        const text = await readFile(join(at, 'run.json'), 'utf8');
        expect(JSON.parse(text)).toMatchObject({ repeat: 2, looks: 1 });
      }
    });

    it('repeats both until a gate is decided, or for as long as it may', async () => {
      const { target } = fakeTarget(() => fakeAgent(benches, {}));
      const reported: string[] = [];
      const serving = {
        signal: new AbortController().signal,
        report: (each: RunUpdate) => each.kind === 'message' && reported.push(each.text),
      };
      const spec: RunSpec = { ...makeSpec(), patterns: ['heap/free'], repeat: 2 };
      const request = { gate: 'regressed=7%', minutes: Number.MIN_VALUE };
      const noisy = () => ({ ...target, deterministic: false });
      const both = await measureInTurns([spec, spec, request], serving, noisy);
      expect(both.map(({ rows }) => rows[0]?.repeats)).toEqual([1, 1]);
      expect(reported.join('\n')).toContain('1 operation is undecided at 7 %');
      const wrong = measureInTurns([spec, spec, { gate: 'slower' }], serving, noisy);
      await expect(wrong).rejects.toThrow('"slower" is no gate');
    });

    it('reports the operation in progress with its histogram', async () => {
      const { run, reported } = start({ patterns: ['heap/malloc'] });
      await run;
      const updates = reported.flatMap((each) => (each.kind === 'progress' ? [each.progress] : []));
      const last = updates.at(-1);
      expect(last).toMatchObject({ operation: 'heap/malloc', isEnd: true, unit: 'instr' });
      const counted = last?.histogram.counts.reduce((sum, count) => sum + count, 0);
      expect(counted).toBeLessThanOrEqual(1000);
      expect(last?.histogram.counts.length).toBeLessThanOrEqual(64);
    });

    it('can be structured-cloned, with everything it returns and reports', async () => {
      const { run, reported } = start();
      const kept = await run;
      expect(structuredClone(kept)).toEqual(kept);
      expect(structuredClone(reported)).toEqual(reported);
    });

    it('is stopped by its signal, and what it measured is kept', async () => {
      const { run, links, cancel } = start({}, { hangs: true, onHang: () => cancel() });
      const kept = await run;
      expect(kept).toMatchObject({ status: 'incomplete' });
      expect(links[0]?.calls).toContain('stop');
      expect(links[0]?.calls.at(-1)).toBe('close');
    });

    it('reports that a gate could not be applied, and stores the run', async () => {
      const { run, reported } = start({ gate: 'regressed' });
      const kept = await run;
      expect(kept.gateProblem).toBe('No run is pinned as the baseline.');
      expect(kept.status).toBe('complete');
      expect(reported.at(-1)).toEqual({
        kind: 'comparing',
        kept: { ...kept, gateProblem: undefined },
      });
    });

    it('is refused before any look-up if its spec is wrong', async () => {
      await expect(start({ repeat: 0 }).run).rejects.toThrow(/"repeat" is invalid/);
    });

    it('fails with a code if nothing could be measured, and leaves nothing behind', async () => {
      const { run } = start({
        imageFolders: [{ folder: join(folder, 'elsewhere'), origin: 'shipped' }],
      });
      await expect(run).rejects.toMatchObject({ code: 'no-image' });
      expect(await readdir(runsFolder()).catch(() => [])).toEqual([]);
    });
  });
});

describe('gate', () => {
  const [before, after] = ['20261120T100000Z-board-aaaa', '20261120T110000Z-board-bbbb'];

  let folder = '';
  let runsFolder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gate-'));
    runsFolder = join(folder, 'runs');
  });
  afterEach(() => rm(folder, { recursive: true }));

  interface Made {
    readonly target?: string;
    readonly deterministic?: boolean;
  }

  /** Keeps a run in which each operation has a constant cost; its image has the run's name as its hash. */
  async function keep(id: string, costs: Readonly<Record<string, number>>, made: Made = {}) {
    const { target = 'board', deterministic = true } = made;
    const operations = Object.entries(costs).map(([name, cost]) => ({
      name,
      runs: [new Array<number>(200).fill(cost)],
    }));
    const { record } = exampleColumn({ operations, deterministic, unit: 'instructions' });
    const passes = record.passes.map((pass) => ({ ...pass, image: { ...pass.image, sha256: id } }));
    const kept = { ...record, id, target: { ...record.target, id: target }, passes };
    await mkdir(join(runsFolder, id), { recursive: true });
    await writeFile(join(runsFolder, id, 'run.json'), formatRunRecord(kept));
  }

  async function report(
    old: Readonly<Record<string, number>>,
    now: Readonly<Record<string, number>>,
    gate = 'regressed=5%',
    made: Made = {},
  ) {
    await keep(before, old, made);
    await keep(after, now);
    await pinRun({ id: before, folder: join(runsFolder, before) }, runsFolder);
    return gateReport(gate, { id: after, runsFolder });
  }

  describe('a run held against the baseline', () => {
    it('passes if nothing regressed', async () => {
      expect(await report({ 'heap/malloc': 100 }, { 'heap/malloc': 103 })).toEqual({
        gate: 'regressed=5%',
        baseline: before,
        outcome: 'ok',
        operations: [],
      });
    });

    it('reports regressions and their size, with both sides as text', async () => {
      const { outcome, operations } = await report(
        { 'heap/malloc': 100, 'heap/free': 50 },
        { 'heap/malloc': 120, 'heap/free': 50 },
      );
      expect(outcome).toBe('failed');
      expect(operations).toHaveLength(1);
      const [malloc] = operations;
      expect(malloc).toMatchObject({ operation: 'heap/malloc', outcome: 'failed' });
      expect(malloc?.why).toBe(
        "heap/malloc regressed: its mean is 1.200 times the baseline's; the gate allows 5 % more.",
      );
      expect(malloc?.expected).toContain('mean 100.0 instr');
      expect(malloc?.actual).toContain('mean 120.0 instr');
      expect(malloc?.actual.split('\n')).toHaveLength(malloc?.expected.split('\n').length ?? 0);
    });

    it('names the functions behind a regression if both runs have profiles', async () => {
      const whyWith = async (profile: (image: string) => RunProfile) => {
        for (const id of [before, after]) {
          await mkdir(join(runsFolder, id), { recursive: true });
          await writeFile(join(runsFolder, id, 'profile.json'), formatRunProfile(profile(id)));
        }
        const { operations } = await report({ 'heap/malloc': 100 }, { 'heap/malloc': 120 });
        return operations[0]?.why;
      };
      const { operations, ...rest } = exampleRunProfile('heap/malloc');
      const named = operations.map((operation) => ({ ...operation, name: 'heap/malloc' }));
      expect(
        await whyWith((image) => {
          const [own] = image === before ? named.slice(1) : named;
          return { ...rest, image, operations: own ? [own] : [] };
        }),
      ).toMatch(
        / 5 % more\. Instructions by function: enter_critical \+2\.0 \(new\), \S+ \+2\.0 \(new\), clock and loop \+1\.5\.$/,
      );
      const same = await whyWith((image) => ({ ...rest, image, operations: named.slice(0, 1) }));
      expect(same).toMatch(/ 5 % more\.$/);
    });

    it('judges only what was measured this time', async () => {
      const { outcome } = await report(
        { 'heap/malloc': 100, 'heap/free': 50 },
        { 'heap/free': 50 },
      );
      expect(outcome).toBe('ok');
    });

    it('does not fail a new operation because the baseline lacks it', async () => {
      const { outcome } = await report({ 'heap/free': 50 }, { 'heap/free': 50, 'own/bench': 9 });
      expect(outcome).toBe('ok');
    });

    it('is inconclusive if single runs show too little', async () => {
      const made = { deterministic: false };
      const { outcome, operations, turns } = await report(
        { 'heap/malloc': 100 },
        { 'heap/malloc': 120 },
        'regressed',
        made,
      );
      expect(outcome).toBe('inconclusive');
      expect(operations[0]?.why).not.toBe('');
      expect(turns?.command).toMatch(/--interleave .* --bench heap\/malloc .*--fail-on regressed$/);
    });
  });

  describe('a gate that cannot be applied', () => {
    it('lacks a baseline', async () => {
      await keep(after, { 'heap/malloc': 100 });
      const failing = gateReport('regressed', { id: after, runsFolder });
      await expect(failing).rejects.toThrow('No run is pinned as the baseline.');
    });

    it('has a baseline of another target', async () => {
      const failing = report({ 'a/b': 1 }, { 'a/b': 1 }, 'regressed', { target: 'other' });
      await expect(failing).rejects.toThrow(/needs a baseline of board.* other\./);
    });

    it('has a baseline that measured something else', async () => {
      const failing = report({ 'heap/malloc': 1 }, { 'own/bench': 1 });
      await expect(failing).rejects.toThrow('The baseline has none of the operations of this run.');
    });

    it('has an invalid setting', async () => {
      const failing = report({ 'a/b': 1 }, { 'a/b': 1 }, 'slower');
      await expect(failing).rejects.toThrow(/^"slower" is no gate: write /);
    });
  });
});

describe('live histogram', () => {
  const clock = makeClock('timer0', 'instructions', 25_000_000, [5, 1]);

  const samples = (ticks: readonly number[]) => ({ ticks: Uint32Array.from(ticks), clock });
  const total = ({ counts }: { readonly counts: readonly number[] }) =>
    counts.reduce((sum, count) => sum + count, 0);

  describe('a live histogram', () => {
    it('is in the unit of the clock', () => {
      const { edges, counts } = newLiveHistogram()('heap/malloc', samples([10, 10, 12]));
      expect([edges[0], counts[0]]).toEqual([50, 2]);
      expect(edges.at(-2)).toBeLessThanOrEqual(60);
      expect(counts.at(-1)).toBe(1);
    });

    it('counts every sample once, however often it is requested', () => {
      const live = newLiveHistogram();
      const all = [10, 20, 30, 40];
      expect(total(live('heap/malloc', samples(all.slice(0, 2))))).toBe(2);
      expect(total(live('heap/malloc', samples(all.slice(0, 2))))).toBe(2);
      expect(total(live('heap/malloc', samples(all)))).toBe(4);
    });

    it('starts over with another operation', () => {
      const live = newLiveHistogram();
      live('heap/malloc', samples([10, 20]));
      expect(total(live('heap/free', samples([70])))).toBe(1);
    });

    it('is empty before the first sample', () => {
      expect(newLiveHistogram()('heap/malloc', undefined)).toMatchObject({ counts: [] });
      expect(newLiveHistogram()('heap/malloc', samples([]))).toMatchObject({ counts: [] });
    });

    it('has at most 64 bins and loses nothing with very many different values', () => {
      const many = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 1_000_003);
      const live = newLiveHistogram()('heap/malloc', samples(many));
      expect(live.counts.length).toBeLessThanOrEqual(64);
      expect(total(live)).toBe(many.length);
    });
  });
});
