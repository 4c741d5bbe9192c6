import { ByteReader } from './bytes';
import {
  type AddressRange,
  AT,
  type Attributes,
  attributeText,
  type CompileUnit,
  type DebugSections,
  readAttributes,
  resolveReference,
  skipAttributes,
} from './forms';
import { readCodeRanges } from './ranges';

/** A function's code, or that of a call that was inlined into it. */
export interface Code {
  /** The offset of the entry that names it. */
  readonly origin: number;
  readonly ranges: readonly AddressRange[];
  /** The line of the call, if it was inlined. */
  readonly calledFile: number;
  readonly calledLine: number;
  readonly inlined: Code[];
}

const SUBPROGRAM = 0x2e;
const INLINED = 0x1d;

/** Reads the functions of a unit that have code, and what was inlined into each of them. */
export function readFunctions(sections: DebugSections, unit: CompileUnit): Code[] {
  const reader = new ByteReader(sections.info, unit.entries, unit.end);
  const functions: Code[] = [];
  // The code around the entries of each depth; undefined outside of functions.
  const around: (Code | undefined)[] = [undefined];
  while (!reader.isAtEnd && around.length > 0) {
    const offset = reader.position;
    const code = reader.uleb128();
    if (code === 0) {
      around.pop();
      continue;
    }
    const abbreviation = unit.abbreviations.get(code);
    if (abbreviation === undefined) break;
    const outer = around.at(-1);
    if (abbreviation.tag !== SUBPROGRAM && abbreviation.tag !== INLINED) {
      const sibling = skipAttributes(reader, abbreviation, unit);
      if (!abbreviation.hasChildren) continue;
      if (sibling > reader.position && TYPES.has(abbreviation.tag)) reader.advanceTo(sibling);
      else around.push(outer);
      continue;
    }
    const attributes = readAttributes(reader, abbreviation, unit);
    const entry = newCode(sections, unit, offset, attributes);
    if (abbreviation.tag === INLINED) outer?.inlined.push(entry);
    else if (entry.ranges.length > 0) functions.push(entry);
    if (abbreviation.hasChildren) around.push(entry);
  }
  return functions;
}

/** Entries without code in them: types of C. Those of C++ declare functions, and define none. */
const TYPES = new Set([0x01, 0x04, 0x13, 0x15, 0x17]);

function newCode(
  sections: DebugSections,
  unit: CompileUnit,
  offset: number,
  attributes: Attributes,
): Code {
  return {
    origin: resolveReference(unit, AT.origin, attributes) ?? offset,
    ranges: readCodeRanges(sections, unit, attributes),
    calledFile: attributes.get(AT.calledFile)?.value ?? 0,
    calledLine: attributes.get(AT.calledLine)?.value ?? 0,
    inlined: [],
  };
}

/** A function as its source names it, at its definition where that is known. */
export interface Declaration {
  readonly name: string | undefined;
  /** The unit that numbers the file. */
  readonly unit: CompileUnit;
  readonly file: number;
  readonly line: number;
}

const MOST_REFERENCES = 8;

/**
 * Reads the name and the line of an entry. What it lacks is that of the entry it refers to, in any
 * unit: a definition leaves out the file of its declaration, and code has little but a linkage name.
 */
export function readDeclaration(
  sections: DebugSections,
  unitAt: (offset: number) => CompileUnit | undefined,
  origin: number,
): Declaration | undefined {
  let name: string | undefined;
  let linkageName: string | undefined;
  let file: number | undefined;
  let line: number | undefined;
  let owner: CompileUnit | undefined;
  let next: number | undefined = origin;
  for (let count = 0; count < MOST_REFERENCES && next !== undefined; count++) {
    const unit = unitAt(next);
    if (unit === undefined) break;
    const reader = new ByteReader(sections.info, next, unit.end);
    const abbreviation = unit.abbreviations.get(reader.uleb128());
    if (abbreviation === undefined) break;
    const attributes = readAttributes(reader, abbreviation, unit);
    name ??= attributeText(sections, unit, AT.name, attributes);
    linkageName ??= attributeText(sections, unit, AT.linkageName, attributes);
    line ??= attributes.get(AT.declaredLine)?.value;
    if (file === undefined) {
      file = attributes.get(AT.declaredFile)?.value;
      owner = unit;
    }
    next =
      resolveReference(unit, AT.origin, attributes) ??
      resolveReference(unit, AT.specification, attributes);
  }
  return owner && { name: name ?? linkageName, unit: owner, file: file ?? 0, line: line ?? 0 };
}
