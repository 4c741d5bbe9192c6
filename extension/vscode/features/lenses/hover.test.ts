import { describe, expect, it } from 'vitest';
import { HOVER_COMMANDS, hoverMarkdown, getSvgPalette } from './decorations';
import { type LensData, buildSubject } from './subject';
import {
  parseSourceBench,
  figureRow,
  knowledge,
  runEntry,
  SOURCE,
  TEXT,
  translate,
} from './testing';

const hover = (change: Partial<LensData> = {}, text = TEXT) =>
  hoverMarkdown(
    buildSubject(SOURCE, parseSourceBench(text), knowledge(change)),
    getSvgPalette(2),
    translate,
  );

const pictures = (markdown: string | undefined) =>
  [...(markdown ?? '').matchAll(/\(data:image\/svg\+xml;base64,([^)]*)\)/g)].map(([, data]) =>
    Buffer.from(data ?? '', 'base64').toString(),
  );
const links = (markdown: string | undefined) =>
  [...(markdown ?? '').matchAll(/\]\(command:([\w.]+)\?([^)]*)\)/g)].map(([, command, query]) => ({
    command,
    arguments: JSON.parse(decodeURIComponent(query ?? '')) as unknown,
  }));

const row = figureRow('dsp/fir', 70);

describe('the hover of a benchmark', () => {
  it('shows a histogram in the colours of the theme', () => {
    const [picture, ...more] = pictures(hover({ rows: [row] }));
    expect(more).toEqual([]);
    expect(picture).toMatch(/<rect .*class="bar"/);
    expect(picture).toContain('1,000 samples, 12 with a kernel tick inside');
    expect(picture).toContain(getSvgPalette(2).bar);
    expect(picture).not.toContain('prefers-color-scheme');
  });

  it('marks percentiles with their margins, and states the repeats', () => {
    const { all, ...rest } = row;
    const percentiles = { ...all.percentiles, p50: { value: 70, margin: 1.5 } };
    const [picture] = pictures(
      hover({ rows: [{ ...rest, all: { ...all, percentiles }, repeats: 5 }] }),
    );
    expect(picture).toMatch(/>min 70<.*>p50 70±1\.5<.*>p99 max \d+</s);
    expect(picture).toContain(', 5 repeats<');
    // Figures that are the same share a mark.
    expect(pictures(hover({ rows: [row] }))[0]).toContain('>min p50 70<');
  });

  it('shows the figures, and why some are missing', () => {
    const shown = hover({ rows: [figureRow('dsp/fir', 70, { count: 500 })] });
    const [titles, , values] = (shown ?? '').split('\n').filter((line) => line.startsWith('|'));
    const cells = (line = '') =>
      line
        .replaceAll('&emsp;', '')
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const figures = Object.fromEntries(
      cells(titles).map((title, index) => [title, cells(values)[index]]),
    );
    expect(figures).toMatchObject({ '': 'instr', p50: '70', 'p99.9': '–', 'p99.99': '–' });
    expect(figures).toMatchObject({ min: '70', max: expect.any(String), mean: expect.any(String) });
    expect(figures).toMatchObject({ repeats: '1' });
    expect(shown).toContain('P99.9 needs 1,000 samples, not 500.');
  });

  it('lists the points of a sweep instead of a histogram', () => {
    const run = runEntry();
    const points = [4, 8, 64].map((size) => ({
      ...figureRow('dsp/fir', 10 * size, { run }),
      params: { size, turns: 2 },
      ...(size === 64 && { standing: 'refused' as const }),
    }));
    const shown = hover({ rows: points });
    const lines = (shown ?? '').split('\n').filter((line) => line.startsWith('|'));
    expect(lines).toHaveLength(5);
    expect(lines[2]).toMatch(/^\| size=4 .*40/);
    expect(lines[4]).toMatch(/^\| size=64 .*refused/);
    expect(shown).toContain('3 points of a sweep:');
    expect(pictures(shown)).toEqual([]);
    const many = Array.from({ length: 40 }, (_, size) => ({ ...points[0]!, params: { size } }));
    expect(hover({ rows: many })).toContain('… and 10 more');
  });

  it('states how the figures were measured', () => {
    const shown = hover({ rows: [row] });
    expect(shown).toMatch(/instructions of an emulated core, never cycles/);
    expect(shown).toMatch(/cost of reading the clock .* is subtracted/);
    expect(shown).toMatch(/a picture of the tick rate/);
  });

  it('links to the results, a trace and a comparison, by allowed commands only', () => {
    const plain = links(hover({ rows: [row] }));
    expect(plain).toMatchObject([
      {
        command: 'cyclescope.openResults',
        arguments: [{ home: 'board', id: 'r1', operation: 'dsp/fir' }],
      },
      { command: 'cyclescope.runTraced', arguments: [{ patterns: ['dsp/fir'] }] },
      { command: 'cyclescope.compare', arguments: [{ home: 'board', id: 'r1' }] },
    ]);
    const run = runEntry({ home: 'file:///w/a%20(b)', recordings: { traced: '/t.SVDat' } });
    const traced = links(hover({ rows: [figureRow('dsp/fir', 70, { run })] }));
    expect(traced[1]).toMatchObject({
      command: 'cyclescope.showSlowSample',
      arguments: [{ home: 'file:///w/a%20(b)', operation: 'dsp/fir' }],
    });
    for (const { command } of [...plain, ...traced]) expect(HOVER_COMMANDS).toContain(command);
  });

  it('never shows a mean or a histogram of a doubtful operation', () => {
    const doubtful = { ...row, standing: 'inconclusive' as const, reasons: ['the timer stopped'] };
    const shown = hover({ rows: [doubtful] });
    expect(shown).toContain('Inconclusive, the timer stopped.');
    expect(shown).not.toMatch(/p50|mean/);
    expect(pictures(shown)).toEqual([]);
  });

  it('states first that it is stale', () => {
    const shown = hover({ rows: [row] }, TEXT.replace('f()', 'g()'));
    expect(shown).toMatch(/^[^\n]*\n\n\$\(history\) The source was edited since/);
    expect(links(shown).map(({ command }) => command)).not.toContain('cyclescope.runTraced');
  });

  it('shows names and reasons as text', () => {
    const nasty = '](command:evil) <img src=x> **b** $(zap) `';
    const doubtful = { ...row, standing: 'inconclusive' as const, reasons: [nasty] };
    const shown = hover({ rows: [doubtful], target: `ssh://${nasty}` });
    expect(links(shown).map(({ command }) => command)).not.toContain('evil');
    expect(shown).not.toMatch(/[^\\]<img/);
    expect(shown).not.toMatch(/[^\\]\*\*b/);
    expect(shown).not.toContain('$(zap)');
  });

  it('shows nothing for an operation that was never measured', () => {
    expect(hover()).toBeUndefined();
  });
});
