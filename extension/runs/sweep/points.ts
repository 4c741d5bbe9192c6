import { groupBy } from '../../base';

/**
 * Values of parameters by name; several values of a name make an axis of a sweep. The name
 * `sort.size` is the parameter `size` of the suite `sort` only.
 */
export type ParameterValues = Readonly<Record<string, readonly number[]>>;

/** One value of each parameter. */
export type Point = Readonly<Record<string, number>>;

/** An axis of a sweep. */
interface Axis {
  readonly name: string;
  readonly values: readonly number[];
}

/** Splits a name into its suite, if it has one, and the parameter. */
export function splitName(name: string): {
  readonly suite: string | undefined;
  readonly name: string;
} {
  const dot = name.indexOf('.');
  return dot < 0
    ? { suite: undefined, name }
    : { suite: name.slice(0, dot), name: name.slice(dot + 1) };
}

/** The values for one suite, by parameter name; its own settings take precedence. */
export function selectSuiteValues(suite: string, values: ParameterValues): ParameterValues {
  const all = Object.entries(values).map(([name, each]) => ({ ...splitName(name), each }));
  const general = all.filter((set) => set.suite === undefined);
  const own = all.filter((set) => set.suite === suite);
  return Object.fromEntries([...general, ...own].map(({ name, each }) => [name, each]));
}

/** Every combination of the values; the last parameter changes fastest. */
export function listSweepPoints(values: ParameterValues): readonly Point[] {
  return Object.entries(values).reduce<readonly Point[]>(
    (points, [name, each]) =>
      points.flatMap((point) => each.map((value) => ({ ...point, [name]: value }))),
    [{}],
  );
}

/** The values with which a point is measured alone. */
export function valuesAt(point: Point): ParameterValues {
  return Object.fromEntries(Object.entries(point).map(([name, value]) => [name, [value]]));
}

/** The number of combinations. */
export function pointCount(values: ParameterValues): number {
  return Object.values(values).reduce((count, each) => count * each.length, 1);
}

/** The parameters that are swept. */
export function findSweptAxes(values: ParameterValues): readonly Axis[] {
  return Object.entries(values).flatMap(([name, each]) =>
    each.length > 1 ? [{ name, values: each }] : [],
  );
}

/** A point as text, in the order of its parameters: `threads=2 size=100`. */
export function pointText(point: Point): string {
  return Object.entries(point)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** Equal for two points with the same values, in any order. */
export function pointKey(point: Point): string {
  return Object.entries(point)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(' ');
}

/** A measured operation; the three fields identify it. */
interface Measurement {
  readonly suite: string;
  readonly op: string;
  readonly params: Point;
}

/** Names of operations; those of a sweep include the parameters in which they differ. */
export function measurementNames(all: readonly Measurement[]): string[] {
  const points = listSweptPoints(all);
  return all.map(({ suite, op }, at) => nameAt(`${suite}/${op}`, points[at] ?? {}));
}

/** An operation's name at a point: `sort/quick threads=2`. */
export function nameAt(operation: string, point: Point): string {
  return [operation, pointText(point)].filter(Boolean).join(' ');
}

/** A unique name: the operation's with all of its parameters. */
export function fullName({ suite, op, params }: Measurement): string {
  return nameAt(`${suite}/${op}`, params);
}

/** For each operation the parameters that distinguish it from others of the same name. */
export function listSweptPoints(all: readonly Measurement[]): readonly Point[] {
  const toKey = ({ suite, op }: Measurement) => JSON.stringify([suite, op]);
  const swept = new Map(
    Array.from(groupBy(all, toKey), ([key, alike]) => [key, differing(alike)] as const),
  );
  return all.map((each) => {
    const names = swept.get(toKey(each));
    return Object.fromEntries(Object.entries(each.params).filter(([name]) => names?.has(name)));
  });
}

/** The parameters that do not have the same value everywhere. */
function differing(all: readonly Measurement[]): ReadonlySet<string> {
  const names = new Set(all.flatMap(({ params }) => Object.keys(params)));
  const [first] = all;
  return new Set(
    [...names].filter((name) => all.some(({ params }) => params[name] !== first?.params[name])),
  );
}

/** True for the same operation, measured in the same way. */
export function isSameMeasurement(one: Measurement, other: Measurement): boolean {
  const names = Object.keys(one.params);
  return (
    one.suite === other.suite &&
    one.op === other.op &&
    names.length === Object.keys(other.params).length &&
    names.every((name) => one.params[name] === other.params[name])
  );
}
