import { describe, expect, it, test } from 'vitest';
import { decode, readHeader } from './decoder';
import { beginning, onSecondCore, packetBytes, svdatHeader, SYNC } from './encode';
import { EventId } from './ids';
import { summariseRecording } from './summary';

const START = beginning({}, 7);
const idle = packetBytes({ id: EventId.Idle, delta: 3 });

function file(head: string, ...data: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from([...new TextEncoder().encode(head), ...data.flat()]);
}

test.each([
  ['no header', ''],
  ['lines that end with LF', ';\n; Version\t\tSEGGER SystemViewer V2.42\n;\n'],
  ['lines that end with CRLF', ';\r\n; Version     SEGGER SystemView V3.30\r\n;\r\n'],
  ['one core with its offset', ';\n; Offset Core0 0\n;\n'],
])('%s', (_, head) => {
  const { header, cores } = summariseRecording(decode(file(head, START, idle)), 'a.SVDat');
  expect(header.join('')).toBe(head.replace(/[\r\n]/g, ''));
  expect(cores).toMatchObject([{ core: 0, bytes: 25, events: 3, lastTicks: 10, problems: [] }]);
});

it('decodes each core of a file separately', () => {
  const head = `;\n; Offset Core0 0\n; Offset Core1 ${START.length + idle.length}\n;\n`;
  const { cores } = summariseRecording(decode(file(head, START, idle, START, idle, idle)), '');
  expect(cores).toMatchObject([
    { core: 0, events: 3, lastTicks: 10, bytes: 25 },
    { core: 1, events: 4, lastTicks: 13, bytes: 27 },
  ]);
});

it('distinguishes cores that share one stream and one time', () => {
  const second = packetBytes({ id: 513, payload: [1], delta: 5 });
  const bytes = file('; ESP_Extension\n', START, idle, onSecondCore(second), onSecondCore(idle));
  const { cores } = summariseRecording(decode(bytes), '');
  expect(cores).toMatchObject([
    { core: 0, countsById: { 10: 1, 17: 1, 24: 1 }, lastTicks: 10, bytes: 25 },
    { core: 1, countsById: { 17: 1, 513: 1 }, firstTicks: 15, lastTicks: 18, bytes: 7 },
  ]);
});

it('accepts a sync of the second core in a merged stream', () => {
  const start = [...SYNC, EventId.TraceStart | 64, 4];
  const { cores } = summariseRecording(decode(file('; ESP_Extension\n', START, start, idle)), '');
  expect(cores.map(({ segments }) => segments.length)).toEqual([2, 1]);
});

describe('header', () => {
  it('decodes text in the code page of the computer that wrote it', () => {
    const bytes = Uint8Array.from(Buffer.from('; RecordTime  07 d\u00e9c. 2021\n', 'latin1'));
    expect(readHeader(bytes).lines).toEqual(['; RecordTime  07 déc. 2021']);
  });

  it('is written as SEGGER writes it, whatever its texts contain', () => {
    const bytes = svdatHeader({
      recorded: new Date(Date.UTC(2026, 10, 7, 1, 2, 3)),
      author: 'Cyclescope',
      title: 'heap\nmalloc',
      description: '',
    });
    expect(new TextDecoder().decode(bytes)).toBe(
      [
        ';',
        '; Version     SEGGER SystemView V3.30',
        '; RecordTime  07 Nov 2026 01:02:03',
        '; Author      Cyclescope',
        '; Title       heap malloc',
        '; Description',
        ';',
        '',
      ].join('\r\n'),
    );
  });

  it('is the whole file if there are no data', () => {
    expect(summariseRecording(decode(file(';\n; Author me\n')), '')).toMatchObject({
      header: [';', '; Author me'],
      cores: [{ events: 0, bytes: 0, problems: [] }],
    });
  });
});
