import { parseCount } from '../../agent/numbers';
import type { ImportedOperation, ImportedRun } from '../../imports/imported';
import { figure, insufficient } from '../figure';
import type { Subject } from './subject';

/** What another tool measured: means, for its samples stayed behind. */
export function importedSubjects({ unit, facts, operations }: ImportedRun): Subject[] {
  // Of what a log states; an estimate from its rows would carry their rounding into every ratio.
  const coreHz = parseCount(facts['core_hz'] ?? facts['clock_hz']);
  const scale = { unit, unitsPerSecond: unit === 'ns' ? 1e9 : coreHz };
  const groups = new Map<string, ImportedOperation[]>();
  for (const operation of operations) {
    const name = `${operation.suite}/${operation.op}`;
    groups.set(name, [...(groups.get(name) ?? []), operation]);
  }
  return [...groups.values()].flatMap((group): Subject[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { suite, op } = first;
    const sound = group.filter((each) => each.doubts.length === 0);
    const doubts = sound.length > 0 ? leftOut(group) : group.flatMap((each) => each.doubts);
    const mean = meanOf(sound.length > 0 ? sound : group);
    const notes = [...new Set(group.flatMap((each) => each.notes))];
    return [
      { suite, op, params: undefined, scale, mean, facts, doubts, notes, measured: undefined },
    ];
  });
}

/** Absurd figures are not averaged in, but they are told. */
function leftOut(group: readonly ImportedOperation[]): string[] {
  return group.flatMap(({ doubts: [doubt], repeat }) =>
    doubt === undefined ? [] : [`occurrence ${repeat + 1} was left out: ${doubt}`],
  );
}

/** The mean of all occurrences, or why there is none. */
function meanOf(group: readonly ImportedOperation[]): Subject['mean'] {
  const refusal = group.find(({ inconclusive }) => inconclusive !== undefined)?.inconclusive;
  if (refusal !== undefined) return insufficient(refusal || 'inconclusive');
  const absurd = group.flatMap(({ doubts }) => doubts)[0];
  if (absurd !== undefined) return insufficient(absurd);
  const means = group.flatMap(({ mean }) => mean ?? []);
  if (means.length === 0) return insufficient('the tool does not tell it');
  return figure(means.reduce((sum, mean) => sum + mean, 0) / means.length);
}
