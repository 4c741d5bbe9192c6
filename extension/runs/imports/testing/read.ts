import { expect } from 'vitest';
import type { ImportedOperation, ImportedRun, ImportFormat } from '../imported';

/** Reads a run that must exist, without problems unless some are expected. */
export function readRun(
  format: ImportFormat,
  text: string,
  problems: readonly unknown[] = [],
): ImportedRun {
  const reading = format.read(text);
  expect(reading.problems).toEqual(problems);
  if (reading.imported === undefined) throw new Error('no run was read');
  return reading.imported;
}

/** Finds an operation by its full name. */
export function getImportedOperation({ operations }: ImportedRun, name: string): ImportedOperation {
  const found = operations.find(({ suite, op }) => `${suite}/${op}` === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}
