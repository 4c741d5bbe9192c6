import { expect, test } from 'vitest';
import { compareColumns } from './compare';
import {
  geometricMean,
  quotientColumn,
  type ShapeColumn,
  shapeColumn,
  type ShapeFigure,
  shapeTable,
} from './shape';
import { exampleColumn, exampleMeans } from './testing';

const column = (title: string, values: Record<string, number>, margin?: number): ShapeColumn => ({
  title,
  values: new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      { value, ...(margin !== undefined && { margin: value * margin }) },
    ]),
  ),
});
const near = (value: number) => ({ value: expect.closeTo(value) as number });
const one = { value: 1 };

const rtos = column('RTOS', { malloc: 100, lock: 25, create: 400 });
const linux = column('Linux', { malloc: 300, lock: 100, create: 40_000 });

test('each figure is divided by the first of its column', () => {
  expect(shapeTable([rtos, linux], 'first')).toMatchObject({
    titles: ['RTOS', 'Linux'],
    operations: [
      { name: 'malloc', values: [one, one] },
      { name: 'lock', values: [near(0.25), near(1 / 3)] },
      { name: 'create', values: [near(4), near(400 / 3)] },
    ],
  });
});

test('or over the geometric mean of what all columns have', () => {
  const more = column('more', { malloc: 10, lock: 10, create: 10, join: 40 });
  const table = shapeTable([rtos, more]);
  expect(table.operations.at(-1)).toEqual({ name: 'join', values: [undefined, near(4)] });
  expect(table.operations[0]?.values).toEqual([near(1), near(1)]);
});

test('a shape has no unit', () => {
  const inTime = column('time', { malloc: 0.1, lock: 0.025, create: 0.4 });
  expect(shapeTable([rtos, inTime]).distances).toEqual([one, near(1)]);
});

test('the distance is the typical factor between two shapes', () => {
  const [even, other] = [column('even', { a: 1, b: 1 }), column('other', { a: 2, b: 8 })];
  expect(shapeTable([even, other]).distances).toEqual([one, near(2)]);
  expect(shapeTable([even, column('short', { a: 1 })]).distances).toEqual([undefined, undefined]);
});

test('an empty column does not spoil the others', () => {
  const { distances } = shapeTable([rtos, column('empty', {}), rtos]);
  expect(distances).toEqual([one, undefined, near(1)]);
});

test('quotients of two pairs can be compared', () => {
  const published = column('published', { malloc: 30, lock: 40, create: 1000 });
  const table = shapeTable([quotientColumn(linux, rtos), published], 'first');
  expect(table.titles[0]).toBe('Linux : RTOS');
  expect(table.operations[2]?.values).toEqual([near(100 / 3), near(100 / 3)]);
  expect(table.distances[1]?.value).toBeCloseTo(1);
});

test('an operation that one side of a quotient lacks is left out', () => {
  expect([...quotientColumn(linux, column('x', { lock: 4, none: 1 })).values]).toEqual([
    ['lock', near(25)],
  ]);
});

test('columns come from a comparison, doubtful figures excepted', () => {
  const runs = [new Array<number>(100).fill(50)];
  const lost = { name: 'c/d', runs, change: { problems: ['lost'] } };
  const run = exampleColumn({ deterministic: true, operations: [{ name: 'a/b', runs }, lost] });
  const comparison = compareColumns([run, exampleMeans({ 'a/b': 7, 'c/d': 8 })]);
  expect([...shapeColumn(comparison, 0).values]).toEqual([['a/b', { value: 50 }]]);
  expect([...shapeColumn(comparison, 1).values]).toEqual([
    ['a/b', { value: 7 }],
    ['c/d', { value: 8 }],
  ]);
});

/** Both ends of figures that may each be off by a factor, at their worst. */
const ENDS = [1 / 1.1, 1, 1.1];

test('a margin holds what the errors of all figures may add up to', () => {
  const values = { malloc: 100, lock: 25, create: 400 };
  const [own, other] = [column('own', values, 0.1), column('other', { ...values, lock: 50 }, 0.1)];
  const known = shapeTable([own, other]);
  const within = ({ value, margin = NaN }: ShapeFigure, seen: ShapeFigure | undefined) =>
    Math.abs(Math.log((seen?.value ?? NaN) / value)) <= Math.log1p(margin / value) + 1e-12;
  for (const first of ENDS) {
    for (const second of ENDS) {
      for (const third of ENDS) {
        const moved = column('own', {
          malloc: 100 * first,
          lock: 25 * second,
          create: 400 * third,
        });
        const seen = shapeTable([moved, other]);
        known.operations.forEach(({ values: [figure] }, at) => {
          expect(figure && within(figure, seen.operations[at]?.values[0])).toBe(true);
        });
        const [, distance] = known.distances;
        expect(distance && within(distance, seen.distances[1])).toBe(true);
      }
    }
  }
});

test('a quotient is as uncertain as both of its figures', () => {
  const { values } = quotientColumn(column('a', { x: 30 }, 0.1), column('b', { x: 10 }, 0.2));
  expect(values.get('x')).toEqual({
    value: expect.closeTo(3),
    margin: expect.closeTo(3 * (1.1 * 1.2 - 1)),
  });
});

test('without the interval of one figure nothing is claimed for what contains it', () => {
  const mixed = {
    ...rtos,
    values: new Map([...rtos.values, ['malloc', { value: 100, margin: 5 }]]),
  };
  const margins = (table: ReturnType<typeof shapeTable>) =>
    table.operations.flatMap(({ values }) => values.map((each) => each?.margin));
  expect(margins(shapeTable([mixed]))).toEqual([undefined, undefined, undefined]);
  expect(shapeTable([column('x', { a: 1, b: 2 }, 0.1), linux]).distances[1]).toBeUndefined();
});

test('a geometric mean lies between those of the ends of all intervals', () => {
  const ratio = (value: number, by: number) => ({
    value,
    interval: { low: value / by, high: value * by },
  });
  expect(geometricMean([ratio(2, 1.1), ratio(8, 1.1)])).toEqual({
    value: expect.closeTo(4),
    margin: expect.closeTo(0.4),
  });
  expect(geometricMean([ratio(2, 1), ratio(8, 1)])).toEqual(near(4));
  expect(geometricMean([ratio(2, 1.1), { value: 8, interval: undefined }])).toEqual(near(4));
});
