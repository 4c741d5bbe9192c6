import { describe, expect, it } from 'vitest';
import { shorten } from './session';
import { newShowings } from './showings';

describe('the editors of a document', () => {
  it('hand a wish to the one that was active last, or to the first to come', () => {
    const showings = newShowings<string>();
    const done: string[] = [];
    const want = (what: string) => showings.want('x', (editor) => done.push(`${what} ${editor}`));
    want('early');
    showings.add('y', 'other');
    showings.add('x', 'left');
    showings.add('x', 'right');
    want('second');
    showings.add('x', 'left');
    want('third');
    showings.remove('x', 'left');
    want('fourth');
    expect(done).toEqual(['early left', 'second right', 'third left', 'fourth right']);
  });
});

describe('texts of unknown length', () => {
  it('are cut with a sign, and never between the halves of a character', () => {
    expect(shorten('abc', 3)).toBe('abc');
    expect(shorten('abcd', 3)).toBe('ab…');
    expect(shorten('a😀😀', 4)).toBe('a😀…');
    expect(shorten('a😀😀', 3)).toBe('a…');
  });
});
