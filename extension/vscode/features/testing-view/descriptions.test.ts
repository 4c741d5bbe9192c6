import { describe, expect, it } from 'vitest';
import { newDescriptions } from './descriptions';
import { exampleRow } from './testing/examples';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const row = (minute: number) => ({ ...exampleRow('heap/malloc'), run: { created: at(minute) } });
const figures = 'p50 70 · p99 113 instr';

describe('the description of an operation', () => {
  it('has its latest figures, or nothing', () => {
    const descriptions = newDescriptions();
    expect(descriptions.of('id', [row(0)])).toBe(figures);
    expect(descriptions.of('id', [])).toBeUndefined();
  });

  it('marks stale figures', () => {
    expect(newDescriptions().of('id', [row(0)], true)).toBe(`stale: ${figures}`);
  });

  it('shows the range over the points of a sweep, and which have no figure', () => {
    const point = (cost: number) => ({ ...row(0), ...exampleRow('heap/malloc', {}, { cost }) });
    const refused = { ...row(0), ...exampleRow('heap/malloc', { status: 'refused' }) };
    const text = newDescriptions().of('id', [point(70), refused, point(250)]);
    expect(text).toBe('3 points · p50 70 to 250 instr · 1 refused');
  });

  it('has the latest settings, which older figures do not hide', () => {
    const descriptions = newDescriptions();
    descriptions.set('id', '1,200 of 2,000', at(5));
    expect(descriptions.of('id', [row(0)])).toBe('1,200 of 2,000');
    expect(descriptions.of('other', [row(0)])).toBe(figures);
  });

  it('has figures again once there are newer ones, or no setting', () => {
    const descriptions = newDescriptions();
    descriptions.set('id', '1,200 of 2,000', at(5));
    expect(descriptions.of('id', [row(6)])).toBe(figures);
    descriptions.set('id', undefined, at(5));
    expect(descriptions.of('id', [row(0)])).toBe(figures);
  });
});
