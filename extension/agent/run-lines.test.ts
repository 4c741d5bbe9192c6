import { describe, expect, test } from 'vitest';
import { formatRun, parseOperationReply, parseRunReply } from './run-lines';

describe('formatRun', () => {
  test.each([
    [{ suite: 'heap' }, 'run heap'],
    [{ suite: 'heap', op: 'free', n: 0, warmup: 3 }, 'run heap op=free n=0 warmup=3'],
    [{ suite: 's', trace: true, wait: false }, 'run s trace=1 wait=0'],
    [{ suite: 's', wait: false, batches: 9 }, 'run s wait=0 batches=9'],
    [{ suite: 's', n: undefined, params: { size: 4 } }, 'run s size=4'],
  ])('%j', (request, line) => {
    expect(formatRun(request)).toEqual({ value: line, problems: [] });
  });

  test.each([
    [{ suite: 'my suite' }, '"my suite" is not one word'],
    [{ suite: 's', n: 1.5 }, 'n=1.5 is not a whole number'],
    [{ suite: 's', batches: 0.5 }, 'batches=0.5 is not a whole number'],
    [{ suite: 's', params: { a: NaN } }, 'a=NaN is not a whole number'],
    [{ suite: 's', params: { wait: 1 } }, '"wait" is a word of the run line, not a parameter'],
    [{ suite: 's', op: 'a\n' }, 'a control line cannot carry control characters'],
  ])('%j has a problem', (request, problem) => {
    expect(formatRun(request).problems).toEqual([problem]);
  });
});

test('reads the ends of operations and runs', () => {
  expect(parseOperationReply('op name=a/b status=ok attempted=3 stored=2').value).toEqual({
    name: 'a/b',
    status: 'ok',
    attempted: 3,
    stored: 2,
    reason: undefined,
  });
  expect(parseRunReply('ok run run=7 status=failed attempted=3 stored=2').value).toEqual({
    run: 7,
    status: 'failed',
    attempted: 3,
    stored: 2,
  });
});

test.each([
  ['op name=a/b status=fine attempted=3 stored=2', 'an op line without its counts'],
  ['op name=a/b status=ok attempted=3', 'an op line without its counts'],
  ['ok stop', 'not an op line'],
])('rejects %s as the end of an operation', (line, problem) => {
  expect(parseOperationReply(line)).toEqual({ value: undefined, problems: [problem] });
});
