import { expect, test } from 'vitest';

import { splitArguments, takeOptions } from './options';

test('accepts options with and without an equals sign, drops some, and keeps the rest in order', () => {
  const table = { take: { target: '-t --target' }, drop: '--port', flags: '--persist' };
  const args = ['--target=a', '--port', '3333', '-x', 'y', '--persist', '-t', 'b', '--port=1', 'z'];
  expect(takeOptions(args, table)).toEqual({
    taken: { target: ['a', 'b'] },
    rest: ['-x', 'y', 'z'],
  });
});

test('an option at the end of the line has an empty value', () => {
  expect(takeOptions(['-t'], { take: { target: '-t' } })).toEqual({
    taken: { target: [''] },
    rest: [],
  });
});

test.each([
  ['-f a.cfg  -c "adapter speed 4000"', ['-f', 'a.cfg', '-c', 'adapter speed 4000']],
  ['-s \'c:/a b/\' --x="1 2"', ['-s', 'c:/a b/', '--x=1 2']],
  ['-c "puts \\"x\\""', ['-c', 'puts "x"']],
  ['', []],
])('splits %s', (line, words) => {
  expect(splitArguments(line)).toEqual(words);
});
