import type { Bench, BenchParameter } from '../manifest';
import { deriveSuite } from '../source-line';
import { bytesAt, type Elf, readPointer, textAt, wordAt } from './elf';

export interface Registry {
  readonly benches: readonly Bench[];
  readonly problems: readonly string[];
  /** Address of the function that measures samples, by `suite/op`: a debugger stops there. */
  readonly sampleLoops: ReadonlyMap<string, number>;
}

const START = '__start_cyclescope_benches';
const STOP = '__stop_cyclescope_benches';
const SIZE = 'cyclescope_bench_size';
/** Default for a benchmark without its own value, as in the agent's bench.h. */
const DEFAULT_ITERATIONS = 1000;
const DEFAULT_BATCHES = 40;
const MAX_PARAMETERS = 64;

/** Field offsets in the agent's benchmark structure, as laid out by its compiler. */
interface Fields {
  readonly line: number;
  readonly iterations: number;
  readonly max: number;
  readonly warmup: number;
  readonly batches: number;
  readonly params: number;
  readonly paramCount: number;
  readonly beforeEach: number;
  readonly afterEach: number;
  readonly sample: number;
  readonly batch: number;
  readonly ownBatch: number;
  /** Size up to the last field that is read. */
  readonly size: number;
  readonly parameterSize: number;
}

function locateFields(pointer: 4 | 8): Fields {
  const alignUp = (offset: number) => Math.ceil(offset / pointer) * pointer;
  const line = 4 * pointer;
  const params = alignUp(line + 5 * 4);
  const paramCount = params + pointer;
  const begin = alignUp(paramCount + 3 * 4);
  const sample = begin + 4 * pointer;
  const batch = sample + pointer;
  return {
    line,
    iterations: line + 4,
    max: line + 8,
    warmup: line + 12,
    batches: line + 16,
    params,
    paramCount,
    beforeEach: begin + 2 * pointer,
    afterEach: begin + 3 * pointer,
    sample,
    batch,
    // After the two empty loops.
    ownBatch: batch + 3 * pointer,
    size: batch + 4 * pointer,
    parameterSize: alignUp(pointer + 3 * 4),
  };
}

/** Reads the benchmarks linked into an agent from its registry. */
export function readRegistry(elf: Elf): Registry {
  const start = elf.symbols.get(START)?.value;
  const stop = elf.symbols.get(STOP)?.value;
  const size = benchSize(elf);
  if (start === undefined || stop === undefined || size === undefined) {
    const missing = [start, stop, size].flatMap((found, index) =>
      found === undefined ? [[START, STOP, SIZE][index]] : [],
    );
    return nothing(`the image has no benchmark registry: ${missing.join(', ')} missing`);
  }
  const table = stop < start ? undefined : bytesAt(elf, start, stop - start);
  if (table === undefined) return nothing('the benchmark registry lies outside the image');
  if (size < locateFields(elf.pointerSize).size || table.length % size !== 0) {
    return nothing(
      `the benchmark registry has ${table.length} bytes, no multiple of its ${size}-byte entries`,
    );
  }
  const problems: string[] = [];
  const benches: Bench[] = [];
  const sampleLoops = new Map<string, number>();
  for (let offset = 0; offset < table.length; offset += size) {
    const entry = table.subarray(offset, offset + size);
    const bench = readBench(elf, entry, problems);
    if (bench === undefined) continue;
    benches.push(bench);
    sampleLoops.set(`${bench.suite}/${bench.op}`, sampleLoop(elf, entry));
  }
  return { benches, problems, sampleLoops };
}

function nothing(problem: string): Registry {
  return { benches: [], problems: [problem], sampleLoops: new Map() };
}

function benchSize(elf: Elf): number | undefined {
  const symbol = elf.symbols.get(SIZE);
  if (symbol === undefined) return undefined;
  return symbol.absolute ? symbol.value : wordAt(elf, symbol.value);
}

function readBench(elf: Elf, entry: Uint8Array, problems: string[]): Bench | undefined {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
  const fields = locateFields(elf.pointerSize);
  const count = (offset: number) => view.getUint32(offset, true);
  const pointer = (offset: number) => readPointer(view, offset, elf);
  const [named, op, about, file] = [0, 1, 2, 3].map((index) => {
    const address = pointer(index * elf.pointerSize);
    return address === 0 ? undefined : textAt(elf, address);
  });
  const suite = pointer(0) === 0 ? deriveSuite(file ?? '') : (named ?? '');
  if (suite === '' || op === undefined) {
    problems.push('a benchmark in the registry has no readable name and was skipped');
    return undefined;
  }
  const { beforeEach, afterEach, batch, ownBatch, paramCount } = fields;
  // An operation that needs work between two repetitions cannot run in batches, unless the benchmark
  // has its own loop that does without.
  const isPlain = pointer(batch) !== 0 && pointer(beforeEach) === 0 && pointer(afterEach) === 0;
  const isBatched = isPlain || pointer(ownBatch) !== 0;
  const params = { address: pointer(fields.params), count: count(paramCount) };
  return {
    suite,
    op,
    iterations: count(fields.iterations) || DEFAULT_ITERATIONS,
    max: count(fields.max),
    warmup: count(fields.warmup),
    batches: isBatched ? count(fields.batches) || DEFAULT_BATCHES : 0,
    params: readParameters(elf, params, `${suite}/${op}`, problems),
    about: about ?? '',
    at: `${file ?? '?'}:${count(fields.line)}`,
  };
}

function sampleLoop(elf: Elf, entry: Uint8Array): number {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
  return readPointer(view, locateFields(elf.pointerSize).sample, elf);
}

function readParameters(
  elf: Elf,
  { address, count }: { readonly address: number; readonly count: number },
  bench: string,
  problems: string[],
): BenchParameter[] {
  if (count === 0) return [];
  const { pointerSize } = elf;
  const { parameterSize } = locateFields(pointerSize);
  const table = count > MAX_PARAMETERS ? undefined : bytesAt(elf, address, count * parameterSize);
  if (table === undefined) {
    problems.push(`the ${count} parameters of ${bench} cannot be read`);
    return [];
  }
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  return Array.from({ length: count }, (_, index) => {
    const at = index * parameterSize;
    return {
      name: textAt(elf, readPointer(view, at, elf)) ?? '?',
      default: view.getUint32(at + pointerSize, true),
      min: view.getUint32(at + pointerSize + 4, true),
      max: view.getUint32(at + pointerSize + 8, true),
    };
  });
}
