import { type Cell, cellFinder, type Finding } from '../cells';
import { change } from '../derived';
import { beyond } from './beyond';
import { BINDINGS, LANGUAGES, NOISE } from './board';
import { cases, STRAY, SWITCH } from './cases';
import { nativeCase } from './native';
import { PAIRED_CASES, pairs } from './pairs';

const CONTENTION = 'Mutex contention (2t)';

const inCases = cellFinder(cases.cells);
const inBeyond = cellFinder(beyond.cells);
const inPairs = cellFinder(pairs.cells);

/** The same C code should cost the same in four binaries. */
export function unequalTwins(): Finding[] {
  const isNative = ({ name }: Cell): boolean => name.startsWith(nativeCase(''));
  return BINDINGS.flatMap(({ id }) => [
    ...cases.cells
      .filter((cell) => cell.column === id && isNative(cell))
      .flatMap((cell) => twin(cell, inCases('c', cell.name), inCases(`${id}-delta`, cell.name))),
    ...beyond.cells
      .filter((cell) => cell.column === id && isNative(cell))
      .flatMap((cell) => twin(cell, inBeyond(`${id}-baseline`, cell.name))),
    ...pairs.cells
      .filter(({ column }) => column === `${id}-native`)
      .flatMap((cell) => twin(cell, inPairs('c-native', cell.name))),
  ]);
}

/** `delta` is more precise than the rounded cells of the main table. */
function twin(cell: Cell, inC: Cell | undefined, delta?: Cell): Finding[] {
  if (inC === undefined) return [];
  const difference = delta?.value ?? change([cell.value, inC.value]);
  if (Math.abs(difference) <= NOISE) return [];
  const doubt =
    `the same C code differs by ${difference.toFixed(1)} % from its ${withUnit(inC)} in the C binary, ` +
    `beyond the ${NOISE} % that the document calls noise`;
  return [{ cell, doubt }];
}

/** A wrapper cannot be faster than the call it wraps. */
export function fasterThanWrapped(): Finding[] {
  return LANGUAGES.flatMap(({ id }) =>
    Object.entries(PAIRED_CASES).flatMap(([name, [wrapper]]) => {
      const [own, native] = [inPairs(`${id}-wrapper`, name), inPairs(`${id}-native`, name)];
      if (own === undefined || native === undefined) return [];
      const difference = change([own.value, native.value]);
      if (difference >= -NOISE) return [];
      const doubt =
        `${(-difference).toFixed(1)} % faster than the kernel's own call (${withUnit(native)}) ` +
        'that it is reported to wrap';
      return [own, inCases(id, wrapper), inBeyond(id, wrapper)].flatMap((cell) => at(cell, doubt));
    }),
  );
}

/** A contended lock is handed over by a context switch, and so takes longer than one. */
export function meetless(): Finding[] {
  const [wrapper = '', native = ''] = PAIRED_CASES[CONTENTION] ?? [];
  return LANGUAGES.flatMap(({ id }) => {
    const pingPong = inCases(id, SWITCH) ?? inCases(id, STRAY);
    if (pingPong === undefined) return [];
    const doubt =
      `too short for a contended lock: two threads that hand over to each other take ` +
      `${pingPong.printed}, so these did not meet`;
    return contended(id, wrapper, nativeCase(native))
      .filter((cell) => cell !== undefined && cell.value < pingPong.value / 2)
      .flatMap((cell) => at(cell, doubt));
  });
}

function contended(id: string, wrapper: string, native: string): (Cell | undefined)[] {
  const baselines = BINDINGS.map((binding) => `${binding.id}-baseline`);
  const listed = id === 'c' ? baselines : [id];
  return [
    ...[wrapper, native].map((name) => inCases(id, name)),
    ...[wrapper, native].flatMap((name) => listed.map((column) => inBeyond(column, name))),
    inPairs(`${id}-wrapper`, CONTENTION),
    inPairs(`${id}-native`, CONTENTION),
  ];
}

function at(cell: Cell | undefined, doubt: string): Finding[] {
  return cell === undefined ? [] : [{ cell, doubt }];
}

function withUnit({ printed, unit }: Cell): string {
  return /^\d+$/.test(printed) ? `${printed} ${unit}` : printed;
}
