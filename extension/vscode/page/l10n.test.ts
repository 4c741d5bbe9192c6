import { describe, expect, it } from 'vitest';
import { fill, t } from './l10n';

describe('text in the user’s language', () => {
  it('is the key if there is no translation', () => {
    expect(t('{0} of {1}', 3, 4)).toBe('3 of 4');
  });

  it('inserts values by name, and leaves an unknown place alone', () => {
    expect(fill('{count} at {where}', [{ count: 2 }])).toBe('2 at {where}');
    expect(fill('a $& {0}', ['$&'])).toBe('a $& $&');
  });
});
