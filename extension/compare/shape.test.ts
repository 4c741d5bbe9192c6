import { expect, test } from 'vitest';
import { compareColumns } from './compare';
import { quotientColumn, type ShapeColumn, shapeColumn, shapeTable } from './shape';
import { exampleColumn, exampleMeans } from './testing';

const column = (title: string, values: Record<string, number>): ShapeColumn => ({
  title,
  values: new Map(Object.entries(values)),
});
const rtos = column('RTOS', { malloc: 100, lock: 25, create: 400 });
const linux = column('Linux', { malloc: 300, lock: 100, create: 40_000 });

test('each figure is divided by the first of its column', () => {
  expect(shapeTable([rtos, linux], 'first')).toMatchObject({
    titles: ['RTOS', 'Linux'],
    operations: [
      { name: 'malloc', values: [1, 1] },
      { name: 'lock', values: [0.25, 1 / 3] },
      { name: 'create', values: [4, 400 / 3] },
    ],
  });
});

test('or over the geometric mean of what all columns have', () => {
  const more = column('more', { malloc: 10, lock: 10, create: 10, join: 40 });
  const table = shapeTable([rtos, more]);
  expect(table.operations.at(-1)).toEqual({ name: 'join', values: [undefined, expect.closeTo(4)] });
  expect(table.operations[0]?.values).toEqual([expect.closeTo(1), expect.closeTo(1)]);
});

test('a shape has no unit', () => {
  const inTime = column('time', { malloc: 0.1, lock: 0.025, create: 0.4 });
  expect(shapeTable([rtos, inTime]).distances).toEqual([1, expect.closeTo(1)]);
});

test('the distance is the typical factor between two shapes', () => {
  const [one, other] = [column('one', { a: 1, b: 1 }), column('other', { a: 2, b: 8 })];
  expect(shapeTable([one, other]).distances).toEqual([1, expect.closeTo(2)]);
  expect(shapeTable([one, column('short', { a: 1 })]).distances).toEqual([undefined, undefined]);
});

test('an empty column does not spoil the others', () => {
  const { distances } = shapeTable([rtos, column('empty', {}), rtos]);
  expect(distances).toEqual([1, undefined, 1]);
});

test('quotients of two pairs can be compared', () => {
  const published = column('published', { malloc: 30, lock: 40, create: 1000 });
  const table = shapeTable([quotientColumn(linux, rtos), published], 'first');
  expect(table.titles[0]).toBe('Linux : RTOS');
  expect(table.operations[2]?.values).toEqual([expect.closeTo(100 / 3), expect.closeTo(100 / 3)]);
  expect(table.distances[1]).toBeCloseTo(1);
});

test('an operation that one side of a quotient lacks is left out', () => {
  expect([...quotientColumn(linux, column('x', { lock: 4, none: 1 })).values]).toEqual([
    ['lock', 25],
  ]);
});

test('columns come from a comparison, doubtful figures excepted', () => {
  const runs = [new Array<number>(100).fill(50)];
  const lost = { name: 'c/d', runs, change: { problems: ['lost'] } };
  const run = exampleColumn({ deterministic: true, operations: [{ name: 'a/b', runs }, lost] });
  const comparison = compareColumns([run, exampleMeans({ 'a/b': 7, 'c/d': 8 })]);
  expect([...shapeColumn(comparison, 0).values]).toEqual([['a/b', 50]]);
  expect([...shapeColumn(comparison, 1).values]).toEqual([
    ['a/b', 7],
    ['c/d', 8],
  ]);
});
