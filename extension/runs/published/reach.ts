import type { Finding } from './cells';
import { type Derived, unfounded } from './derived';

/** Changes in per cent that are impossible for any two figures that round to the printed ones. */
export function outOfReach(changes: readonly Derived[]): Finding[] {
  return unfounded(changes.filter((each) => !isReachable(each)));
}

function isReachable({ cell, inputs, expected }: Derived): boolean {
  const [value, base] = inputs;
  if (value === undefined || base === undefined) return false;
  const relative = (value.resolution / value.value + base.resolution / base.value) / 2;
  const reach = Math.abs(100 + expected) * relative + cell.resolution;
  return Math.abs(cell.value - expected) <= reach;
}
