import { ByteReader } from './bytes';
import {
  readAddress,
  type AddressRange,
  AT,
  type Attributes,
  type CompileUnit,
  type DebugSections,
  FORM,
  readIndexedAddress,
  isIndexedAddress,
} from './forms';

/** Reads where an entry's code is: one range, or a list. */
export function readCodeRanges(
  sections: DebugSections,
  unit: CompileUnit,
  attributes: Attributes,
): AddressRange[] {
  const list = attributes.get(AT.ranges);
  if (list !== undefined) {
    return unit.version < 5
      ? readOldRanges(sections, unit, list.value)
      : readRanges(sections, unit, listOffset(sections, unit, list));
  }
  const low = readAddress(sections, unit, AT.low, attributes);
  const high = attributes.get(AT.high);
  if (low === undefined || high === undefined) return [];
  const isAddress = high.form === FORM.address || isIndexedAddress(high.form);
  const end = isAddress
    ? (readAddress(sections, unit, AT.high, attributes) ?? 0)
    : low + high.value;
  return end > low ? [[low, end]] : [];
}

function listOffset(
  sections: DebugSections,
  unit: CompileUnit,
  { form, value }: { form: number; value: number },
): number {
  if (form !== FORM.rnglistx) return value;
  const { ranges } = unit.bases;
  const at = ranges + value * unit.offsetSize;
  return ranges + new ByteReader(sections.rnglists, at).readInteger(unit.offsetSize);
}

function readOldRanges(sections: DebugSections, unit: CompileUnit, offset: number): AddressRange[] {
  const reader = new ByteReader(sections.ranges, offset);
  const newBase = unit.addressSize === 8 ? -1 : 0xffffffff;
  const ranges: AddressRange[] = [];
  let base = unit.bases.low;
  while (!reader.isAtEnd && ranges.length < MOST_RANGES) {
    const from = reader.readInteger(unit.addressSize);
    const to = reader.readInteger(unit.addressSize);
    if (from === 0 && to === 0) break;
    if (from === newBase) base = to;
    else if (to > from) ranges.push([base + from, base + to]);
  }
  return ranges;
}

/** Longer lists are damaged ones: a function has a few parts. */
const MOST_RANGES = 4096;

function readRanges(sections: DebugSections, unit: CompileUnit, offset: number): AddressRange[] {
  const reader = new ByteReader(sections.rnglists, offset);
  const address = () => reader.readInteger(unit.addressSize);
  const readIndexed = () => readIndexedAddress(sections, unit, reader.uleb128());
  const ranges: AddressRange[] = [];
  let base = unit.bases.low;
  const add = (from: number, to: number) => {
    if (to > from) ranges.push([from, to]);
  };
  const withLength = (from: number) => add(from, from + reader.uleb128());
  while (!reader.isAtEnd && ranges.length < MOST_RANGES) {
    const kind = reader.u8();
    if (kind === 1) base = readIndexed();
    else if (kind === 2) add(readIndexed(), readIndexed());
    else if (kind === 3) withLength(readIndexed());
    else if (kind === 4) add(base + reader.uleb128(), base + reader.uleb128());
    else if (kind === 5) base = address();
    else if (kind === 6) add(address(), address());
    else if (kind === 7) withLength(address());
    else break;
  }
  return ranges;
}
