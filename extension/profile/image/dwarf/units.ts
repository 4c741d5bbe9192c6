import { ByteReader } from './bytes';
import {
  type Abbreviation,
  readAddress,
  AT,
  type CompileUnit,
  type DebugSections,
  FORM,
  readAttributes,
} from './forms';

const SKELETON = 4;
const SPLIT = 5;
const TYPE = 2;
const SPLIT_TYPE = 6;

/** Lists the units of `.debug_info`; their entries are read later. */
export function readUnits(sections: DebugSections, problems: string[]): CompileUnit[] {
  const units: CompileUnit[] = [];
  const tables = new Map<number, ReadonlyMap<number, Abbreviation>>();
  const reader = new ByteReader(sections.info);
  while (!reader.isAtEnd) {
    const offset = reader.position;
    const [length, offsetSize] = readLength(reader);
    const end = reader.position + length;
    const version = reader.u16();
    if (version < 2 || version > 5 || length <= 0 || end > sections.info.length) {
      problems.push(`the debug information is damaged at byte ${offset} of .debug_info`);
      break;
    }
    const type = version >= 5 ? reader.u8() : 0;
    const early = version >= 5 ? reader.u8() : 0;
    const abbreviations = reader.readInteger(offsetSize);
    const addressSize = version >= 5 ? early : reader.u8();
    if (type === SKELETON || type === SPLIT) reader.skip(8);
    const isUsable =
      type !== TYPE && type !== SPLIT_TYPE && (addressSize === 4 || addressSize === 8);
    if (isUsable) {
      const known = tables.get(abbreviations) ?? readAbbreviations(sections.abbrev, abbreviations);
      tables.set(abbreviations, known);
      const bases = { strings: 2 * offsetSize, addresses: 2 * offsetSize, ranges: 0, low: 0 };
      const bounds = { offset, end, entries: reader.position, version, addressSize, offsetSize };
      const unit: CompileUnit = { ...bounds, abbreviations: known, bases, root: new Map() };
      readRoot(sections, unit);
      units.push(unit);
      if (type === SKELETON) problems.push(SEPARATE);
    }
    reader.advanceTo(end);
  }
  return units;
}

const SEPARATE =
  'parts of the debug information are in separate files (.dwo), which are not read: link without -gsplit-dwarf';

function readRoot(sections: DebugSections, unit: CompileUnit): void {
  const reader = new ByteReader(sections.info, unit.entries, unit.end);
  const abbreviation = unit.abbreviations.get(reader.uleb128());
  if (abbreviation === undefined) return;
  unit.root = readAttributes(reader, abbreviation, unit);
  const number = (attribute: number) => unit.root.get(attribute)?.value;
  unit.bases.strings = number(AT.stringsBase) ?? unit.bases.strings;
  unit.bases.addresses = number(AT.addressesBase) ?? unit.bases.addresses;
  unit.bases.ranges = number(AT.rangesBase) ?? unit.bases.ranges;
  unit.bases.low = readAddress(sections, unit, AT.low, unit.root) ?? 0;
}

/** Reads the length of a unit; 0xffffffff announces one of 64 bits. */
export function readLength(reader: ByteReader): [length: number, offsetSize: 4 | 8] {
  const length = reader.u32();
  return length === 0xffffffff ? [reader.i64(), 8] : [length, 4];
}

function readAbbreviations(section: Uint8Array, offset: number): Map<number, Abbreviation> {
  const table = new Map<number, Abbreviation>();
  const reader = new ByteReader(section, offset);
  for (let code = reader.uleb128(); code !== 0; code = reader.uleb128()) {
    const tag = reader.uleb128();
    const hasChildren = reader.u8() !== 0;
    const attributes: number[] = [];
    while (!reader.isAtEnd) {
      const attribute = reader.uleb128();
      const form = reader.uleb128();
      const implicit = form === FORM.implicit ? reader.sleb128() : 0;
      if (attribute === 0 && form === 0) break;
      attributes.push(attribute, form, implicit);
    }
    table.set(code, { tag, hasChildren, attributes });
  }
  return table;
}
