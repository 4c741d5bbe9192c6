import { describe, expect, it } from 'vitest';
import { dependencies } from './c';

describe('dependencies in a make rule', () => {
  it('may span several lines', () => {
    expect(dependencies('image: a.c \\\n  ../src/b.h /opt/c.h\n')).toEqual([
      'a.c',
      '../src/b.h',
      '/opt/c.h',
    ]);
  });

  it('may have spaces, hashes and dollars in their names', () => {
    expect(dependencies('image: my\\ work.h a\\#b.h c$$d.h\n')).toEqual([
      'my work.h',
      'a#b.h',
      'c$d.h',
    ]);
  });

  it('keep the backslashes of Windows paths', () => {
    expect(dependencies('image: C:\\src\\fir.h\r\n')).toEqual(['C:\\src\\fir.h']);
  });

  it('are found after warnings, and are empty without a rule', () => {
    expect(dependencies('a.c:1: warning: image: x\nimage: a.c\n')).toEqual(['a.c']);
    expect(dependencies('error')).toEqual([]);
  });
});
