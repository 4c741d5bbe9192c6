import { describe, expect, it } from 'vitest';
import { debugLens, profileLens } from './lens-text';
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

const lens = (change: Partial<LensData> = {}, isTrusted = true, text = TEXT) =>
  debugLens(buildSubject(SOURCE, parseSourceBench(text), knowledge(change)), isTrusted, translate);

it('links to the benchmark of the existing image', () => {
  expect(lens()).toMatchObject([
    {
      command: 'cyclescope.debugBenchmark',
      arguments: [{ home: 'board', target: 'qemu-freertos-m7', patterns: ['dsp/fir'] }],
    },
  ]);
});

it('is absent without trust, without an image, and during a measurement', () => {
  expect(lens({}, false)).toEqual([]);
  expect(lens({ image: { missing: 'none' } })).toEqual([]);
  expect(lens({ findLive: () => ({ phase: 'x', first: undefined }) })).toEqual([]);
});

describe('the lens of a profile', () => {
  const profile = (change: Partial<LensData> = {}, isTrusted = true) =>
    profileLens(
      buildSubject(SOURCE, parseSourceBench(TEXT), knowledge(change)),
      isTrusted,
      translate,
    );
  const row = { ...figureRow('dsp/fir', 70), run: runEntry({ hasProfile: true }) };

  it('measures a benchmark without a profile', () => {
    const [measured] = profile({ rows: [figureRow('dsp/fir', 70)] });
    expect(measured).toMatchObject({
      command: 'cyclescope.runProfiled',
      arguments: [{ home: 'board', target: 'qemu-freertos-m7', patterns: ['dsp/fir'] }],
    });
    expect(profile({ image: { missing: 'none' } })).toEqual([]);
    expect(profile({}, false)).toEqual([]);
  });

  it('shows the profile of the newest run, even without trust', () => {
    expect(profile({ rows: [row] }, false)).toMatchObject([
      {
        command: 'cyclescope.showProfile',
        arguments: [{ home: 'board', id: 'r1', operation: 'dsp/fir' }],
      },
    ]);
    expect(profile({ findLive: () => ({ phase: 'x', first: undefined }) })).toEqual([]);
  });
});
