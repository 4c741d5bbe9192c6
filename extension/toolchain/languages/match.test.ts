import { describe, expect, it } from 'vitest';
import { bench } from '../../engine/testing/benches';
import { parseBenches, type SourceBench } from './benches';
import { c } from './c';
import { matchBench, formatBenchName } from './match';

const only = (text: string): SourceBench => parseBenches(text, c.reading)[0]!;

describe('a declaration and an image', () => {
  const text = '\n\nCYCLESCOPE_BENCH(fir,\n  .warmup = 1) { f(); }\n';
  const path = '/home/me/board/bench/filter.c';
  const built = { benches: [bench('filter', 'fir', { at: 'bench/filter.c:3' })], texts: {} };

  it.each([
    ['measured there', 'bench/filter.c:3', 'same'],
    ['measured there by a compiler that counts from the end', 'bench/filter.c:4', 'same'],
    ['at another line', 'bench/filter.c:9', 'changed'],
    ['in another file of that name', 'other/filter.c:3', 'absent'],
  ])('%s', (_, at, kind) => {
    const benches = [bench('filter', 'fir', { at })];
    expect(matchBench(path, only(text), { benches, texts: {} }).kind).toBe(kind);
  });

  it('matches by the text if that is known, wherever it is now', () => {
    const texts = { 'filter/fir': only(text).digest };
    const moved = only(`/* new */\n\n\n\n${text}`);
    expect(matchBench(path, moved, { ...built, texts }).kind).toBe('same');
    const edited = only(text.replace('f()', 'g()'));
    expect(matchBench(path, edited, { ...built, texts }).kind).toBe('changed');
  });

  it('does not match another name or suite', () => {
    expect(matchBench(path, only(text.replace('fir', 'iir')), built).kind).toBe('absent');
    const named = only(text.replace('.warmup = 1', '.suite = "dsp"'));
    expect(formatBenchName(path, named)).toBe('dsp/fir');
    expect(matchBench(path, named, built).kind).toBe('absent');
  });

  it('distinguishes benchmarks of one name in two files', () => {
    const benches = [
      bench('filter', 'fir', { at: 'a/filter.c:3' }),
      bench('filter', 'fir', { at: 'b/filter.c:3' }),
    ];
    const match = matchBench('/w/b/filter.c', only(text), { benches, texts: {} });
    expect(match).toEqual({ kind: 'same', bench: benches[1] });
  });
});
