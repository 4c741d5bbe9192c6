import { type Point, pointText } from './points';

/** An operation as it was measured: the three together say which one it is. */
export interface Measurement {
  readonly suite: string;
  readonly op: string;
  readonly params: Point;
}

/** Names of operations; those of a sweep tell the parameters in which they differ. */
export function measurementNames(all: readonly Measurement[]): string[] {
  const points = all.map((each) => sweptPoint(each, all));
  return all.map(({ suite, op }, at) => nameAt(`${suite}/${op}`, points[at] ?? {}));
}

/** An operation's name at a point: `sort/quick threads=2`. */
export function nameAt(operation: string, point: Point): string {
  return [operation, pointText(point)].filter(Boolean).join(' ');
}

/** The name that nothing else has: the operation's with all of its parameters. */
export function fullName({ suite, op, params }: Measurement): string {
  return nameAt(`${suite}/${op}`, params);
}

/** What of an operation's parameters tells it from others of the same name. */
export function sweptPoint(one: Measurement, all: readonly Measurement[]): Point {
  const alike = all.filter(({ suite, op }) => suite === one.suite && op === one.op);
  const swept = Object.entries(one.params).filter(([name, value]) =>
    alike.some(({ params }) => params[name] !== value),
  );
  return Object.fromEntries(swept);
}

/** Whether two are the same operation, measured in the same way. */
export function isSameMeasurement(one: Measurement, other: Measurement): boolean {
  const names = Object.keys(one.params);
  return (
    one.suite === other.suite &&
    one.op === other.op &&
    names.length === Object.keys(other.params).length &&
    names.every((name) => one.params[name] === other.params[name])
  );
}
