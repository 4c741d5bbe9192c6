import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { exampleColumn, exampleMeans } from '../../compare/testing';
import { runColumn } from '../columns';
import { applyGate } from '../compare-systems';
import { compareReported } from '../compared';
import { exampleImport, examplePaper, exampleRun } from '../testing';
import { buildComparison, buildComparedSamples, matchColumnSubjects } from './build';
import { comparisonModelSchema } from './model';

describe('build', () => {
  const COSTS = { 'heap/malloc': 70, 'heap/free': 50, 'mutex/lock': 55 };
  const run = (costs: Record<string, number> = COSTS, hex = '1a2b') =>
    runColumn(exampleRun(costs, hex));
  const zephyr = examplePaper('published:nxp-zephyr-linux/average/zephyr-rt1050');
  const linux = examplePaper('published:nxp-zephyr-linux/average/linux-imx6ul');
  const model = (...columns: ReturnType<typeof run>[]) => buildComparison(compareReported(columns));

  describe('the content of the comparison view', () => {
    it('matches its schema, whatever is compared', () => {
      for (const columns of [
        [run(), run({ ...COSTS, 'heap/malloc': 95 }, '9f9f')],
        [run(), run(COSTS, '9f9f'), zephyr, linux],
        [run(), runColumn(exampleImport('cyclictest'))],
      ]) {
        const built = model(...columns);
        expect(v.parse(comparisonModelSchema, JSON.parse(JSON.stringify(built)))).toEqual(
          JSON.parse(JSON.stringify(built)),
        );
      }
    });

    it('gives two runs a verdict per operation, with everything behind it', () => {
      const { operations, columns, shape } = model(
        run(),
        run({ ...COSTS, 'heap/malloc': 95 }, '9f9f'),
      );
      expect(operations[0]).toMatchObject({
        name: 'heap/malloc',
        cells: [
          { unit: 'instr', samples: 1000, meanFrom: 'samples' },
          { unit: 'instr', samples: 1000 },
        ],
        outcomes: [
          {
            kind: 'judged',
            verdict: 'regressed',
            word: 'regressed',
            figures: { from: 'samples', noise: 0 },
          },
        ],
      });
      expect(operations[1]?.outcomes).toMatchObject([{ verdict: 'unchanged' }]);
      expect(columns.map(({ label }) => label)).toEqual([
        'qemu-freertos-m7 1a2b',
        'qemu-freertos-m7 9f9f',
      ]);
      // One system at two times is not faster or slower than itself.
      expect(columns[1]?.relation).toBeUndefined();
      // If every operation has a verdict, ratios show more than the shape.
      expect(shape).toBeUndefined();
    });

    it('relates two systems: the ratio, its direction, and what else differs', () => {
      const other = exampleRun({ 'heap/malloc': 140, 'heap/free': 25 }, '9f9f');
      const facts = { os: 'Zephyr', flags: '-Os' };
      const passes = other.passes.map((pass) => ({ ...pass, facts: { ...pass.facts, ...facts } }));
      const { columns } = model(run(), runColumn({ ...other, passes }));
      expect(columns[1]?.relation).toMatchObject({
        unit: 'instr',
        ratios: [{ name: 'heap/malloc' }, { name: 'heap/free' }],
        differing: expect.arrayContaining(['flags']) as string[],
      });
      const [up = 0, down = 0] = columns[1]?.relation?.ratios.map(({ ratio }) => ratio) ?? [];
      expect(columns[1]?.relation?.typical.value).toBeCloseTo(Math.sqrt(up * down));
    });

    it('marks published figures, with document, table and slips, and gives them no verdict', () => {
      const { columns, operations, documents, shape } = model(run(), zephyr);
      expect(columns[1]).toMatchObject({
        source: 'published',
        units: ['cycles'],
        isEmulated: false,
        document: { id: 'nxp-zephyr-linux', table: 'Average time of each operation' },
      });
      expect(operations[0]?.outcomes).toEqual([
        {
          kind: 'not comparable',
          why: 'instructions against cycles: only the shape can be compared',
        },
      ]);
      expect(operations[0]?.cells[1]).toMatchObject({
        mean: { value: 1001 },
        median: { insufficient: 'only the mean is known' },
      });
      expect(documents[0]?.remarks[0]).toContain('600 and 528 MHz');
      expect(shape?.distances[0]).toEqual({ value: 1 });
    });

    it('puts the ratio of two runs beside the published one', () => {
      const { pairs } = model(run(), run(COSTS, '9f9f'), zephyr, linux);
      expect(pairs?.titles).toHaveLength(2);
      expect(pairs?.rows.find(({ name }) => name === 'mutex/lock')?.values).toEqual([
        { value: 1 },
        { value: expect.closeTo(799 / 53) },
      ]);
    });

    it('reports the result of a gate', () => {
      const compared = compareReported([run(), run({ ...COSTS, 'heap/free': 80 }, '9f9f')]);
      const failing = { verdict: 'regressed', delta: 0.05 } as const;
      const { gate } = buildComparison(compared, applyGate(compared, failing, 'regressed=5%'));
      expect(gate).toEqual({
        gate: 'regressed=5%',
        outcome: 'failed',
        failed: [{ name: 'heap/free', word: 'regressed' }],
        inconclusive: [],
      });
    });
  });
});

describe('samples', () => {
  const runs = [[100, 100, 200]];
  const column = (unit: 'cycles' | 'ns' | 'instructions', hz = 1e9) =>
    exampleColumn({ unit, hz, operations: [{ name: 'heap/malloc', runs }] });

  const compareSamples = (...columns: Parameters<typeof matchColumnSubjects>[0]) =>
    buildComparedSamples(matchColumnSubjects(columns)[0] ?? []);

  describe('the samples of an operation', () => {
    it('stay in their unit if all columns share it', () => {
      const [first] = compareSamples(column('cycles', 5e8), column('cycles', 1e9));
      expect(first).toMatchObject({
        unit: 'cycles',
        samples: {
          quiet: [
            [100, 2],
            [200, 1],
          ],
          ticked: [],
        },
      });
    });

    it('are converted to time if each clock is known, but never from instructions', () => {
      const [cycles, ns, instructions] = compareSamples(
        column('cycles', 5e8),
        column('ns'),
        column('instructions'),
      );
      expect(cycles).toMatchObject({
        unit: 'ns',
        samples: {
          quiet: [
            [200, 2],
            [400, 1],
          ],
        },
      });
      expect(cycles?.mean).toBeCloseTo((400 / 3) * 2);
      expect(ns).toMatchObject({
        unit: 'ns',
        samples: {
          quiet: [
            [100, 2],
            [200, 1],
          ],
        },
      });
      expect(instructions).toMatchObject({ unit: 'instr' });
    });

    it('do not exist for a published figure, which is a mean', () => {
      const [, published] = compareSamples(column('ns'), exampleMeans({ 'heap/malloc': 150 }));
      expect(published).toEqual({ unit: 'ns', samples: { quiet: [], ticked: [] }, mean: 150 });
    });

    it('keep an empty column if it lacks the operation', () => {
      const others = exampleColumn({ operations: [{ name: 'mutex/lock', runs }] });
      expect(compareSamples(column('ns'), others)[1]).toBeUndefined();
    });
  });
});
