import { describe, expect, test } from 'vitest';
import { parseBench } from './bench-line';
import { formatLine, MAX_REPLY_BYTES, parseFact, parseReply } from './lines';
import { formatRun, parseOperationReply, parseRunReply } from './run-lines';

const longest = (extra: number): string => `fact os=${'x'.repeat(MAX_REPLY_BYTES - 8 + extra)}`;

describe('parseReply', () => {
  test.each([
    ['ok stop', { kind: 'ok', command: 'stop', values: new Map() }],
    [
      'ok hello protocol=1\r\n',
      { kind: 'ok', command: 'hello', values: new Map([['protocol', '1']]) },
    ],
    ['error reason="no such suite"', { kind: 'error', reason: 'no such suite' }],
    [
      'begin run=4 ops=2',
      {
        kind: 'data',
        keyword: 'begin',
        values: new Map([
          ['run', '4'],
          ['ops', '2'],
        ]),
      },
    ],
    ['okay x=1', { kind: 'data', keyword: 'okay', values: new Map([['x', '1']]) }],
  ])('%s', (line, reply) => {
    expect(parseReply(line)).toEqual({ value: reply, problems: [] });
  });

  test.each([
    ['', '0 words instead of 1'],
    ['ok', '1 words instead of 2'],
    ['fact loose os=x', '2 words instead of 1'],
    ['error', 'an error line without a reason'],
    [longest(1), 'the line has 511 bytes; at most 510 are allowed'],
  ])('%s has a problem', (line, problem) => {
    expect(parseReply(line).problems).toEqual([problem]);
  });

  test('accepts a line of exactly the limit, counted in bytes', () => {
    expect(parseReply(longest(0)).problems).toEqual([]);
    expect(parseReply(longest(0).replace('xx', 'xé')).problems).toHaveLength(1);
  });
});

describe('formatLine', () => {
  test.each([
    [['run', 'a b'], '"a b" is not one word'],
    [['run', ''], '"" is not one word'],
    [['run', 'a=b'], '"a=b" is not one word'],
    [['x'.repeat(256)], 'the line has 256 bytes; at most 255 are allowed'],
  ])('refuses %j', (words, problem) => {
    expect(formatLine(words).problems).toEqual([problem]);
  });

  test('refuses a line feed in a value', () => {
    expect(formatLine(['fact'], [['os', 'a\nb']]).problems).toHaveLength(1);
  });
});

test('a fact in a line and in an event reads the same', () => {
  const values = new Map([
    ['heap', 'heap_4'],
    ['flags', '-O2 -g'],
  ]);
  expect(parseFact('fact heap=heap_4 flags="-O2 -g"')).toEqual({ value: values, problems: [] });
  expect(parseFact('heap=heap_4 flags="-O2 -g"')).toEqual({ value: values, problems: [] });
  expect(parseFact('heap heap=1').problems).toEqual(['"heap" is not key=value']);
});

test('a whole conversation matches its golden file', async () => {
  const exchanged = [
    ['> ', 'hello'],
    ['< ', 'fact protocol=1 agent=0.1.0 os=FreeRTOS os_version=V11.2.0 board=mps2-an500'],
    ['< ', 'fact clock=emulated clock_hz=25000000 clock_unit=instructions clock_ratio=5/16'],
    ['< ', 'fact compiler="arm-none-eabi-gcc 12.2.1" flags="-O2 -DNAME=\\"x\\"" caches=""'],
    ['< ', 'ok hello protocol=1'],
    ['> ', 'list'],
    [
      '< ',
      'bench suite=heap op=malloc n=1000 max=1000 warmup=16 batches=32 ' +
        'params="size=4[1..1024] align=8[1..64]" about="Allocates one block." at=benches/heap.c:31',
    ],
    [
      '< ',
      'bench suite=mutex op=lock n=1000 max=0 warmup=16 batches=32 params="" about="" at=mutex.c:9',
    ],
    [
      '< ',
      'bench suite=mutex op=lock n=many max=0 warmup=0 batches=0 params="a=9[1..2]" at=mutex.c:9',
    ],
    ['< ', 'ok list count=2'],
    [
      '> ',
      formatRun({
        suite: 'heap',
        op: 'malloc',
        n: 10,
        trace: false,
        params: { size: 8 },
      }).value,
    ],
    ['< ', 'begin run=1 ops=1'],
    ['< ', 'op name=heap/malloc status=stopped attempted=75 stored=70 reason="host said stop"'],
    ['< ', 'ok run run=1 status=stopped attempted=75 stored=70'],
    ['> ', 'jump'],
    ['< ', 'error reason="unknown command \\"jump\\""'],
    ['> ', 'stop'],
    ['< ', 'ok stop'],
  ] as const;
  const transcript = exchanged.map(([side, line]) =>
    side === '> ' ? `> ${line}` : describeReply(line),
  );
  await expect(`${transcript.join('\n')}\n`).toMatchFileSnapshot(
    '../../test/golden/control-lines.txt',
  );
});

function describeReply(line: string): string {
  const keyword = line.split(' ')[0];
  const specific =
    (keyword === 'bench' && parseBench(line)) ||
    (keyword === 'op' && parseOperationReply(line)) ||
    (line.startsWith('ok run ') && parseRunReply(line));
  const { value, problems } = specific || parseReply(line);
  const read = JSON.stringify(value, (_, part: unknown) =>
    part instanceof Map ? Object.fromEntries(part as Map<string, string>) : part,
  );
  return [`< ${line}`, `  ${read ?? 'nothing'}`, ...problems.map((text) => `  ! ${text}`)].join(
    '\n',
  );
}
