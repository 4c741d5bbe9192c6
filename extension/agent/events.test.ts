import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeEvent, encodeEvent } from './event-codec';
import { type AgentEvent, SAMPLE_KINDS } from './events';
import { END_STATUSES } from './run-lines';

const EXAMPLES: readonly AgentEvent[] = [
  {
    kind: 'runBegin',
    version: 1,
    run: 3,
    hooks: true,
    traced: false,
    clockHz: 25_000_000,
    ratio: [5, 16],
    clockTicks: 2 ** 32 + 5,
    streamClock: 130,
    unit: 'instructions',
    clock: 'emulated',
    suite: 'heap',
  } as AgentEvent,
  { kind: 'fact', text: 'os=FreeRTOS os_version=V11.2.0' },
  {
    kind: 'operationBegin',
    op: 1,
    n: 1000,
    warmup: 16,
    batchSize: 100,
    batches: 32,
    name: 'heap/free',
    at: 'benches/heap.c:31',
    params: 'size=4',
  } as AgentEvent,
  {
    kind: 'samples',
    op: 1,
    sampleKind: 'batch',
    first: 200,
    values: Uint32Array.of(0, 1, 940, 0xffff_ffff),
  } as AgentEvent,
  {
    kind: 'traced',
    op: 1,
    index: 300,
    start: 0xffff_fff0,
    stop: 400,
    tickInside: true,
    cold: true,
    sum: true,
  } as AgentEvent,
  { kind: 'flush', measuring: true, block: 2, clockTicks: 2 ** 40 },
  { kind: 'operationEnd', op: 1, status: 'stopped', attempted: 300, stored: 299, reason: 'host' },
  { kind: 'runEnd', status: 'ok', attempted: 600, stored: 600, clockTicks: 2 ** 32, reason: '' },
];

test('every event has its documented bytes', async () => {
  const lines = EXAMPLES.map((event) => {
    const { number, payload } = encodeEvent(event);
    const bytes = Array.from(payload, (byte) => byte.toString(16).padStart(2, '0'));
    const { kind, ...fields } = event;
    const values = 'values' in fields ? { ...fields, values: [...fields.values] } : fields;
    return `${number} ${kind} ${JSON.stringify(values)}\n  ${bytes.join(' ')}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot('../../test/golden/events.txt');
});

describe('decodeEvent', () => {
  test.each(EXAMPLES)('$kind round-trips', (event) => {
    const { number, payload } = encodeEvent(event);
    expect(decodeEvent(number, payload)).toEqual({ value: event, problems: [] });
  });

  test.each(EXAMPLES.filter(({ kind }) => kind !== 'samples'))(
    '$kind may gain fields in later versions',
    (event) => {
      const { number, payload } = encodeEvent(event);
      const longer = Uint8Array.of(...payload, 9, 8, 7);
      expect(decodeEvent(number, longer)).toEqual({ value: event, problems: [] });
    },
  );

  test.each(EXAMPLES.filter(({ kind }) => kind !== 'samples'))(
    'a truncated $kind is a problem',
    (event) => {
      const { number, payload } = encodeEvent(event);
      expect(decodeEvent(number, payload.subarray(0, -1)).problems).toHaveLength(1);
    },
  );

  test('skips events of later versions', () => {
    expect(decodeEvent(8, Uint8Array.of(1))).toEqual({ value: undefined, problems: [] });
  });

  test.each([
    ['an unknown kind of samples', 3, [0, 9, 0, 1]],
    ['an unknown status', 6, [0, 7, 0, 0, 0]],
  ])('%s is a problem', (_, number, bytes) => {
    const { value, problems } = decodeEvent(number, Uint8Array.from(bytes));
    expect([value, problems.length]).toEqual([undefined, 1]);
  });

  test('any samples round-trip', () => {
    const u32 = fc.nat(0xffff_ffff);
    const event = fc.record({
      kind: fc.constant('samples' as const),
      op: u32,
      sampleKind: fc.constantFrom(...SAMPLE_KINDS),
      first: u32,
      values: fc.uint32Array(),
    });
    fc.assert(
      fc.property(event, (samples) => {
        const { number, payload } = encodeEvent(samples);
        expect(decodeEvent(number, payload).value).toEqual(samples);
      }),
    );
  });

  test('random bytes yield an event or a problem', () => {
    fc.assert(
      fc.property(fc.nat(7), fc.uint8Array({ maxLength: 60 }), (number, payload) => {
        const { value, problems } = decodeEvent(number, payload);
        expect(value === undefined).toBe(problems.length > 0);
      }),
    );
  });

  test('statuses keep their numbers', () => {
    expect(END_STATUSES).toEqual(['ok', 'stopped', 'failed', 'refused']);
  });
});
