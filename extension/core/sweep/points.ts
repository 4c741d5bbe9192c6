/**
 * Values of parameters by name; more than one value of a name make an axis of a sweep. The name
 * `sort.size` is the parameter `size` of the suite `sort` alone.
 */
export type ParameterValues = Readonly<Record<string, readonly number[]>>;

/** One value of each parameter. */
export type Point = Readonly<Record<string, number>>;

/** An axis of a sweep. */
export interface Axis {
  readonly name: string;
  readonly values: readonly number[];
}

/** A name as it is set: of one suite, or of all. */
export function splitName(name: string): {
  readonly suite: string | undefined;
  readonly name: string;
} {
  const dot = name.indexOf('.');
  return dot < 0
    ? { suite: undefined, name }
    : { suite: name.slice(0, dot), name: name.slice(dot + 1) };
}

/** What holds for one suite, by the parameters' own names; what is set for it alone comes first. */
export function valuesFor(suite: string, values: ParameterValues): ParameterValues {
  const all = Object.entries(values).map(([name, each]) => ({ ...splitName(name), each }));
  const general = all.filter((set) => set.suite === undefined);
  const own = all.filter((set) => set.suite === suite);
  return Object.fromEntries([...general, ...own].map(({ name, each }) => [name, each]));
}

/** Every combination of the values; the last parameter changes fastest. */
export function pointsOf(values: ParameterValues): readonly Point[] {
  return Object.entries(values).reduce<readonly Point[]>(
    (points, [name, each]) =>
      points.flatMap((point) => each.map((value) => ({ ...point, [name]: value }))),
    [{}],
  );
}

/** How many combinations there are. */
export function pointCount(values: ParameterValues): number {
  return Object.values(values).reduce((count, each) => count * each.length, 1);
}

/** The parameters that are swept. */
export function axesOf(values: ParameterValues): readonly Axis[] {
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

/** Equal for two points that have the same values, whatever their order. */
export function pointKey(point: Point): string {
  return Object.entries(point)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(' ');
}
