import type { Finding } from './cells';
import { type Derived, exact, follows } from './derived';

/** Finds figures of one group of which some were rounded and others cut off, and names both. */
export function unevenRounding(group: readonly Derived[]): Finding[] {
  const sound = group.filter(follows);
  const rounded = sound.filter((each) => isRounded(each) && !isCut(each));
  const cut = sound.filter((each) => isCut(each) && !isRounded(each));
  const [oneRounded, oneCut] = [rounded[0], cut[0]];
  if (oneRounded === undefined || oneCut === undefined) return [];
  return [
    ...rounded.map((each) => finding(each, 'rounded up', 'cut off', oneCut)),
    ...cut.map((each) => finding(each, 'cut off', 'rounded up', oneRounded)),
  ];
}

function finding(each: Derived, here: string, there: string, other: Derived): Finding {
  const doubt =
    `${each.cell.printed} is ${here} from ${exact(each)}, ` +
    `while ${other.cell.printed} ("${other.cell.name}") is ${there} from ${exact(other)}`;
  return { cell: each.cell, doubt };
}

const SLACK = 1e-9;

function isRounded({ cell, expected }: Derived): boolean {
  return Math.abs(cell.value - expected) <= cell.resolution * (0.5 + SLACK);
}

function isCut({ cell, expected }: Derived): boolean {
  const rest = (Math.abs(expected) - Math.abs(cell.value)) / cell.resolution;
  return rest >= -SLACK && rest < 1 - SLACK;
}
