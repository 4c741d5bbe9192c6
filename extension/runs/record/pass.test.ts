import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CollectedRun } from '../../agent/collected';
import type { OperationReply } from '../../agent/run-lines';
import type { SimulatedRun } from '../../agent/testing/simulate';
import { agreesWithRecording } from './testing/agree';
import { digest } from './pass';
import { collectSimulated, exampleCounts, exampleOperation, examplePass } from './testing/example';

describe('pass', () => {
  const run: SimulatedRun = { operations: [exampleOperation('heap/malloc', 146, 160)] };

  const COUNTER = ['counter=cycles counter_scope="CPU 0"'];

  describe('buildPass', () => {
    test('records an operation in the unit of its clock', () => {
      const pass = examplePass(collectSimulated(run));
      expect(pass.clocks).toEqual([
        { name: 'emulated', hz: 25_000_000, unit: 'instructions', ratio: [5, 16] },
      ]);
      expect(pass.operations).toMatchObject([
        {
          suite: 'heap',
          op: 'malloc',
          repeat: 0,
          clock: 0,
          requested: 160,
          status: 'ok',
          attempted: 198,
          stored: 198,
          decoded: 198,
          cold: 292,
          problems: [],
          quiet: [
            [147, 128],
            [154, 30],
          ],
          ticked: [[190, 2]],
          batches: { size: 100, ticked: [] },
          empty: { samples: [[1, 3]], batches: [300, 300] },
        },
      ]);
      expect(pass.problems).toEqual([]);
    });

    test("records a counter's remarks on batches", () => {
      const operations = [exampleOperation('heap/malloc', 146, 160, exampleCounts(146))];
      const [found] = examplePass(collectSimulated({ facts: COUNTER, operations })).operations;
      expect(found).toMatchObject({ attempted: 218, stored: 218, decoded: 218, problems: [] });
      expect(found?.counted).toMatchObject({ unit: 'cycles', size: 100 });
      expect(found?.counted?.counts.slice(2, 5)).toEqual([16_689, 17_289, 16_689]);
      expect(found?.counted?.empty).toHaveLength(10);
      expect(examplePass(collectSimulated(run)).operations[0]).not.toHaveProperty('counted');
    });

    test('repeats share a clock and, if identical, a digest', () => {
      const pass = examplePass(collectSimulated(run, run));
      expect(pass.clocks).toHaveLength(1);
      const [one, other] = pass.operations;
      expect([one?.repeat, other?.repeat]).toEqual([0, 1]);
      expect(one?.digest).toBe(other?.digest);
    });

    test.each([
      ['the image has hooks', { begin: {} }, 1],
      ['the run reports it', { begin: { hooks: true } }, 0],
    ] as const)('refuses a headline figure if %s', (_, { begin }, hooks) => {
      const image = { sha256: '', compiler: '', flags: '', hooks };
      const [operation] = examplePass(collectSimulated({ ...run, begin }), { image }).operations;
      expect(operation).toMatchObject({
        status: 'refused',
        reason: 'the image has trace hooks linked in, which slow every kernel call',
      });
    });

    test('a traced pass may have hooks', () => {
      const traced = collectSimulated({ ...run, begin: { hooks: true, traced: true } });
      expect(examplePass(traced, { build: 'traced' }).operations[0]?.status).toBe('ok');
    });

    test('control line and stream must agree', () => {
      const reply = {
        name: 'heap/malloc',
        status: 'ok',
        attempted: 198,
        reason: undefined,
      } as const;
      const problems = (stored: number): readonly string[] | undefined => {
        const replies: OperationReply[] = [{ ...reply, stored }];
        const runs = collectSimulated(run).map((found) => ({ run: found, repeat: 0, replies }));
        return examplePass([], { runs }).operations[0]?.problems;
      };
      expect(problems(198)).toEqual([]);
      expect(problems(190)).toEqual([
        'control line and stream disagree: ok, 190 of 198 against ok, 198 of 198',
      ]);
    });

    test('reports any loss', () => {
      const stream = { bytes: 1, events: 1, overflows: 2, lostPackets: 9 };
      expect(examplePass([], { stream }).problems).toEqual([
        'The stream overflowed 2 times and lost 9 packets.',
      ]);
    });

    test('leaves out and reports a run with an implausible clock', () => {
      const pass = examplePass(collectSimulated({ ...run, begin: { unit: 'bananas' } }));
      expect(pass.operations).toEqual([]);
      expect(pass.problems).toContain('Run 1 (heap): skipped, because its clock is unusable.');
    });
  });

  describe('a recording that ends early', () => {
    const [whole] = collectSimulated(run) as [CollectedRun];
    const cut = { ...whole, end: undefined };

    test('is reported', () => {
      const pass = examplePass([cut]);
      expect(pass.problems).toEqual(['Run 1 (heap): the recording ends before the run does.']);
    });

    test('leaves an operation incomplete', () => {
      const [operation] = whole.operations;
      const open = { ...cut, operations: [{ ...operation!, end: undefined }] };
      expect(examplePass([open]).operations[0]?.status).toBe('incomplete');
    });
  });

  describe('agreesWithRecording', () => {
    const runs = collectSimulated(run, { operations: [exampleOperation('heap/free', 120, 90)] });
    const pass = examplePass(runs);

    test('accepts a record of its recording', () => {
      expect(agreesWithRecording(pass, runs)).toEqual([]);
    });

    test('accepts a record whose JSON keys are in another order', () => {
      const operations = pass.operations.map(({ batches: { size, elapsed, ticked }, ...rest }) => {
        return { ...rest, batches: { ticked, elapsed, size } };
      });
      expect(agreesWithRecording({ ...pass, operations }, runs)).toEqual([]);
    });

    test.each([
      ['a sample', { quiet: [[147, 129]] as [number, number][] }, 'quiet'],
      ['the order', { digest: '00000000' }, 'digest'],
      ['a status', { status: 'failed' as const, cold: null }, 'status, cold'],
    ])('reports a different %s', (_, change, fields) => {
      const operations = pass.operations.with(0, { ...pass.operations[0]!, ...change });
      expect(agreesWithRecording({ ...pass, operations }, runs)).toEqual([
        `heap/malloc: record and recording differ in ${fields}.`,
      ]);
    });

    test('reports different batch counts, or none', () => {
      const counted = { unit: 'cycles', size: 100, counts: [1], empty: [] };
      const operations = pass.operations.with(0, { ...pass.operations[0]!, counted });
      expect(agreesWithRecording({ ...pass, operations }, runs)).toEqual([
        'heap/malloc: record and recording differ in counted.',
      ]);
    });

    test('reports a different clock', () => {
      const clocks = [{ ...pass.clocks[0]!, hz: 1 }];
      expect(agreesWithRecording({ ...pass, clocks }, runs)).toHaveLength(2);
    });

    test('reports a missing operation', () => {
      expect(agreesWithRecording(pass, runs.slice(1))).toEqual([
        'The recording contains 1 operations, the record 2.',
      ]);
    });
  });
});

describe('digest', () => {
  test.each([
    [[], '811c9dc5'],
    [[0], '9be17165'],
  ])('%j', (values, hex) => {
    expect(digest(Float64Array.from(values))).toBe(hex);
  });

  test('is FNV-1a over 64-bit values', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (values) => {
        expect(digest(Float64Array.from(values))).toBe(slowDigest(values));
      }),
    );
  });

  function slowDigest(values: readonly number[]): string {
    const bytes = new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
    let hash = 0x811c9dc5n;
    for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x01000193n) % 2n ** 32n;
    return hash.toString(16).padStart(8, '0');
  }
});
