import { describe, expect, it } from 'vitest';
import { bench } from '../../../engine/testing/benches';
import type { GateReport } from '../../../workers/run/protocol';
import { toItemResults, runLines } from './results';
import { exampleEnd, exampleKept, exampleRow } from './testing/examples';

const benches = [bench('heap', 'malloc'), bench('heap', 'free')];
const [malloc, free] = [exampleRow('heap/malloc'), exampleRow('heap/free')];

const states = (...args: Parameters<typeof toItemResults>) =>
  toItemResults(...args).map(({ state, message }) => [state, message]);

const finding = { operation: 'heap/malloc', expected: 'mean 70', actual: 'mean 90' };
const gate = (outcome: 'failed' | 'inconclusive'): GateReport => ({
  gate: 'regressed',
  baseline: 'before',
  outcome,
  operations: [{ ...finding, outcome, why: 'heap/malloc is slower.' }],
});

describe('the results of a run', () => {
  it('pass with their figures', () => {
    const results = toItemResults(benches, exampleEnd(exampleKept([malloc, free])));
    expect(results.map(({ state }) => state)).toEqual(['passed', 'passed']);
    expect(results[0]?.description).toBe('p50 70 · p99 113 instr');
    expect(results[0]?.lines[0]).toMatch(/^heap\/malloc: /);
  });

  it('fail if the gate does, with both sides', () => {
    const end = exampleEnd(exampleKept([malloc, free], { gate: gate('failed') }));
    const [failed, passed] = toItemResults(benches, end);
    expect(failed).toMatchObject({
      state: 'failed',
      message: 'heap/malloc is slower.',
      difference: { expected: 'mean 70', actual: 'mean 90' },
    });
    expect(passed?.state).toBe('passed');
  });

  it('do not fail by a gate that cannot judge, which the output reports', () => {
    const end = exampleEnd(exampleKept([malloc, free], { gate: gate('inconclusive') }));
    expect(toItemResults(benches, end).map(({ state }) => state)).toEqual(['passed', 'passed']);
    expect(toItemResults(benches, end)[0]?.lines.at(-1)).toContain('heap/malloc is slower.');
    expect(runLines(end).join('\n')).toContain('Gate regressed against before: inconclusive.');
  });

  it('name what would decide an undecided gate', () => {
    const turns = { sentence: 'In turns …', command: 'cyclescope …', target: 'board', benches: [] };
    const end = exampleEnd(exampleKept([malloc], { gate: { ...gate('inconclusive'), turns } }));
    expect(runLines(end)).toEqual(expect.arrayContaining(['In turns …', '  cyclescope …']));
  });

  it('are skipped if the target lacks something, with the reason', () => {
    const refused = exampleRow('heap/malloc', { status: 'refused', reason: 'no such call' });
    const [result] = toItemResults(benches, exampleEnd(exampleKept([refused, free])));
    expect(result).toMatchObject({ state: 'skipped', description: 'refused: no such call' });
    expect(result?.lines.join()).toContain('no such call');
  });

  it('are neither passed nor failed if the figures are doubtful', () => {
    const doubtful = exampleRow('heap/malloc', { problems: ['3 samples are missing'] });
    const [result] = toItemResults(benches, exampleEnd(exampleKept([doubtful, free])));
    expect(result?.state).toBe('skipped');
  });

  describe('of a sweep', () => {
    const point = (size: number, change: Parameters<typeof exampleRow>[1] = {}) =>
      exampleRow('heap/malloc', { params: { size }, ...change });
    const refused = point(64, { status: 'refused', reason: 'does not fit' });

    it('are one, with the range of the points, and every point in the output', () => {
      const [result] = toItemResults(benches, exampleEnd(exampleKept([point(4), refused, free])));
      expect(result).toMatchObject({
        state: 'passed',
        description: '2 points · p50 70 to 70 instr · 1 refused',
        message: undefined,
      });
      const lines = result?.lines.join('\n');
      expect(lines).toMatch(/^heap\/malloc: 2 points/);
      expect(lines).toContain('heap/malloc size=4: mean ');
      expect(lines).toMatch(/heap\/malloc size=64: refused .*\n.*does not fit/);
    });

    it('are skipped if no point could be measured', () => {
      const all = [refused, point(4, { status: 'refused' })];
      expect(states(benches, exampleEnd(exampleKept([...all, free])))[0]?.[0]).toBe('skipped');
    });

    it('fail if the gate fails a point, which is named', () => {
      const operations = [
        { ...finding, operation: 'heap/malloc size=4', outcome: 'failed' as const, why: 'Slower.' },
      ];
      const kept = exampleKept([point(4), point(8), free], {
        gate: { ...gate('failed'), operations },
      });
      const [result] = toItemResults(benches, exampleEnd(kept));
      expect(result).toMatchObject({ state: 'failed', message: 'size=4: Slower.' });
      expect(result?.difference).toEqual({ expected: 'mean 70', actual: 'mean 90' });
    });

    it('are errors if a point failed on the target', () => {
      const failed = point(8, { status: 'failed', reason: 'not sorted' });
      expect(states(benches, exampleEnd(exampleKept([point(4), failed, free])))[0]).toEqual([
        'errored',
        'size=8: not sorted',
      ]);
    });
  });

  it('are errors if the operation failed on the target', () => {
    const failed = exampleRow('heap/malloc', { status: 'failed', reason: 'out of memory' });
    expect(states(benches, exampleEnd(exampleKept([failed, free])))[0]).toEqual([
      'errored',
      'out of memory',
    ]);
  });

  it('are errors with the reason if nothing could be measured', () => {
    const failure = { code: 'no-image', message: 'There is no image.' };
    expect(states(benches, exampleEnd(undefined, { failure }))).toEqual([
      ['errored', 'There is no image.'],
      ['errored', 'There is no image.'],
    ]);
  });

  it('keep what was measured before a failure', () => {
    const failure = { code: 'agent-silent', message: 'The agent is silent.' };
    const kept = exampleKept([malloc], { status: 'incomplete', failure });
    expect(states(benches, exampleEnd(kept))).toEqual([
      ['passed', undefined],
      ['errored', 'The agent is silent.'],
    ]);
  });

  it('are skipped if the run was cancelled before', () => {
    const end = exampleEnd(exampleKept([malloc], { status: 'incomplete' }), { wasCancelled: true });
    expect(states(benches, end)).toEqual([
      ['passed', undefined],
      ['skipped', undefined],
    ]);
  });
});

describe('the output of a run', () => {
  it('reports where it is stored and its problems', () => {
    const lines = runLines(exampleEnd(exampleKept([malloc], { problems: ['Packets were lost.'] })));
    expect(lines).toEqual(['Packets were lost.', 'Run stored in /runs/1']);
  });

  it('reports why a gate was not applied', () => {
    const kept = exampleKept([malloc], { gateProblem: 'No run is pinned as the baseline.' });
    expect(runLines(exampleEnd(kept))[0]).toBe(
      'The gate was not applied. No run is pinned as the baseline.',
    );
  });

  it('reports what failed and what to try', () => {
    const failure = { code: 'busy', message: 'It is in use.', hint: 'Wait.' };
    expect(runLines(exampleEnd(undefined, { failure }))).toEqual(['It is in use.', '  Wait.']);
  });
});
