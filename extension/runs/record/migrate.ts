/** Converts a record of one schema to the next. */
export type Migration = (record: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Migrations by the schema they start from; entries are never removed. */
export type Migrations = Readonly<Record<number, Migration>>;

/** The steps from every earlier schema of run records. Schema 1 is the first. */
export const recordMigrations: Migrations = {};

/** A record in the current schema, or a sentence why it cannot be converted. */
export function migrate(
  value: unknown,
  current: number,
  migrations: Migrations,
): { readonly record: unknown } | { readonly problem: string } {
  let record = value;
  for (;;) {
    if (!isObject(record)) return { problem: 'This is not a run record.' };
    const schema = record['schema'];
    if (typeof schema !== 'number' || !Number.isInteger(schema)) {
      return { problem: 'This is not a run record: it names no schema.' };
    }
    if (schema === current) return { record };
    if (schema > current) {
      return {
        problem:
          `This run record has schema ${schema}; this version of Cyclescope reads schemas ` +
          `up to ${current}. A newer Cyclescope can open it.`,
      };
    }
    const step = migrations[schema];
    if (step === undefined) return { problem: `There never was a run record of schema ${schema}.` };
    record = { ...step(record), schema: schema + 1 };
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
