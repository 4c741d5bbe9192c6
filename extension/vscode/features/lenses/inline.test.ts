import { describe, expect, it } from 'vitest';
import { getSvgPalette } from './decorations';
import { dataUri, inlineSvg } from './inline';
import { figureRow } from './testing';

const style = { palette: getSvgPalette(1), fontSize: 14, staleWord: undefined };
const row = figureRow('dsp/fir', 70);
const draw = (
  change: Partial<typeof row> = {},
  more: Partial<Parameters<typeof inlineSvg>[1]> = {},
) => inlineSvg({ ...row, ...change }, { ...style, ...more });

const texts = (svg: string | undefined) =>
  [...(svg ?? '').matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
const barCount = (svg: string | undefined) => (svg ?? '').match(/M\d+ \d+v-/g)?.length;

describe('the histogram in a line', () => {
  it('is between the smallest and the largest sample, with the unit', () => {
    const max = row.all.statistics?.max;
    expect(texts(draw())).toEqual(['70', `${max} instr`]);
  });

  it('has a bar for every bin with a sample', () => {
    const distribution = [
      [70, 900],
      [75, 99],
      [90, 1],
    ] as const;
    expect(barCount(draw({ distribution }))).toBe(3);
    expect(draw({ distribution })).toContain('v-2h');
  });

  it('states that it is stale, and looks it', () => {
    const svg = draw({}, { staleWord: 'stale' });
    expect(texts(svg)[0]).toBe('stale 70');
    expect(svg).toContain('opacity');
    expect(draw()).not.toContain('opacity');
  });

  it('uses the colours of the theme and the size of the font', () => {
    const colours = [1, 2, 3, 4].map((kind) => getSvgPalette(kind));
    expect(new Set(colours.map(({ bar }) => bar)).size).toBe(4);
    for (const palette of colours) expect(draw({}, { palette })).toContain(palette.bar);
    expect(draw({}, { fontSize: 28 })).toMatch(/height="31"/);
  });

  it('is not drawn for doubtful figures', () => {
    expect(draw({ standing: 'inconclusive' })).toBeUndefined();
    expect(draw({ distribution: [] })).toBeUndefined();
  });

  it('becomes an image without a file', () => {
    const [head, data = ''] = dataUri('<svg/>').split(',');
    expect(head).toBe('data:image/svg+xml;base64');
    expect(Buffer.from(data, 'base64').toString()).toBe('<svg/>');
  });
});
