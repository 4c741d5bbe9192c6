import { expect } from 'vitest';
import type { ImportedOperation, ImportedRun, ImportFormat } from '../imported';

/** The run in a text that must hold one, without a problem unless some are expected. */
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

/** The operation of the given full name. */
export function operationOf({ operations }: ImportedRun, name: string): ImportedOperation {
  const found = operations.find(({ suite, op }) => `${suite}/${op}` === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}
