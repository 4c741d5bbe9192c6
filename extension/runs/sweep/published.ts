import type { Bench } from '../../agent';
import type { PublishedColumn, PublishedPart, PublishedRow } from '../published';
import type { ParameterValues } from './points';

/**
 * The values of benchmarks' parameters in the documents' tables, suite by suite and as far as the
 * benchmarks accept them: sweeping them reproduces the tables.
 */
export function collectPublishedValues(
  benches: readonly Bench[],
  columns: readonly PublishedColumn[],
): ParameterValues {
  const values = new Map<string, Set<number>>();
  const parts = columns.flatMap(({ rows }) => rows.flatMap(listParts));
  for (const { suite, op, params } of benches) {
    for (const part of parts.filter((each) => each.op === `${suite}/${op}`)) {
      for (const { name, min, max } of params) {
        const value = part.params[name];
        if (value === undefined || value < min || value > max) continue;
        const setting = `${suite}.${name}`;
        values.set(setting, (values.get(setting) ?? new Set()).add(value));
      }
    }
  }
  return Object.fromEntries(
    Array.from(values, ([setting, found]) => [setting, [...found].sort((a, b) => a - b)]),
  );
}

function listParts({ op, params, made }: PublishedRow): readonly PublishedPart[] {
  return [...(op === undefined ? [] : [{ op, params }]), ...(made?.parts ?? [])];
}
