/*
 * Tables of an image's functions and lines, as a section of few bytes:
 *
 * - contexts: a function as it was linked, or an inlined call within another context;
 * - locations: a line within a context;
 * - rows: the location of the code from an address on.
 *
 * They are written column by column. A column has differences to a guess, or how recently a value was
 * used, so that its bytes are small and alike, and compression leaves little of them.
 */

/** Indices of tables; entry 0 of files, contexts and locations is the unknown one. */
export interface PackedTables {
  readonly files: readonly string[];
  readonly names: readonly string[];
  readonly functions: Columns<'name' | 'file' | 'line'>;
  /** `parent` is 0 for a function as it was linked; `file` and `line` are those of the call. */
  readonly contexts: Columns<'parent' | 'function' | 'file' | 'line'>;
  readonly locations: Columns<'context' | 'file' | 'line'>;
  readonly rows: Columns<'address' | 'location'>;
  /** Symbols that a package removes from the image: functions that are local to their file. */
  readonly symbols: Columns<'name' | 'address' | 'size'>;
}

type Columns<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/** Writes values, or reads them and ignores those that it is given. */
export interface NumberStream {
  uleb128(value: number): number;
  sleb128(value: number): number;
  text(value: string): string;
}

/** Numbers with their difference to a guess, which may depend on those before. */
function transferDeltas(
  stream: NumberStream,
  [values, count]: Column,
  guess: (index: number, before: readonly number[]) => number,
): readonly number[] {
  const done: number[] = [];
  for (let index = 0; index < count; index++) {
    const expected = guess(index, done);
    done.push(expected + stream.sleb128((values[index] ?? 0) - expected));
  }
  return done;
}

type Column = readonly [values: readonly number[], count: number];

const previous = (index: number, before: readonly number[]) => before[index - 1] ?? 0;

/** Indices of a table of `size` entries, by how recently each was used. */
function recent(stream: NumberStream, [values, count]: Column, size: number): readonly number[] {
  const given = toRecency(values);
  const codes = Array.from({ length: count }, (_, index) => stream.uleb128(given[index] ?? 0));
  return fromRecency(codes, size);
}

/**
 * Replaces indices: 0 is the first one that was not used before, 2n is the nth of those that were, the
 * latest first, and 2n - 1 is the nth after the first unused one.
 */
function toRecency(values: readonly number[]): readonly number[] {
  const used: number[] = [];
  return values.map((value) => {
    const at = used.indexOf(value);
    const skipped = value - used.length;
    if (at >= 0) used.splice(at, 1);
    else for (let next = used.length; next < value; next++) used.unshift(next);
    used.unshift(value);
    if (at >= 0) return 2 * at + 2;
    return skipped === 0 ? 0 : 2 * skipped - 1;
  });
}

/** Restores indices; damaged ones may be outside of the table. */
function fromRecency(codes: readonly number[], size: number): readonly number[] {
  const used: number[] = [];
  return codes.map((code) => {
    const isUsed = code > 0 && code % 2 === 0;
    const value = isUsed
      ? (used.splice(code / 2 - 1, 1)[0] ?? size)
      : used.length + Math.ceil(code / 2);
    if (value >= size) return size;
    if (!isUsed) for (let next = used.length; next < value; next++) used.unshift(next);
    used.unshift(value);
    return value;
  });
}

/** The number of a table's entries: not more than there are bytes to read. */
type Count = (column: { readonly length: number }) => number;

/** Writes tables to a stream, or reads them from it. */
export function transfer(stream: NumberStream, tables: PackedTables, count: Count): PackedTables {
  const texts = (values: readonly string[]) =>
    Array.from({ length: count(values) }, (_, index) => stream.text(values[index] ?? ''));
  const files = texts(tables.files);
  const names = texts(tables.names);
  const functions = transferFunctions(stream, tables.functions, names.length, count);
  const contexts = transferContexts(stream, tables.contexts, functions, count);
  const locations = transferLocations(stream, tables.locations, { functions, contexts }, count);
  const rowCount = count(tables.rows.address);
  const rows = {
    address: transferDeltas(stream, [tables.rows.address, rowCount], previous),
    location: recent(stream, [tables.rows.location, rowCount], locations.context.length),
  };
  const { symbols } = tables;
  const symbolCount = count(symbols.name);
  const size = transferDeltas(stream, [symbols.size, symbolCount], () => 0);
  const address = transferDeltas(stream, [symbols.address, symbolCount], (index, before) => {
    return previous(index, before) + (size[index - 1] ?? 0);
  });
  const name = transferDeltas(stream, [symbols.name, symbolCount], previous);
  return { files, names, functions, contexts, locations, rows, symbols: { name, address, size } };
}

function transferFunctions(
  stream: NumberStream,
  functions: PackedTables['functions'],
  nameCount: number,
  count: Count,
): PackedTables['functions'] {
  const length = count(functions.name);
  const name = recent(stream, [functions.name, length], nameCount);
  const file = transferDeltas(stream, [functions.file, length], previous);
  const last = newLastFinder();
  const line = transferDeltas(stream, [functions.line, length], (index, before) =>
    last(file, index, before, 0),
  );
  return { name, file, line };
}

function transferContexts(
  stream: NumberStream,
  contexts: PackedTables['contexts'],
  functions: PackedTables['functions'],
  count: Count,
): PackedTables['contexts'] {
  const length = count(contexts.parent);
  const own = recent(stream, [contexts.function, length], functions.name.length);
  // The distance to the parent, which is close.
  const distances = transferDeltas(
    stream,
    [contexts.parent.map((parent, index) => (parent === 0 ? 0 : index - parent)), length],
    () => 0,
  );
  const parent = distances.map((distance, index) => (distance === 0 ? 0 : index - distance));
  const getParentFunction = (index: number) => own[parent[index] ?? 0] ?? 0;
  const isInlined = (index: number) => parent[index] !== 0;
  const file = transferDeltas(stream, [contexts.file, length], (index) =>
    isInlined(index) ? (functions.file[getParentFunction(index)] ?? 0) : 0,
  );
  const last = newLastFinder();
  const line = transferDeltas(stream, [contexts.line, length], (index, before) =>
    isInlined(index)
      ? last(parent, index, before, functions.line[getParentFunction(index)] ?? 0)
      : 0,
  );
  return { parent, function: own, file, line };
}

function transferLocations(
  stream: NumberStream,
  locations: PackedTables['locations'],
  { functions, contexts }: Pick<PackedTables, 'functions' | 'contexts'>,
  count: Count,
): PackedTables['locations'] {
  const length = count(locations.context);
  const context = recent(stream, [locations.context, length], contexts.parent.length);
  const functionAt = (index: number) => contexts.function[context[index] ?? 0] ?? 0;
  const file = transferDeltas(stream, [locations.file, length], (index) =>
    context[index] === 0 ? 0 : (functions.file[functionAt(index)] ?? 0),
  );
  const last = newLastFinder();
  const line = transferDeltas(stream, [locations.line, length], (index, before) =>
    last(context, index, before, functions.line[functionAt(index)] ?? 0),
  );
  return { context, file, line };
}

/** Finds the last value of a column whose entry has the same key. */
function newLastFinder() {
  const lasts = new Map<number, number>();
  return (
    keys: readonly number[],
    index: number,
    before: readonly number[],
    otherwise: number,
  ): number => {
    if (index > 0) lasts.set(keys[index - 1] ?? 0, before[index - 1] ?? 0);
    return lasts.get(keys[index] ?? 0) ?? otherwise;
  };
}
