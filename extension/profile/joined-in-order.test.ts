import { expect, it } from 'vitest';
import {
  costFunctions,
  framesInOrder,
  sumInstructions,
  joinProfiles,
  countProfileSamples,
  type TimedFrame,
} from './figures';
import { newProfile } from './stacks';
import { exampleRunProfile } from './stored/testing';
import { sampleProfile } from './testing';

it('the frames of a path are in the order of its instructions and add up to it', () => {
  const profile = sampleProfile();
  const [, path] = profile.paths;
  const frames = framesInOrder(profile, path!);
  const formatFrames = (all: readonly TimedFrame[]): unknown[] =>
    all.map(({ function: own, from, total, children }) => [
      `${profile.functions[own]?.name} ${from}+${total}`,
      ...formatFrames(children),
    ]);
  expect(formatFrames(frames)).toEqual([
    ['clock and loop 0+2'],
    ['take 2+13', ['raise 3+1'], ['enter 5+8', ['enter 8+3']]],
    ['clock and loop 15+1'],
  ]);
  const sumSelf = ({ self, children }: TimedFrame): number =>
    children.reduce((sum, child) => sum + sumSelf(child), self);
  expect(frames.reduce((sum, frame) => sum + sumSelf(frame), 0)).toBe(path?.nodes.length);
});

it('joined operations are executed once each, and are the outermost functions', () => {
  const { code, operations } = exampleRunProfile();
  const profiles = operations.map((own) => newProfile(own.name, code, own));
  const joined = joinProfiles('both', code, profiles);
  expect(countProfileSamples(joined)).toBe(2);
  expect(sumInstructions(joined)).toBe(17 + 12.5);
  const rows = costFunctions(joined);
  expect(rows.reduce((sum, { self }) => sum + self, 0)).toBe(29.5);
  const totals = new Map(rows.map((row) => [joined.functions[row.function]?.name, row.total]));
  expect([totals.get('mutex/lock'), totals.get('mutex/lock_again')]).toEqual([17, 12.5]);
  // Of each in the first one 4, and in the second one 4.
  expect(totals.get('copy')).toBe(4 + 0.75 * 4 + 0.25 * 8);
});
