import type { Bench, BenchParameter } from '../agent/manifest';
import type { Elf } from './elf';
import { bytesAt, textAt, wordAt } from './memory';

export interface Registry {
  readonly benches: readonly Bench[];
  readonly problems: readonly string[];
}

const START = '__start_cyclescope_benches';
const STOP = '__stop_cyclescope_benches';
const SIZE = 'cyclescope_bench_size';
const KNOWN_FIELDS = 76;
/** What a benchmark that says nothing gets, as in the agent's bench.h. */
const DEFAULT_ITERATIONS = 1000;
const DEFAULT_BATCHES = 40;
const PARAMETER_SIZE = 16;
const MAX_PARAMETERS = 64;

/** The benchmarks that are linked into an agent, read from its registry. */
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
  if (size < KNOWN_FIELDS || table.length % size !== 0) {
    return nothing(
      `the benchmark registry has ${table.length} bytes, no multiple of its ${size}-byte entries`,
    );
  }
  const problems: string[] = [];
  const benches: Bench[] = [];
  for (let offset = 0; offset < table.length; offset += size) {
    const bench = readBench(elf, table.subarray(offset, offset + size), problems);
    if (bench !== undefined) benches.push(bench);
  }
  return { benches, problems };
}

function nothing(problem: string): Registry {
  return { benches: [], problems: [problem] };
}

function benchSize(elf: Elf): number | undefined {
  const symbol = elf.symbols.get(SIZE);
  if (symbol === undefined) return undefined;
  return symbol.absolute ? symbol.value : wordAt(elf, symbol.value);
}

/** A suite without a name of its own has that of its source file, up to the first dot. */
function stemOf(file: string): string {
  return (
    file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).split('.', 1)[0] ?? ''
  );
}

/** Nothing can be repeated in batches where something must happen between two operations. */
function batchesOf(word: (offset: number) => number): number {
  const [beforeEach, afterEach, batch] = [word(60), word(64), word(72)];
  if (batch === 0 || beforeEach !== 0 || afterEach !== 0) return 0;
  return word(32) || DEFAULT_BATCHES;
}

function readBench(elf: Elf, entry: Uint8Array, problems: string[]): Bench | undefined {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
  const word = (offset: number) => view.getUint32(offset, true);
  const [named, op, about, file] = [0, 4, 8, 12].map((offset) =>
    word(offset) === 0 ? undefined : textAt(elf, word(offset)),
  );
  const suite = word(0) === 0 ? stemOf(file ?? '') : (named ?? '');
  if (suite === '' || op === undefined) {
    problems.push('a benchmark in the registry has no readable name and was left out');
    return undefined;
  }
  return {
    suite,
    op,
    iterations: word(20) || DEFAULT_ITERATIONS,
    max: word(24),
    warmup: word(28),
    batches: batchesOf(word),
    params: readParameters(elf, word(36), word(40), `${suite}/${op}`, problems),
    about: about ?? '',
    at: `${file ?? '?'}:${word(16)}`,
  };
}

function readParameters(
  elf: Elf,
  address: number,
  count: number,
  bench: string,
  problems: string[],
): BenchParameter[] {
  if (count === 0) return [];
  const table = count > MAX_PARAMETERS ? undefined : bytesAt(elf, address, count * PARAMETER_SIZE);
  if (table === undefined) {
    problems.push(`the ${count} parameters of ${bench} cannot be read`);
    return [];
  }
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  return Array.from({ length: count }, (_, index) => {
    const at = index * PARAMETER_SIZE;
    return {
      name: textAt(elf, view.getUint32(at, true)) ?? '?',
      default: view.getUint32(at + 4, true),
      min: view.getUint32(at + 8, true),
      max: view.getUint32(at + 12, true),
    };
  });
}
