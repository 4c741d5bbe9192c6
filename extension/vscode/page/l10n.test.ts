import { describe, expect, it } from 'vitest';
import { fill, t } from './l10n';

describe('text in the user’s language', () => {
  it('is the key where there is no translation', () => {
    expect(t('{0} of {1}', 3, 4)).toBe('3 of 4');
  });

  it('takes values by name, and leaves a place without one alone', () => {
    expect(fill('{count} at {where}', [{ count: 2 }])).toBe('2 at {where}');
    expect(fill('a $& {0}', ['$&'])).toBe('a $& $&');
  });
});
