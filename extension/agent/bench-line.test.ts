import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBench, parseBench } from './bench-line';

const head = 'bench suite=s op=o n=10 max=0 warmup=1 batches=2';

test.each([
  ['fact os=x', 'not a bench line'],
  [`bench op=o n=10 max=0 warmup=1 batches=2 params="" about="" at=x:1`, '"suite" is missing'],
  [
    `bench suite=s op=o n=-1 max=0 warmup=1 batches=2 params="" about="" at=x:1`,
    '"n" is not a count',
  ],
])('rejects %s', (line, problem) => {
  expect(parseBench(line)).toEqual({ value: undefined, problems: [problem] });
});

test.each([
  ['a=100[1..1000]', [{ name: 'a', default: 100, min: 1, max: 1000 }], []],
  ['a=-5[-9..0]', [{ name: 'a', default: -5, min: -9, max: 0 }], []],
  ['a=1 b=2[1..3]', [{ name: 'b', default: 2, min: 1, max: 3 }], ['"a=1" is not a parameter']],
  ['a=0[1..3]', [], ['"a=0[1..3]" is not a parameter']],
])('reads the parameters %s', (text, params, problems) => {
  const bench = parseBench(`${head} params="${text}" about=x at=x:1`);
  expect(bench.value?.params).toEqual(params);
  expect(bench.problems).toEqual(problems);
});

test('formatting and parsing a bench line round-trips', () => {
  const word = fc.stringMatching(/^[a-z]\w{0,5}$/);
  const count = fc.nat(99_999);
  const parameter = fc
    .record({ name: word, min: fc.nat(9), below: fc.nat(9), above: fc.nat(9) })
    .map(({ name, min, below, above }) => {
      return { name, default: min + below, min, max: min + below + above };
    });
  const bench = fc.record({
    suite: word,
    op: word,
    iterations: count,
    max: count,
    warmup: count,
    batches: count,
    params: fc.array(parameter, { maxLength: 2 }),
    about: fc.stringMatching(/^[ -~]{0,30}$/),
    at: fc.constant('my file.c:7'),
  });
  fc.assert(
    fc.property(bench, (value) => {
      const line = formatBench(value);
      expect(line.problems).toEqual([]);
      expect(parseBench(line.value)).toEqual({ value, problems: [] });
    }),
  );
});
