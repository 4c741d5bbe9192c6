import { describe, expect, it, vi } from 'vitest';
import type { OperationRow } from '../../../runs/record/row';
import type { Home, RunEntry } from '../../common/services';
import { exampleRun } from '../runs/testing';
import { newFigures } from './figures';

const home = { id: 'home' } as Home;

function figuresOf(entries: readonly RunEntry[]) {
  const sumUp = vi.fn(() => Promise.resolve<readonly OperationRow[]>([]));
  const runs = { list: () => Promise.resolve(entries), onDidChange: vi.fn() };
  return { figures: newFigures(runs, sumUp), sumUp };
}

describe('figures', () => {
  const [one, two] = [exampleRun({ folder: '/1' }), exampleRun({ folder: '/2' })];

  it('are read once, however often they are asked for', async () => {
    const { figures, sumUp } = figuresOf([one, two]);
    await Promise.all([figures.latest(home, 'board'), figures.of(one), figures.of(two)]);
    await figures.of(one);
    expect(sumUp.mock.calls).toEqual([['/1'], ['/2']]);
  });

  it('are read anew when the record is another one', async () => {
    const { figures, sumUp } = figuresOf([]);
    await figures.of(one);
    await figures.of({ ...one, version: '2' });
    expect(sumUp).toHaveBeenCalledTimes(2);
  });

  it('of a run that cannot be read are none', async () => {
    const { figures, sumUp } = figuresOf([]);
    sumUp.mockRejectedValueOnce(new Error('unreadable'));
    expect(await figures.of(one)).toEqual([]);
  });
});
