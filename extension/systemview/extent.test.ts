import { expect, test } from 'vitest';
import { encodeString, onSecondCore, packetBytes, u32 } from './encode';
import { measureExtent, newExtent } from './extent';
import { EventId } from './ids';

const PAYLOADS: readonly (readonly [id: number, payload: readonly number[]])[] = [
  [EventId.Nop, []],
  [EventId.Overflow, u32(13_875)],
  [EventId.TaskStopReady, [...u32(70_000), 4]],
  [EventId.TaskInfo, [...u32(9), ...u32(2), ...encodeString('main')]],
  [EventId.SysDesc, encodeString('N=App', 'long')],
  [EventId.StackInfo, [1, ...u32(0x2000_0000), ...u32(4096), 0]],
  [EventId.ModuleDesc, [0, ...u32(512), ...encodeString('M=cyclescope')]],
  [EventId.DataSample, [1, ...u32(0xffff_ffff)]],
  [EventId.Init, [1, 2, 3, 4]],
  [30, []],
  [127, [1, 2, 3]],
  [513, new Array<number>(200).fill(7)],
  [16_384, [1]],
];

test.each(PAYLOADS)(
  'measures event %i, and asks for more whenever it is truncated',
  (id, payload) => {
    const bytes = Uint8Array.from(packetBytes({ id, payload, delta: 300 }));
    const extent = newExtent();
    expect(measureExtent(bytes, 0, bytes.length, false, extent)).toBe('packet');
    expect(extent).toMatchObject({ id, core: 0, delta: 300, end: bytes.length });
    expect([...bytes.subarray(extent.payload, extent.payloadEnd)]).toEqual(payload);
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(measureExtent(bytes, 0, cut, false, extent)).toBe('more');
    }
  },
);

test('ids from 127 on take two bytes, as do lengths from 128 on', () => {
  expect(packetBytes({ id: 126 })).toEqual([126, 0, 0]);
  expect(packetBytes({ id: 127 })).toEqual([0xff, 0, 0, 0]);
  expect(packetBytes({ id: 16_384 }).slice(0, 3)).toEqual([0x80, 0x80, 1]);
  expect(packetBytes({ id: 32, payload: new Array<number>(128).fill(1) }).slice(1, 3)).toEqual([
    0x80, 1,
  ]);
});

test.each([4, 33, 512])('measures event %i of the second core in a merged stream', (id) => {
  const bytes = Uint8Array.from(onSecondCore(packetBytes({ id, payload: [5], delta: 1 })));
  const extent = newExtent();
  expect(measureExtent(bytes, 0, bytes.length, true, extent)).toBe('packet');
  expect(extent).toMatchObject({ id, core: 1 });
});

test.each([
  ['an id beyond all ids', [0xff, 0xff, 0x03, 0, 0]],
  ['an id of six bytes', [0x80, 0x80, 0x80, 0x80, 0x80, 0x01]],
  ['a length beyond all payloads', [33, 0xff, 0xff, 0x01]],
  ['a string beyond all payloads', [14, 255, 255, 255]],
  ['an integer of more than 32 bits', [4, 0xff, 0xff, 0xff, 0xff, 0x10]],
  ['a time of more than 32 bits', [17, 0xff, 0xff, 0xff, 0xff, 0x7f]],
])('%s is damage', (_, bytes) => {
  const extent = newExtent();
  expect(measureExtent(Uint8Array.from(bytes), 0, bytes.length, false, extent)).toBe('damage');
  expect(extent.fault).not.toBe('');
});
