import { lookUp } from '../../base';
import type { ImportFormat, Namesake } from './imported';

/** Two threads of equal priority yield to each other. */
export const YIELDS: Namesake = {
  suite: 'context_switch',
  op: 'switch',
  because: 'two threads of equal priority yield in turn, and the figure is that of one switch',
};

/** Zephyr's benchmarks of the general allocator. */
export const ZEPHYR_HEAP = {
  suite: 'heap',
  because: 'one call of the general allocator, timed by itself',
  differs: 'each block of 10 bytes is freed before the next is allocated',
};

/** Our operation that measures the same as a format's own one, if there is one. */
export function findNamesake(
  { namesakes = {} }: Pick<ImportFormat, 'namesakes'>,
  originalName: string,
): Namesake | undefined {
  return lookUp(namesakes, originalName);
}

/** Explains why a figure appears under our name. */
export function namesakeNote(
  { method }: Pick<ImportFormat, 'method'>,
  originalName: string,
  { because, differs }: Namesake,
): string {
  const differences = [differs, method].filter((each) => each !== undefined);
  const yet = differences.length === 0 ? '' : `; yet ${differences.join(', and ')}`;
  return `corresponds to "${originalName}": ${because}${yet}`;
}
