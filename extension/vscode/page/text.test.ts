import { describe, expect, it } from 'vitest';
import { tame } from './text';

describe('text of unknown origin', () => {
  it('is unchanged if it is plain', () => {
    expect(tame('heap/malloc <b>&amp;</b> größer')).toBe('heap/malloc <b>&amp;</b> größer');
  });

  it('shows control characters instead of executing them', () => {
    expect(tame('\u001b[31mred\u007f\n')).toBe('␛[31mred␡␊');
    expect(tame('a\u202egnp.exe\u2066')).toBe('a\ufffdgnp.exe\ufffd');
  });

  it('is truncated between whole characters', () => {
    expect(tame('x'.repeat(65_536))).toBe(`${'x'.repeat(159)}…`);
    expect(tame('😀'.repeat(10), 4)).toBe('😀😀😀…');
    expect(tame('abcd', 4)).toBe('abcd');
  });
});
