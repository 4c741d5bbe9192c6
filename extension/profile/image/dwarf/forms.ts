import { ByteReader } from './bytes';

/** The sections of debug information that are read; a missing one is empty. */
export interface DebugSections {
  readonly info: Uint8Array;
  readonly abbrev: Uint8Array;
  readonly line: Uint8Array;
  readonly str: Uint8Array;
  readonly line_str: Uint8Array;
  readonly str_offsets: Uint8Array;
  readonly addr: Uint8Array;
  readonly ranges: Uint8Array;
  readonly rnglists: Uint8Array;
}

export type AddressRange = readonly [from: number, to: number];

/** The attributes that entries of one kind have, and their encodings. */
export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  /** Attribute, form and implicit value of each attribute, in one list. */
  readonly attributes: readonly number[];
}

/** A compile unit: where its entries are, and what is needed to read them. */
export interface CompileUnit {
  readonly offset: number;
  readonly end: number;
  /** The offset of the first entry. */
  readonly entries: number;
  readonly version: number;
  readonly addressSize: number;
  readonly offsetSize: 4 | 8;
  readonly abbreviations: ReadonlyMap<number, Abbreviation>;
  readonly bases: { strings: number; addresses: number; ranges: number; low: number };
  /** The attributes of the unit's first entry. */
  root: Attributes;
}

/** Attributes of an entry by number; values are numbers, which `attributeText` and others resolve. */
export type Attributes = ReadonlyMap<number, { readonly form: number; readonly value: number }>;

export const AT = {
  sibling: 0x01,
  name: 0x03,
  lines: 0x10,
  low: 0x11,
  high: 0x12,
  directory: 0x1b,
  origin: 0x31,
  declaredFile: 0x3a,
  declaredLine: 0x3b,
  specification: 0x47,
  ranges: 0x55,
  calledFile: 0x58,
  calledLine: 0x59,
  linkageName: 0x6e,
  stringsBase: 0x72,
  addressesBase: 0x73,
  rangesBase: 0x74,
} as const;

export const FORM = {
  address: 0x01,
  string: 0x08,
  strp: 0x0e,
  refAddress: 0x10,
  refUnsigned: 0x15,
  indirect: 0x16,
  strx: 0x1a,
  addrx: 0x1b,
  implicit: 0x21,
  lineStrp: 0x1f,
  rnglistx: 0x23,
} as const;

/** Reads all attributes of the entry at the reader's position, after its code. */
export function readAttributes(
  reader: ByteReader,
  { attributes }: Abbreviation,
  unit: CompileUnit,
): Attributes {
  const values = new Map<number, { form: number; value: number }>();
  for (let at = 0; at < attributes.length; at += 3) {
    const [attribute = 0, written = 0, implicit = 0] = attributes.slice(at, at + 3);
    const form = written === FORM.indirect ? reader.uleb128() : written;
    values.set(attribute, { form, value: readForm(reader, form, implicit, unit) });
  }
  return values;
}

/** Skips an entry's attributes; returns the offset of its sibling, or 0. */
export function skipAttributes(
  reader: ByteReader,
  { attributes }: Abbreviation,
  unit: CompileUnit,
): number {
  let sibling = 0;
  for (let at = 0; at < attributes.length; at += 3) {
    const value = readForm(reader, attributes[at + 1] ?? 0, 0, unit);
    if (attributes[at] === AT.sibling) sibling = unit.offset + value;
  }
  return sibling;
}

/**
 * Reads a value as a number: an offset or an index of texts, addresses and lists, the position of a
 * text in the entry itself. Blocks are skipped.
 */
function readForm(reader: ByteReader, form: number, implicit: number, unit: CompileUnit): number {
  switch (form) {
    case FORM.address:
      return reader.readInteger(unit.addressSize);
    case 0x0b: // data1
    case 0x0c: // flag
    case 0x11: // ref1
    case 0x25: // strx1
    case 0x29: // addrx1
      return reader.u8();
    case 0x05: // data2
    case 0x12: // ref2
    case 0x26: // strx2
    case 0x2a: // addrx2
      return reader.u16();
    case 0x27: // strx3
    case 0x2b: // addrx3
      return reader.u24();
    case 0x06: // data4
    case 0x13: // ref4
    case 0x1c: // ref_sup4
    case 0x28: // strx4
    case 0x2c: // addrx4
      return reader.u32();
    case 0x07: // data8
    case 0x14: // ref8
    case 0x20: // ref_sig8
    case 0x24: // ref_sup8
      return reader.i64();
    case 0x0d: // sdata
      return reader.sleb128();
    case 0x0f: // udata
    case FORM.refUnsigned:
    case FORM.strx:
    case FORM.addrx:
    case 0x22: // loclistx
    case FORM.rnglistx:
      return reader.uleb128();
    case FORM.refAddress:
      return reader.readInteger(unit.version === 2 ? unit.addressSize : unit.offsetSize);
    case FORM.strp:
    case FORM.lineStrp:
    case 0x17: // sec_offset
    case 0x1d: // strp_sup
      return reader.readInteger(unit.offsetSize);
    case FORM.implicit:
      return implicit;
    case 0x19: // flag_present
      return 1;
    case FORM.indirect:
      return readForm(reader, notIndirect(reader.uleb128()), 0, unit);
    default:
      return skipBlock(reader, form);
  }
}

/** An indirect form that names itself again is damaged, and read as a form that does not exist. */
const notIndirect = (form: number) => (form === FORM.indirect ? 0 : form);

function skipBlock(reader: ByteReader, form: number): number {
  const at = reader.position;
  if (form === FORM.string) {
    reader.text();
    return at;
  }
  if (form === 0x09 || form === 0x18) reader.skip(reader.uleb128());
  else if (form === 0x0a) reader.skip(reader.u8());
  else if (form === 0x03) reader.skip(reader.u16());
  else if (form === 0x04) reader.skip(reader.u32());
  else if (form === 0x1e) reader.skip(16);
  else reader.skip(Infinity);
  return at;
}

/** Reads the text of an attribute, such as a name. */
export function attributeText(
  sections: DebugSections,
  unit: CompileUnit,
  attribute: number,
  attributes = unit.root,
): string | undefined {
  const found = attributes.get(attribute);
  return found && formText(sections, unit, found.form, found.value);
}

function formText(sections: DebugSections, unit: CompileUnit, form: number, value: number) {
  if (form === FORM.string) return new ByteReader(sections.info, value).text();
  if (form === FORM.strp) return new ByteReader(sections.str, value).text();
  if (form === FORM.lineStrp) return new ByteReader(sections.line_str, value).text();
  const isIndex = form === FORM.strx || (form >= 0x25 && form <= 0x28);
  if (!isIndex) return undefined;
  const at = unit.bases.strings + value * unit.offsetSize;
  const offset = new ByteReader(sections.str_offsets, at).readInteger(unit.offsetSize);
  return new ByteReader(sections.str, offset).text();
}

/** Reads a text or number of a table of files, where texts are never indirect. */
export function readEntryForm(
  reader: ByteReader,
  form: number,
  sections: DebugSections,
  unit: CompileUnit,
) {
  if (form === FORM.string) return reader.text();
  const value = readForm(reader, form, 0, unit);
  return formText(sections, unit, form, value) ?? value;
}

export const isIndexedAddress = (form: number) =>
  form === FORM.addrx || (form >= 0x29 && form <= 0x2c);

/** Reads an address, directly or through `.debug_addr`. */
export function readAddress(
  sections: DebugSections,
  unit: CompileUnit,
  attribute: number,
  attributes: Attributes,
): number | undefined {
  const found = attributes.get(attribute);
  if (found === undefined) return undefined;
  return isIndexedAddress(found.form)
    ? readIndexedAddress(sections, unit, found.value)
    : found.value;
}

/** Reads an address of `.debug_addr`. */
export function readIndexedAddress(
  sections: DebugSections,
  unit: CompileUnit,
  index: number,
): number {
  const at = unit.bases.addresses + index * unit.addressSize;
  return new ByteReader(sections.addr, at).readInteger(unit.addressSize);
}

const REFERENCES_IN_UNIT = new Set([0x11, 0x12, 0x13, 0x14, FORM.refUnsigned]);

/** The offset of the entry that an attribute refers to. */
export function resolveReference(unit: CompileUnit, attribute: number, attributes: Attributes) {
  const found = attributes.get(attribute);
  if (found === undefined) return undefined;
  if (found.form === FORM.refAddress) return found.value;
  return REFERENCES_IN_UNIT.has(found.form) ? unit.offset + found.value : undefined;
}
