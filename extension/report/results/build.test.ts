import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { size } from '../../measure/distribution';
import { summarise } from '../../runs/record/summarise';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../runs/record/testing/example';
import { buildResults } from './build';
import { resultsModelSchema } from './model';

const malloc = exampleOperation('heap/malloc', 70, 800);
const free = exampleOperation('heap/free', 50, 120);
const headline = examplePass(collectSimulated({ operations: [malloc, free] }));
const traced = examplePass(collectSimulated({ operations: [malloc] }), {
  build: 'traced',
  image: { ...headline.image, hooks: 1 },
});

describe('the results of a run', () => {
  it("match the schema of the view's message", () => {
    const { model } = buildResults(exampleRecord(headline, traced));
    expect(v.parse(resultsModelSchema, structuredClone(model))).toEqual(structuredClone(model));
  });

  it('have the figures of the summary, and a permanent key for each row', () => {
    const record = exampleRecord(headline, traced);
    const { model } = buildResults(record);
    const [first] = summarise(record);
    expect(model.rows.map(({ key }) => key)).toEqual([
      'headline heap/malloc',
      'headline heap/free',
      'traced heap/malloc',
    ]);
    expect(model.rows[0]).toMatchObject({
      mean: first!.mean,
      percentiles: first!.all.percentiles,
      min: first!.all.statistics!.min,
      samples: 800,
      ticksInside: 10,
      unit: 'instr',
    });
    expect(model.isEmulated).toBe(true);
  });

  it('separate quiet and ticked samples without duplicates or losses', () => {
    const { samples, model } = buildResults(exampleRecord(headline));
    expect(samples.map(({ quiet, ticked }) => [size(quiet), size(ticked)])).toEqual([
      [790, 10],
      [119, 1],
    ]);
    const { counts, ticked } = model.rows[0]!.shape;
    const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
    expect([sum(counts), sum(ticked)]).toEqual([800, 10]);
  });

  it('show no mean of a doubtful operation, but its extremes and the reason', () => {
    const stream = { ...headline.stream, overflows: 1, lostPackets: 3 };
    const { model } = buildResults(exampleRecord({ ...headline, stream }));
    const [row] = model.rows;
    expect(row).toMatchObject({ standing: 'inconclusive', min: expect.any(Number) });
    expect(row!.reasons.join()).toContain('lost 3 packets');
    expect([row!.mean, row!.batches!.mean]).toEqual([
      { insufficient: 'inconclusive' },
      { insufficient: 'inconclusive' },
    ]);
    const shown = [row!.trimmedMean, row!.deviation, row!.quiet!.mean, row!.batches!.deviation];
    expect(shown).toEqual([undefined, undefined, undefined, undefined]);
    expect(Object.values(row!.percentiles).every((of) => 'insufficient' in of)).toBe(true);
  });

  it('distinguish rows with the same name', () => {
    const twice = { ...headline, operations: [...headline.operations, ...headline.operations] };
    const other = twice.operations.map((each, at) => ({ ...each, clock: at < 2 ? 0 : 1 }));
    const [clock] = headline.clocks;
    const { model } = buildResults(
      exampleRecord({ ...headline, clocks: [clock!, { ...clock!, hz: 1 }], operations: other }),
    );
    expect(new Set(model.rows.map(({ key }) => key)).size).toBe(4);
  });

  it('list the facts of both passes side by side', () => {
    const { model } = buildResults(exampleRecord(headline, { ...traced, facts: { os: 'X' } }));
    const [, first, second] = model.facts.find(([name]) => name === 'os')!;
    expect([first, second]).toEqual([headline.facts['os'], 'X']);
    expect(model.passes.map(({ image }) => image.hooks)).toEqual([0, 1]);
  });

  it('name the shards, with their boards and operations, and the shard of each row', () => {
    const passes = [headline, traced].map((pass) => ({
      ...pass,
      operations: pass.operations.map((each) => ({ ...each, shard: each.op === 'free' ? 0 : 1 })),
    }));
    const facts = { place: 'board2', probe: '0001' };
    const { model } = buildResults({
      ...exampleRecord(...passes),
      shards: [{ target: 'qemu-freertos-m7' }, { target: 'labgrid://?core=m7', facts }],
    });
    expect(model.shards).toEqual([
      { board: 'qemu-freertos-m7', operations: ['heap/free'] },
      { board: 'labgrid://?core=m7, place board2, probe 0001', operations: ['heap/malloc'] },
    ]);
    expect(model.rows.map(({ operation, shard }) => [operation, shard])).toEqual([
      ['heap/malloc', 1],
      ['heap/free', 0],
      ['heap/malloc', 1],
    ]);
    expect(v.is(resultsModelSchema, structuredClone(model))).toBe(true);
  });

  it('put all problems of the run and its passes first', () => {
    const record = exampleRecord({ ...headline, problems: ['of the pass'] });
    const { model } = buildResults({ ...record, problems: ['of the run'] });
    expect(model.problems).toEqual(['of the run', 'of the pass']);
  });
});

describe('the results of another tool', () => {
  const imported = {
    format: 'cyclictest',
    unit: 'ns' as const,
    facts: { version: '2.5' },
    operations: [
      {
        suite: 'timer',
        op: 'wakeup',
        originalName: 'T0',
        repeat: 0,
        doubts: [],
        notes: [],
        mean: 12_000,
        max: 90_000,
      },
    ],
  };

  it('have what the tool reported, and list what it did not', () => {
    const { model, samples } = buildResults({ ...exampleRecord(), imported });
    expect(model).toMatchObject({ imported: 'cyclictest', isEmulated: false });
    expect(model.rows[0]).toMatchObject({
      build: 'imported',
      name: 'timer/wakeup',
      unit: 'ns',
      standing: 'ok',
      max: 90_000,
      mean: { value: 12_000 },
      percentiles: { p50: { insufficient: 'the tool does not report it' } },
    });
    expect(model.facts).toEqual([['version', '2.5']]);
    expect(samples).toEqual([{ quiet: [], ticked: [] }]);
    expect(v.is(resultsModelSchema, structuredClone(model))).toBe(true);
  });
});
