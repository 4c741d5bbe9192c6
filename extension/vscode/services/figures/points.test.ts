import { describe, expect, it } from 'vitest';
import { exampleRow } from '../../features/testing-view/testing/examples';
import { exampleRun } from '../runs/testing';
import { newestPoints, pointsText } from './points';

const [newer, older] = [exampleRun({ id: '2' }), exampleRun({ id: '1' })];
const row = (name: string, size: number, run = newer) => ({
  ...exampleRow(name, { params: { size } }),
  run,
});

describe('the points of an operation', () => {
  it('are those of the newest run that has it', () => {
    const [small, large] = [row('heap/malloc', 4), row('heap/malloc', 64)];
    const [before, other] = [row('heap/malloc', 32, older), row('heap/free', 4, older)];
    const rows = [small, large, before, other];
    expect(newestPoints(rows, 'heap/malloc')).toEqual([small, large]);
    expect(newestPoints(rows, 'heap/free')).toEqual([other]);
    expect(newestPoints(rows, 'heap/calloc')).toEqual([]);
  });

  it('reach from median to median', () => {
    const points = [70, 400].map((cost) => exampleRow('heap/malloc', {}, { cost }));
    expect(pointsText(points)).toBe('2 points · p50 70 to 400 instr');
  });

  it('reach from mean to mean where any is too short for a median', () => {
    const points = [2, 400].map((cost) => exampleRow('heap/malloc', {}, { cost }));
    expect(pointsText(points)).toMatch(/^2 points · mean [\d.]+ to 4[\d.]+ instr$/);
  });

  it('report how many have no figure', () => {
    const [good] = [exampleRow('heap/malloc')];
    const refused = exampleRow('heap/malloc', { status: 'refused', reason: 'too small' });
    const doubtful = exampleRow('heap/malloc', { problems: ['lost'] });
    expect(pointsText([good, refused, refused, doubtful])).toMatch(
      / · 2 refused · 1 inconclusive$/,
    );
    expect(pointsText([refused, refused])).toBe('2 points · 2 refused');
  });
});
