import { describe, expect, it, test } from 'vitest';
import { parseDescription, parseEvent } from './description';

const parameter = (name: string, type: string, unit = '') => ({ name, type, unit });

test.each([
  ['vTaskSuspend', 'vTaskSuspend', [], undefined],
  ['Delay  ticks=%u', 'Delay', [parameter('ticks', 'u')], undefined],
  [
    'Send  queue=%I, wait=%TimeOut ticks | Returns %d',
    'Send',
    [parameter('queue', 'I'), parameter('wait', 'TimeOut', 'ticks')],
    'd',
  ],
  // As found in real files: no commas, `&` for `%`, no percent sign, an odd type, `(void)`.
  [
    'Old  a=%x b=&Bool c=ErrCode | Returns %us',
    'Old',
    [parameter('a', 'x'), parameter('b', 'Bool'), parameter('c', 'ErrCode')],
    'us',
  ],
  ['Self (void)(%T)', 'Self', [], undefined],
  ['fact %s', 'fact', [parameter('', 's')], undefined],
  ['two a=%u %s', 'two', [parameter('a', 'u'), parameter('', 's')], undefined],
  [
    'Spaced  x = %d mV, y=%u',
    'Spaced',
    [parameter('x', 'd', 'mV'), parameter('y', 'u')],
    undefined,
  ],
])('reads the event line %s', (line, name, parameters, returns) => {
  expect(parseEvent(line)).toEqual({ name, parameters, returns });
});

test('reads an endless line without delay', () => {
  expect(parseEvent(`name a=%u${' '.repeat(100_000)}`).parameters).toHaveLength(1);
});

describe('description file', () => {
  const file = [
    '# comment',
    '',
    'Option ReversePriority',
    'NamedType TimeOut *="%u ticks" 0=NO_WAIT 0xFFFFFFFF=FOREVER',
    'NamedType Result 0=pdFAIL, 1=pdPASS -1=an error',
    'TaskState 0xBF 1=dummy, 2=Waiting for a timeout',
    '33  xTaskDelay ticks=%TimeOut',
    '0x22 Hex',
    '91 First a=%u',
    '91 Second',
    'NamedType Result 0=again',
    'Nonsense line',
    '92',
  ].join('\r\n');
  const parsed = parseDescription(file);

  it('has options, events and task states', () => {
    expect([...parsed.options]).toEqual(['ReversePriority']);
    expect([...parsed.events].map(([id, { name }]) => [id, name])).toEqual([
      [33, 'xTaskDelay'],
      [34, 'Hex'],
      [91, 'First'],
    ]);
    expect(parsed.taskStates.mask).toBe(0xbf);
    expect(parsed.taskStates.names.get(2)).toBe('Waiting for a timeout');
  });

  it('has named types with decimal, negative and hexadecimal values and a default', () => {
    const timeOut = parsed.types.get('TimeOut');
    expect(timeOut?.fallback).toBe('%u ticks');
    expect([...(timeOut?.values ?? [])]).toEqual([
      [0, 'NO_WAIT'],
      [0xffff_ffff, 'FOREVER'],
    ]);
    expect([...(parsed.types.get('Result')?.values ?? [])]).toEqual([
      [0, 'pdFAIL'],
      [1, 'pdPASS'],
      [0xffff_ffff, 'an error'],
    ]);
  });

  it('reports duplicate and unknown lines, and keeps the first', () => {
    expect(parsed.problems).toEqual([
      'line 10: event 91 is already First',
      'line 11: type Result is already defined',
      'line 12: Nonsense is not understood',
      'line 13: event 92 has no name',
    ]);
  });
});
