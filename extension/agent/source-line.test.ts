import { describe, expect, it } from 'vitest';
import {
  isAbsolutePath,
  isSameFile,
  normalPath,
  parseSourceLine,
  deriveSuite,
} from './source-line';

describe('a place in a source', () => {
  it.each([
    ['a/heap.c:48', 'a/heap.c', 48],
    ['C:\\a\\heap.c:7', 'C:\\a\\heap.c', 7],
    ['heap.c', 'heap.c', 1],
    ['heap.c:', 'heap.c:', 1],
    ['C:\\heap.c', 'C:\\heap.c', 1],
    ['heap.c:0', 'heap.c', 1],
  ])('reads %s', (at, file, line) => {
    expect(parseSourceLine(at)).toEqual({ file, line });
  });

  it.each([
    ['a/./b//c.c', 'a/b/c.c'],
    ['a\\..\\b.c', 'b.c'],
    ['/a/../../b.c', '/../b.c'],
    ['../../x.c', '../../x.c'],
    ['/x.c', '/x.c'],
  ])('normalises %s', (path, plain) => {
    expect(normalPath(path)).toBe(plain);
  });

  it.each([
    ['/w/bench/fir.c', 'bench/fir.c', true],
    ['/w/bench/fir.c', './bench/fir.c', true],
    ['/w/bench/fir.c', '/w/bench/fir.c', true],
    ['C:\\w\\fir.c', 'fir.c', true],
    ['/w/bench/fir.c', 'other/fir.c', false],
    ['/w/bench/myfir.c', 'fir.c', false],
    ['/w/fir.c', '', false],
  ])('compares %s with %s', (path, reported, same) => {
    expect(isSameFile(path, reported)).toBe(same);
  });

  it('recognises absolute paths and derives the suite of a file', () => {
    expect(['/a', 'C:\\a', '\\a', 'a/b'].map(isAbsolutePath)).toEqual([true, true, true, false]);
    expect(['a/heap.c', 'heap.bench.c', 'C:\\x\\net.cpp', ''].map(deriveSuite)).toEqual([
      'heap',
      'heap',
      'net',
      '',
    ]);
  });
});
