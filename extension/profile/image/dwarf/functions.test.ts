import { expect, test } from 'vitest';
import type { DebugSections } from './forms';
import { readDeclaration } from './functions';
import { readUnits } from './units';

const text = (value: string) => [...new TextEncoder().encode(value), 0];
const word = (value: number) => [value, value >> 8, 0, 0];

const abbrev = Uint8Array.from(
  [
    // A unit without attributes.
    [1, 0x11, 1],
    // Declaration in a class: name, linkage name, file, line.
    [2, 0x2e, 0, 0x03, 0x08, 0x6e, 0x08, 0x3a, 0x0b, 0x3b, 0x0b],
    // Definition in the file of its declaration, by ref_addr: specification, line.
    [3, 0x2e, 0, 0x47, 0x10, 0x3b, 0x0b],
    // Definition in another file, by ref_addr: specification, file, line.
    [4, 0x2e, 0, 0x47, 0x10, 0x3a, 0x0b, 0x3b, 0x0b],
    // Code of its own, by ref4 within the unit: origin, linkage name.
    [5, 0x2e, 0, 0x31, 0x13, 0x6e, 0x08],
    [],
  ].flatMap((abbreviation) => [...abbreviation, 0, 0]),
);

const HEADER = 11;
const encodeUnit = (entries: readonly number[]) => {
  const rest = [4, 0, ...word(0), 4, 1, ...entries, 0];
  return [...word(rest.length), ...rest];
};

/** A class in one unit, and a constructor and a method of it in another, as g++ writes them. */
function sample() {
  const declaration = [2, ...text('Box'), ...text('_ZN3BoxC4Ei'), 2, 10];
  const first = encodeUnit(declaration);
  const declared = HEADER + 1;
  const method = [3, ...word(declared), 20];
  const constructor = [4, ...word(declared), 1, 30];
  const within = HEADER + 1 + method.length;
  const code = [5, ...word(within), ...text('_ZN3BoxC2Ei')];
  const info = Uint8Array.from([...first, ...encodeUnit([...method, ...constructor, ...code])]);
  const none = new Uint8Array();
  const texts = { str: none, line_str: none, str_offsets: none };
  const lists = { line: none, addr: none, ranges: none, rnglists: none };
  const sections: DebugSections = { info, abbrev, ...texts, ...lists };
  const problems: string[] = [];
  const units = readUnits(sections, problems);
  expect(problems).toEqual([]);
  const unitAt = (at: number) => units.find(({ entries, end }) => at >= entries && at < end);
  const read = (at: number) => {
    const found = readDeclaration(sections, unitAt, at);
    return found && { ...found, unit: units.indexOf(found.unit) };
  };
  const second = first.length;
  const at = { method: second + HEADER + 1, code: second + within + constructor.length };
  return { declaration: read(declared), method: read(at.method), code: read(at.code) };
}

test('a declaration has its own name and place', () => {
  expect(sample().declaration).toEqual({ name: 'Box', unit: 0, file: 2, line: 10 });
});

test("a definition has its own line, and its declaration's file, in the unit that numbers it", () => {
  expect(sample().method).toEqual({ name: 'Box', unit: 0, file: 2, line: 20 });
});

test('code is named as in its source, and placed where it is defined', () => {
  expect(sample().code).toEqual({ name: 'Box', unit: 1, file: 1, line: 30 });
});
