import { newTable } from '../base';
import { type Image, parseAddress, READINGS, type SourceFrame, writeAddress } from './image';

/** A function that instructions belong to, linked or inlined. */
export interface ProfiledFunction {
  readonly name: string;
  /** An index of files; -1 if unknown. */
  readonly file: number;
  /** The line of its declaration; 0 if unknown. */
  readonly line: number;
  /**
   * It opens or closes windows, or is around what does: its own instructions are those of the clock
   * and the loop, not of the operation.
   */
  readonly isHarness: boolean;
}

/** A function at one of its lines. */
export interface ProfiledFrame {
  readonly function: number;
  readonly file: number;
  readonly line: number;
}

/** The continuation after an instruction; `unknown` where its bytes are not in the image. */
export const FLOWS = ['next', 'jump', 'call', 'return', 'trap', 'unknown'] as const;
export type Flow = (typeof FLOWS)[number];

export interface ExecutedInstruction {
  readonly address: number;
  readonly length: number;
  readonly flow: Flow;
  /** The instruction that it names as the next one: an index, or why there is none. */
  readonly target: number | typeof INDIRECT | typeof NOT_EXECUTED;
  /** The function that it was linked into, as an index of symbols. */
  readonly symbol: number;
  /** Its functions, innermost first, as an index of chains. */
  readonly chain: number;
  /** Its 32 bits if it is not in the image: a kernel's code, as it was executed. */
  readonly word?: number | undefined;
}

export const INDIRECT = -1;
export const NOT_EXECUTED = -2;

/**
 * All that is known of executed addresses. It is stored with a profile, so that profiles can be
 * read without the image.
 */
export interface ExecutedCode {
  /** Sorted by address, so that what follows one another in memory does so here. */
  readonly instructions: readonly ExecutedInstruction[];
  readonly files: readonly string[];
  readonly functions: readonly ProfiledFunction[];
  readonly chains: readonly (readonly ProfiledFrame[])[];
  readonly symbols: readonly { readonly name: string; readonly from: number }[];
  /** The first instructions of exception handlers. */
  readonly handlers: readonly number[];
  /** Lines of executed functions of which no instruction was executed. */
  readonly idle: readonly Omit<ProfiledFrame, 'function'>[];
}

/** Describes executed addresses; those that are no addresses are left out. */
export function describeCode(image: Image, addresses: Iterable<string>): ExecutedCode {
  const sorted = [...new Set(addresses)]
    .flatMap((text) => parseAddress(text) ?? [])
    .sort((a, b) => a - b);
  const indices = new Map(sorted.map((address, index) => [address, index]));
  const { files, functions, chains, symbols, fileAt, toProfiledFrame } = newCodeTables(image);
  const instructions = sorted.map((address): ExecutedInstruction => {
    const { name, from } = image.functionAt(address);
    const known = image.instructionAt(address);
    const target = known?.target;
    return {
      address,
      length: known?.length ?? 0,
      flow: known?.flow ?? 'unknown',
      target: target === undefined ? INDIRECT : (indices.get(target) ?? NOT_EXECUTED),
      symbol: symbols.add({ name, from }),
      chain: chains.add(image.framesAt(address).map(toProfiledFrame)),
      word: image.executedWordAt?.(address),
    };
  });
  const handlers = [...image.handlers].flatMap((handler) => indices.get(handler) ?? []);
  return {
    instructions,
    files: files.rows,
    functions: functions.rows,
    chains: chains.rows,
    symbols: symbols.rows,
    handlers,
    idle: idleLines(image, symbols.rows, chains.rows, fileAt),
  };
}

/** The tables of code, each row once. */
function newCodeTables(image: Pick<Image, 'dwarf'>) {
  const files = newTable<string>((file) => file);
  const functions = newTable<ProfiledFunction>(({ name, file, line }) => `${name} ${file} ${line}`);
  const chains = newTable<readonly ProfiledFrame[]>((chain) => JSON.stringify(chain));
  const symbols = newTable<{ name: string; from: number }>(({ from, name }) => `${from} ${name}`);
  const harness = collectHarnessKeys(image);
  const fileAt = (file: string) => (file === '' ? -1 : files.add(file));
  const toProfiledFrame = ({
    function: { name, file, line },
    ...source
  }: SourceFrame): ProfiledFrame => {
    const isHarness = harness.has(toKey({ name, file }));
    const own = functions.add({ name, file: fileAt(file), line, isHarness });
    return { function: own, file: fileAt(source.file), line: source.line };
  };
  return { files, functions, chains, symbols, fileAt, toProfiledFrame };
}

/** A function that was executing when a sample was taken. */
export interface SampledFunction {
  readonly name: string;
  /** The file of its code; empty for the sampled program itself. */
  readonly module: string;
  /** Bytes from its beginning to where it executed; known in the sampled program alone. */
  readonly offset?: number | undefined;
}

/** Describes sampled functions, in their order: each has an address of its own instead of an instruction. */
export function describeFunctions(image: Image, sampled: readonly SampledFunction[]): ExecutedCode {
  const { files, functions, chains, symbols, toProfiledFrame } = newCodeTables(image);
  const instructions = sampled.map(({ name, module, offset }): ExecutedInstruction => {
    const address = frameAddress(image, { name, offset });
    const file = module === '' ? '' : `[${module.replace(/^\[(.*)\]$/, '$1')}]`;
    const nowhere = [{ file, line: 0, function: { name, file, line: 0 } }];
    const frames = address === undefined ? nowhere : image.framesAt(address);
    return {
      address: address ?? 0,
      length: 0,
      flow: 'unknown',
      target: NOT_EXECUTED,
      symbol: symbols.add({ name, from: address ?? 0 }),
      chain: chains.add(frames.map(toProfiledFrame)),
    };
  });
  return {
    instructions,
    files: files.rows,
    functions: functions.rows,
    symbols: symbols.rows,
    chains: chains.rows,
    handlers: [],
    idle: [],
  };
}

/** The address of a frame of the sampled program; undefined for code of other files. */
export function frameAddress(
  { symbols }: Pick<Image, 'symbols'>,
  { name, offset }: Pick<SampledFunction, 'name' | 'offset'>,
): number | undefined {
  const [symbol] = offset === undefined ? [] : symbols.findByName(name);
  return symbol && symbol.from + (offset ?? 0);
}

function idleLines(
  image: Image,
  symbols: ExecutedCode['symbols'],
  chains: ExecutedCode['chains'],
  fileAt: (file: string) => number,
): ExecutedCode['idle'] {
  const idle = newTable<ExecutedCode['idle'][number]>(({ file, line }) => `${file}:${line}`);
  const executed = new Set(
    chains.flatMap(([innermost]) => (innermost ? `${innermost.file}:${innermost.line}` : [])),
  );
  for (const { from } of symbols) {
    // Functions without a line, such as those of a kernel, may be large.
    if ((image.framesAt(from)[0]?.line ?? 0) < 1) continue;
    const { to } = image.functionAt(from);
    for (let address = from; address < to; address += image.instructionAt(address)?.length ?? 2) {
      const [{ file: path, line } = { file: '', line: 0 }] = image.framesAt(address);
      const file = fileAt(path);
      if (file >= 0 && line > 0 && !executed.has(`${file}:${line}`)) idle.add({ file, line });
    }
  }
  return idle.rows;
}

const toKey = ({ name, file }: { name: string; file: string }) => `${name} ${file}`;

function collectHarnessKeys({ dwarf }: Pick<Image, 'dwarf'>): ReadonlySet<string> {
  return new Set(
    READINGS.flatMap(({ name }) =>
      dwarf.findInstances(name).flatMap(({ around, own }) => [own, ...around]),
    ).map(toKey),
  );
}

/** Returns the indices of a capture's addresses; undefined for entries that are not addresses. */
export function indexAddresses(
  { instructions }: ExecutedCode,
  addresses: readonly string[],
): readonly (number | undefined)[] {
  const indices = new Map(instructions.map(({ address }, index) => [writeAddress(address), index]));
  return addresses.map((text) => {
    const address = parseAddress(text);
    return address === undefined ? undefined : indices.get(writeAddress(address));
  });
}
