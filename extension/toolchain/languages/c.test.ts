import { describe, expect, it } from 'vitest';
import { dependencies } from './c';

describe('what a rule for make depends on', () => {
  it('may span several lines', () => {
    expect(dependencies('image: a.c \\\n  ../src/b.h /opt/c.h\n')).toEqual([
      'a.c',
      '../src/b.h',
      '/opt/c.h',
    ]);
  });

  it('has spaces, hashes and dollars in its names', () => {
    expect(dependencies('image: my\\ work.h a\\#b.h c$$d.h\n')).toEqual([
      'my work.h',
      'a#b.h',
      'c$d.h',
    ]);
  });

  it('keeps the backslashes of paths on Windows', () => {
    expect(dependencies('image: C:\\src\\fir.h\r\n')).toEqual(['C:\\src\\fir.h']);
  });

  it('is found behind warnings, and is nothing where there is no rule', () => {
    expect(dependencies('a.c:1: warning: image: x\nimage: a.c\n')).toEqual(['a.c']);
    expect(dependencies('error')).toEqual([]);
  });
});
