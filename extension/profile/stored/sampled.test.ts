import { expect, test } from 'vitest';
import { costFunctions, costLines, buildFlameGraph, sumInstructions } from '../figures';
import { costLayers } from '../layers';
import { newProfile } from '../stacks';
import { functionsText, linesText } from '../text';
import { formatRunProfile, readRunProfile } from './stored';
import { exampleSampledProfile } from './testing';

const run = exampleSampledProfile();
const [operation] = run.operations;
const profile = newProfile('mutex/lock', run.code, operation ?? expect.fail());

test('equal stacks are stored once, from the benchmark on; what is not the operation is counted', () => {
  expect(operation?.paths.map(({ groups }) => groups)).toEqual([
    [1, 0, 1, 0],
    [0, 1, 0, 0],
    [0, 0, 0, 1],
  ]);
  expect(operation?.sampled).toMatchObject({
    way: "perf's event cycles",
    rate: 2,
    isFlat: false,
    clock: 1,
    agent: 1,
    remarks: expect.arrayContaining([
      expect.stringContaining('Left out: 16.67 % of all samples read the clock'),
    ]),
  });
  expect(readRunProfile(formatRunProfile(run))).toEqual({ profile: run });
});

test('samples of the first schema, which have no groups, are to be taken again', () => {
  const stored = JSON.parse(formatRunProfile(run)) as {
    operations: readonly { sampled?: object }[];
  };
  const operations = stored.operations.map((each) => ({
    ...each,
    ...(each.sampled && { sampled: { event: 'cycles', seconds: 3, clock: 1, agent: 1 } }),
  }));
  const { problem, hint } = readRunProfile(JSON.stringify({ ...stored, schema: 1, operations }));
  expect(problem).toMatch(/^An earlier version stored these samples without/);
  expect(hint).toContain('profile the run again');
});

test('samples add up by function, line and layer, with the loop around the operation', () => {
  expect(sumInstructions(profile)).toBe(4);
  const rows = costFunctions(profile).map(({ function: at, self, total, calls }) => {
    return [profile.functions[at]?.name, self, total, calls];
  });
  expect(rows).toEqual([
    ['futex_wait', 2, 2, 0],
    ['memset', 1, 1, 0],
    ['clock and loop', 1, 1, 0],
    ['take', 0, 3, 0],
  ]);
  expect(buildFlameGraph(profile).map(({ total }) => total)).toEqual([3, 1]);
  const lines = costLines(profile).filter(({ line }) => line > 0);
  expect(lines.map(({ line, self, total }) => [line, self, total])).toEqual([
    [20, 0, 2],
    [22, 0, 1],
    [2, 1, 4],
  ]);
  const layers = costLayers(profile).filter(({ self }) => self > 0);
  expect(layers.map(({ layer, self }) => [layer, self])).toEqual([
    ['C library', 1],
    ['futexes', 2],
    ['clock and loop', 1],
  ]);
});

test('the text has shares of time, and marks functions of the system', () => {
  const [title, , first] = functionsText(profile);
  expect(title).toContain("sampled, 4 samples in 3 s, 2 per second, from perf's event cycles");
  // Wilson's interval of 2 in 4, with Student's bound.
  expect(first).toBe('      50.0     4.7 to 95.3      50.0  futex_wait [kernel]');
  expect(linesText(profile).join('\n')).toContain('50.0         ·     20');
});
