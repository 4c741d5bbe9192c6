import { readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { parseDescription } from './description';
import { encodeString, u32 } from './encode';
import { formatEvent } from './format';
import { newKnowledge } from './knowledge';

const file = new URL('../../media/SYSVIEW_cyclescope.txt', import.meta.url);
const description = parseDescription(readFileSync(file, 'utf8'));

it("describes the agent's events without a problem", () => {
  expect(description.problems).toEqual([]);
  expect([...description.events.keys()]).toEqual([512, 513, 514, 515, 516, 517, 518, 519, 520]);
});

test.each<[number, number[], string]>([
  [
    512,
    [
      1,
      7,
      3,
      ...u32(25_000_000),
      125,
      1,
      ...u32(500),
      0,
      9,
      ...['instructions', 'emulated', 'heap'].flatMap((each) => encodeString(each)),
    ],
    'run_begin version=1 run=7 flags=hooks linked, traced clockHz=25000000 num=125 den=1 clockLo=500 clockHi=0 streamClock=9 unit="instructions" clock="emulated" suite="heap"',
  ],
  [513, encodeString('os=FreeRTOS'), 'fact text="os=FreeRTOS"'],
  [
    514,
    [
      0,
      ...u32(1000),
      16,
      100,
      30,
      ...encodeString('heap/malloc'),
      ...encodeString('heap.c:9'),
      ...encodeString(''),
    ],
    'op_begin op=0 n=1000 warmup=16 batchSize=100 batches=30 name="heap/malloc" at="heap.c:9" params=""',
  ],
  [515, [0, 1, 0, 40, 42], 'samples op=0 kind=samples first=0 +2 bytes'],
  [516, [0, 5, 10, 20, 1], 'traced op=0 index=5 start=10 stop=20 flags=a tick inside'],
  [517, [1, 2, 3, 0], 'flush state=measuring begins block=2 clockLo=3 clockHi=0'],
  [
    518,
    [0, 3, 5, 4, ...encodeString('no')],
    'op_end op=0 status=refused attempted=5 stored=4 reason="no"',
  ],
  [
    519,
    [0, 5, 5, 1, 0, ...encodeString('')],
    'run_end status=ok attempted=5 stored=5 clockLo=1 clockHi=0 reason=""',
  ],
  [520, [0, 0, 0], 'fill +3 bytes'],
])('event %i is shown as documented', (id, payload, expected) => {
  const packet = { id, core: 0, ticks: 0, payload: Uint8Array.from(payload) };
  expect(formatEvent(packet, { knowledge: newKnowledge(), description })).toBe(expected);
});
