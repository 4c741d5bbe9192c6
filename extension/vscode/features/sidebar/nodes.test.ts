import { describe, expect, it } from 'vitest';
import { storageHome } from '../../services/homes/homes';
import { exampleRun } from '../../services/runs/testing';
import { groupRuns, runContext } from './nodes';

const target = (id: string) => ({ id, title: `Title of ${id}`, deterministic: true });

describe('the view of runs', () => {
  it('groups by target, the one with the newest run first', () => {
    const runs = [
      exampleRun({ id: '3', target: target('b') }),
      exampleRun({ id: '2', target: target('a') }),
      exampleRun({ id: '1', target: target('b') }),
    ];
    const groups = groupRuns(storageHome('/storage', 'Storage'), runs);
    const shown = groups.map(({ id, title, runs: own }) => [id, title, own.map((run) => run.id)]);
    expect(shown).toEqual([
      ['b', 'Title of b', ['3', '1']],
      ['a', 'Title of a', ['2']],
    ]);
  });

  it.each([
    [{}, false, 'run own pinnable'],
    [{ isBaseline: true }, false, 'run own baseline'],
    [{ imported: 'overtos' }, false, 'run own pinnable imported'],
    [{ recordings: { traced: 'x.SVDat' } }, false, 'run own pinnable recorded'],
    [{ recordings: { headline: 'x.SVDat' } }, true, 'run recorded'],
  ])('offers in its menus what a run allows (%j, sample: %s)', (facts, isSample, expected) => {
    expect(runContext(exampleRun(facts), isSample)).toBe(expected);
  });
});
