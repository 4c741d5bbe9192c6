import type { Bench, BenchParameter } from '../../../agent';
import { benchName, valuesBySuite } from '../../../engine';
import { formatNumber } from '../../../measure';
import { MOST_POINTS, type ParameterValues, parseValues, pointCount } from '../../../runs';
import type { Translate } from '../../common';

/** A parameter as set, with the benchmarks that declare it. */
export interface DeclaredParameter {
  /** `size`, or `sort.size` if suites have a `size` of different ranges. */
  readonly setting: string;
  /** Within the range that all of them allow. */
  readonly parameter: BenchParameter;
  readonly benches: readonly string[];
}

/** The parameters declared by benchmarks: one setting serves all of a name with the same range. */
export function listDeclaredParameters(benches: readonly Bench[]): readonly DeclaredParameter[] {
  const names = [...new Set(benches.flatMap(({ params }) => params.map(({ name }) => name)))];
  return names.flatMap((name) => {
    const declaring = benches.filter(({ params }) => params.some((each) => each.name === name));
    const suites = [...new Set(declaring.map(({ suite }) => suite))];
    const ofSuite = suites.map((suite) => {
      return within(
        name,
        declaring.filter((bench) => bench.suite === suite),
      );
    });
    const isOne = ofSuite.every(
      ({ min, max }) => min === ofSuite[0]?.min && max === ofSuite[0].max,
    );
    if (isOne) {
      return [
        { setting: name, parameter: within(name, declaring), benches: declaring.map(benchName) },
      ];
    }
    return suites.map((suite) => {
      const own = declaring.filter((bench) => bench.suite === suite);
      const setting = `${suite}.${name}`;
      return { setting, parameter: within(name, own), benches: own.map(benchName) };
    });
  });
}

function within(name: string, declaring: readonly Bench[]): BenchParameter {
  const declared = declaring.flatMap(({ params }) => params.filter((each) => each.name === name));
  return {
    name,
    default: declared[0]?.default ?? 0,
    min: Math.max(...declared.map(({ min }) => min)),
    max: Math.min(...declared.map(({ max }) => max)),
  };
}

const isWhole = (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text));

/** The reason why a text is not a count; an empty one means the default. */
export function countProblem(text: string, t: Translate): string | undefined {
  const typed = text.trim();
  if (typed === '' || (isWhole(typed) && Number(typed) >= 1)) return undefined;
  return t('Enter a whole number of 1 or more.');
}

/** The reason why a text is not a list of values; an empty one means the default. */
export function valuesProblem(
  text: string,
  { min, max }: BenchParameter,
  t: Translate,
): string | undefined {
  if (text.trim() === '') return undefined;
  const read = parseValues(text);
  if ('problem' in read) {
    return t('Whole numbers and ranges, such as 2,4,8 or 2..32x2: {0}.', read.problem);
  }
  const outside = read.values.find((value) => value < min || value > max);
  if (outside === undefined) return undefined;
  const [low, high] = [formatNumber(min), formatNumber(max)];
  return t('{0} is not between {1} and {2}.', formatNumber(outside), low, high);
}

/** The number of points that the values make, for the suite with the most; undefined for one. */
export function pointsSentence(
  benches: readonly Bench[],
  settings: ParameterValues,
  t: Translate,
): string | undefined {
  const points = Math.max(0, ...[...valuesBySuite(benches, settings).values()].map(pointCount));
  if (points <= 1) return undefined;
  const shown = formatNumber(points);
  return points > MOST_POINTS
    ? t('{0} points exceed the limit of {1} for one run.', shown, formatNumber(MOST_POINTS))
    : t('A sweep of {0} points: every combination is measured.', shown);
}

/** Values in the setting's format. */
export function toSettingValues(values: readonly number[]): number | readonly number[] {
  const [only, ...others] = values;
  return only !== undefined && others.length === 0 ? only : values;
}
