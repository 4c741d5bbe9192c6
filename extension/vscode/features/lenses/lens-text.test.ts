import { describe, expect, it } from 'vitest';
import type { LiveProgress } from '../../../workers/run/protocol';
import { lensTexts } from './lens-text';
import { type LensData, buildSubject } from './subject';
import {
  built,
  parseSourceBench,
  figureRow,
  image,
  knowledge,
  referenceTo,
  runEntry,
  SOURCE,
  TEXT,
  translate,
} from './testing';

const lenses = (change: Partial<LensData> = {}, text = TEXT, isTrusted = true) =>
  lensTexts(
    buildSubject(SOURCE, parseSourceBench(text), knowledge(change)),
    isTrusted,
    translate,
  ).map((lens) => ({
    ...lens,
    title: lens.title.replaceAll('\u00a0', ' '),
  }));
const titles = (...args: Parameters<typeof lenses>) => lenses(...args).map(({ title }) => title);

const row = figureRow('dsp/fir', 70);
const figures = /^p50 70 · p99 \d+ · max \d+ instr$/;

describe('the lenses above a benchmark', () => {
  it('offer to measure it on the active target', () => {
    const [run, ...more] = lenses();
    expect(run).toMatchObject({
      title: '$(play) Run on qemu-freertos-m7',
      command: 'cyclescope.run',
      arguments: [{ home: 'board', target: 'qemu-freertos-m7', patterns: ['dsp/fir'] }],
    });
    expect(more).toEqual([]);
  });

  it("link to the setting if the user names the agent's file", () => {
    const missing = 'The agent image /w/app.elf is not there.';
    const board = { target: 'launch:a', hasOwnAgent: true };
    expect(lenses({ ...board, image: { missing } })[0]).toMatchObject({
      title: '$(file-binary) not in the agent of launch:a: choose another',
      tooltip: `${missing} The agent is built with your firmware.`,
      command: 'cyclescope.chooseAgent',
      arguments: [{ home: 'board', target: 'launch:a', need: 'agent' }],
    });
    expect(titles(board)).toEqual(['$(play) Run on launch:a']);
  });

  it('measure a board without an agent from the RAM of its chip, and offer nothing that needs one', () => {
    const board = { target: 'probe:1', hasOwnAgent: true, isBare: true, rows: [row] };
    const missing = 'There is no image.';
    expect(lenses({ ...board, image: { missing } })[0]).toMatchObject({
      title: '$(play) Run on probe:1',
      command: 'cyclescope.run',
      arguments: [{ home: 'board', target: 'probe:1', patterns: ['dsp/fir'] }],
    });
    expect(titles(board)).toEqual([
      '$(play) Run on probe:1',
      expect.stringMatching(figures),
      expect.stringMatching(/Run with trace$/),
    ]);
    const edited = TEXT.replace('f()', 'g()');
    expect(titles(board, edited)[1]).toMatch(/stale/);
  });

  it('show the number of repeats, where there are several', () => {
    const rows = [{ ...figureRow('dsp/fir', 70), repeats: 5 }];
    expect(titles({ rows })[1]).toMatch(/^p50 70 · p99 \d+ · max \d+ instr · 5 repeats$/);
  });

  it('show the range over the points of a sweep, not the change of one of them', () => {
    const run = runEntry();
    const [small, large] = [
      { ...figureRow('dsp/fir', 70, { run }), params: { size: 4 } },
      { ...figureRow('dsp/fir', 900, { run }), params: { size: 64 } },
    ];
    const earlier = figureRow('dsp/fir', 60, { run: runEntry({ id: 'r0' }) });
    const getReference = () => referenceTo(earlier, [[60], [70]]);
    const [, shown] = lenses({ rows: [small, large, earlier], getReference });
    expect(shown?.title).toBe('2 points · p50 70 to 900 instr');
    expect(shown?.tooltip).toBe('Open the results');
    expect(lenses({ rows: [small, earlier] })[1]?.title).toMatch(figures);
  });

  it('show the newest figures, which open the results, and offer a trace', () => {
    const [, shown, third] = lenses({ rows: [row] });
    expect(shown?.title).toMatch(figures);
    expect(shown?.command).toBe('cyclescope.openResults');
    expect(shown?.arguments).toEqual([{ home: 'board', id: 'r1', operation: 'dsp/fir' }]);
    expect(third).toMatchObject({
      title: '$(pulse) Run with trace',
      command: 'cyclescope.runTraced',
    });
  });

  it('link to the slowest sample of a traced run', () => {
    const run = runEntry({ recordings: { traced: '/r/traced.SVDat' } });
    expect(lenses({ rows: [figureRow('dsp/fir', 70, { run })] })[2]).toMatchObject({
      title: '$(pulse) Slowest sample',
      command: 'cyclescope.showSlowSample',
      arguments: [{ home: 'board', id: 'r1', operation: 'dsp/fir' }],
    });
  });

  it('build first if something that the benchmark calls was edited', () => {
    const outdated = { ...built, isOutdated: true };
    const [build, shown] = lenses({ image: outdated, rows: [row] });
    expect(build).toMatchObject({
      title: '$(tools) edited since the image for qemu-freertos-m7 was built: build and run',
      command: 'cyclescope.buildImage',
    });
    expect(shown?.title).toMatch(/stale: p50 70/);
  });

  it('show the change since the baseline or the previous run', () => {
    const renderLens = (before: number[], isBaseline: boolean, isExact = true) => {
      const run = runEntry({ id: 'r0', isBaseline, name: 'before the cache' });
      const now = before.map(() => 70);
      const getReference = () => referenceTo(row, [before, now], { isExact, run });
      const [, lens] = lenses({ rows: [row], getReference });
      return [lens?.title, lens?.tooltip];
    };
    expect(renderLens([60], true)).toEqual([
      expect.stringMatching(/^p50 70 · p99 .* instr · \+16\.7 %, regressed$/),
      '+16.7 %, regressed, relative to the baseline before the cache. Open the results',
    ]);
    expect(renderLens([70], false)).toEqual([
      expect.stringMatching(/^p50 70 · p99 .* instr · =$/),
      expect.stringMatching(/^Exactly as in the run before, before the cache\./),
    ]);
    const differing = referenceTo(row, [[70], [70]]);
    const { outcome } = differing;
    const notes = ['the samples differ, although their means are equal'];
    const getReference = () => ({
      ...differing,
      outcome: outcome?.kind === 'judged' ? { ...outcome, notes } : outcome,
    });
    expect(lenses({ rows: [row], getReference })[1]?.tooltip).toMatch(
      /^Exactly as in .*\. The samples differ, although their means are equal\. Open/,
    );
    // A single run of a target that does not repeat has no interval, and the reason is given.
    expect(renderLens([60], false, false)).toEqual([
      expect.stringMatching(/instr · \+16\.7 %, inconclusive$/),
      expect.stringMatching(/before the cache\. 1 run on a side, not 4: .* unknown\. Open/),
    ]);
  });

  it('show the progress of a run', () => {
    const update = {
      build: 'headline',
      operation: 'dsp/fir',
      samples: 3412,
      requested: 10_000,
      isEnd: false,
      repeat: 0,
      rate: 1,
    } as LiveProgress;
    const [live, stop, ...more] = lenses({ rows: [row], findLive: () => update });
    expect(live?.title).toBe('$(sync~spin) 3,412 of 10,000 samples');
    expect(stop?.command).toBe('cyclescope.stopRun');
    expect(more).toEqual([]);
    const waiting = { first: undefined, phase: 'Waiting for its turn on qemu-freertos-m7' };
    expect(titles({ findLive: () => waiting })).toEqual([
      '$(sync~spin) Waiting for its turn on qemu-freertos-m7',
      '$(debug-stop) Stop',
    ]);
    expect(titles({ findLive: () => ({ ...waiting, first: 'heap/malloc' }) })[0]).toBe(
      '$(sync~spin) measuring heap/malloc first…',
    );
    expect(titles({ findLive: () => ({ ...update, isEnd: true }) })[0]).toMatch(/^\$\(check\)/);
    // An image that lacks it takes no part in the run, except where the run builds it.
    const absent = TEXT.replace('fir', 'iir');
    expect(titles({ findLive: () => waiting }, absent)[0]).toMatch(/build it$/);
    expect(titles({ isBare: true, findLive: () => waiting }, absent)[1]).toMatch(/Stop$/);
  });

  it('name the agent that is measured, if two take turns', () => {
    const update = { agent: 'B', samples: 40, requested: 50, build: 'headline', repeat: 0 };
    const title = (isEnd: boolean) =>
      titles({ findLive: () => ({ ...update, isEnd }) as LiveProgress })[0];
    expect(title(false)).toBe('$(sync~spin) agent B: 40 of 50 samples');
    expect(title(true)).toBe('$(check) agent B: 40 values, run continues');
  });

  it('offer to build a benchmark that the image lacks', () => {
    const absent = TEXT.replace('fir', 'iir');
    expect(lenses({ rows: [row] }, absent)).toMatchObject([
      {
        title: '$(tools) not in the image on qemu-freertos-m7: build it',
        command: 'cyclescope.buildImage',
        arguments: [{ home: 'board', target: 'qemu-freertos-m7', source: SOURCE.uri }],
      },
    ]);
    const missing = { image: { missing: 'nothing here' } };
    expect(lenses(missing)).toMatchObject([
      { title: '$(tools) no image for qemu-freertos-m7: build it', tooltip: 'nothing here' },
    ]);
  });

  it.each(['cpp', 'rs', 'zig'])('offer to build a .%s file as they do for C', (ending) => {
    const source = { uri: `file:///w/board/dsp.${ending}`, path: `/w/board/dsp.${ending}` };
    const subject = buildSubject(source, parseSourceBench(), knowledge({ rows: [] }));
    expect(lensTexts(subject, true, translate)).toMatchObject([
      { command: 'cyclescope.buildImage', arguments: [{ source: source.uri }] },
    ]);
  });

  it('mark figures of another text or image as stale', () => {
    const [build, edited, ...more] = lenses({ rows: [row] }, TEXT.replace('f()', 'g()'));
    expect(build).toMatchObject({
      title: '$(tools) edited since the image for qemu-freertos-m7 was built: build and run',
      arguments: [{ patterns: ['dsp/fir'] }],
    });
    expect(edited?.title).toMatch(/^\$\(history\) stale: p50 70/);
    expect(more).toEqual([]);
    const rebuilt = { ...built, sha256: 'cd'.repeat(32) };
    expect(lenses({ rows: [row], image: rebuilt })[1]).toMatchObject({
      title: expect.stringMatching(/^\$\(history\) stale: p50 70/),
      tooltip: expect.stringMatching(/^This was measured with an earlier image/),
    });
    const removed = { ...built, benches: [] };
    expect(titles({ rows: [row], image: removed })[1]).toMatch(/stale/);
  });

  it('are not stale after changes to comments, layout or lines above', () => {
    const text = `// new\n\n\n${TEXT.replace('{', '\n{ /* now */')}`;
    expect(titles({ rows: [row] }, text)[1]).toMatch(figures);
  });

  it('start nothing in an untrusted workspace, and still show figures', () => {
    const shown = lenses({ rows: [row] }, TEXT, false);
    expect(shown.map(({ command }) => command)).toEqual([
      'workbench.trust.manage',
      'cyclescope.openResults',
    ]);
  });

  it('never show a mean of a doubtful operation', () => {
    const refused = figureRow('dsp/fir', 70, {
      change: { status: 'refused', reason: 'the clock has stopped' },
    });
    expect(titles({ rows: [refused] })[1]).toBe('refused: the clock has stopped');
    const nasty = { ...refused, reasons: ['a\n$(zap) \u202eb\u0007'] };
    expect(titles({ rows: [nasty] })[1]).toBe('refused: a $ (zap) b');
    const few = figureRow('dsp/fir', 70, { count: 50 });
    expect(titles({ rows: [few] })[1]).toMatch(/^p50 70 · p99 – · max/);
    const doubtful: typeof row = { ...row, standing: 'inconclusive', reasons: ['x'.repeat(99)] };
    expect(titles({ rows: [doubtful] })[1]).toMatch(/^inconclusive: x{69}… \(\d+ to \d+ instr\)$/);
  });

  it('belong to one home: figures of another one do not count', () => {
    const run = runEntry({ home: 'other', image });
    const [start, shown] = lenses({ rows: [figureRow('dsp/fir', 70, { run })] });
    expect(start?.arguments).toMatchObject([{ home: 'board' }]);
    expect(shown?.arguments).toMatchObject([{ home: 'other' }]);
  });
});
