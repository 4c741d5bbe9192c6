import { expect, it } from 'vitest';
import { debugLens } from './lens-text';
import { type Knowledge, subjectOf } from './subject';
import { declared, knowledge, SOURCE, TEXT, translate } from './testing';

const lens = (change: Partial<Knowledge> = {}, isTrusted = true, text = TEXT) =>
  debugLens(subjectOf(SOURCE, declared(text), knowledge(change)), isTrusted, translate);

it('leads into the benchmark of the image that is there', () => {
  expect(lens()).toMatchObject([
    {
      command: 'cyclescope.debugBenchmark',
      arguments: [{ home: 'board', target: 'qemu-freertos-m7', patterns: ['dsp/fir'] }],
    },
  ]);
});

it('is absent without trust, without an image, and while a run measures', () => {
  expect(lens({}, false)).toEqual([]);
  expect(lens({ image: { missing: 'none' } })).toEqual([]);
  expect(lens({ liveOf: () => ({ phase: 'x', first: undefined }) })).toEqual([]);
});
