import { bytesAt, normalPath, wordAt } from '../../agent';
import { remember } from '../../base';
import { frameAddress, type SampledFunction } from '../code';
import { type Image, READINGS, STORES } from '../image';
import type { CodeLocation, SampledProgram } from './flat';

/** A program for flat profiles: functions as they were linked, with what was inlined into them. */
export function newSampledProgram({ elf, symbols, framesAt }: Image): SampledProgram {
  const locate = (address: number): CodeLocation | undefined => {
    const symbol = symbols.at(address);
    const outer = framesAt(address).at(-1)?.function;
    if (symbol === undefined && outer?.file === '') return undefined;
    const source = outer?.file === '' ? {} : { file: outer?.file, line: outer?.line };
    return { function: symbol?.name ?? outer?.name ?? '', ...source };
  };
  return {
    locate,
    halfwordAt: (address) => {
      const bytes = bytesAt(elf, address, 2);
      return bytes && (bytes[0] ?? 0) + 256 * (bytes[1] ?? 0);
    },
    wordAt: (address) => wordAt(elf, address),
  };
}

/** The part of a sampled program that a function belongs to. */
type Role = 'reading' | 'measured' | 'benchmark' | 'agent' | 'core';

/** The functions of a sampled program that executes benchmarks. */
export interface ProgramParts {
  /** The functions of a frame of the program with inlined ones, innermost first. */
  listNames(frame: Pick<SampledFunction, 'name' | 'offset'>): readonly string[];
  /**
   * A function that reads the clock, one that measures an operation, another one of a benchmark, such as
   * a thread or what is done between executions, the agent's, or one of its core, which executes benchmarks.
   */
  findRole(name: string): Role;
  /** The function of the operation that another one measures, if it is a function of its own. */
  findOperation(measured: string): string | undefined;
}

/** Finds out which functions of a program are those of benchmarks. */
export function newProgramParts({
  dwarf,
  symbols,
  framesAt,
}: Pick<Image, 'dwarf' | 'symbols' | 'framesAt'>): ProgramParts {
  const readings = new Set<string>(READINGS.map(({ name }) => name));
  const measuring = new Set(
    [...readings].flatMap((name) =>
      dwarf.findInstances(name).flatMap(({ around }) => around.map((own) => own.name)),
    ),
  );
  const findRole = (name: string): Role => {
    if (readings.has(name)) return 'reading';
    if (measuring.has(name)) return 'measured';
    const files = symbols.findByName(name).map(({ from }) => framesAt(from).at(-1)?.file ?? '');
    const parts = files.map((file) => AGENT.exec(normalPath(file))?.[1]);
    if (parts.includes('core') || STORES.some((store) => store === name)) return 'core';
    return files.some((file, at) => file !== '' && parts[at] === undefined) ? 'benchmark' : 'agent';
  };
  const findOperation = (measured: string) => {
    const name = `${measured.replace(/_(sample|batch)$/, '')}_operation`;
    const isThere = dwarf.findInstances(name).length > 0 || symbols.findByName(name).length > 0;
    return isThere ? name : undefined;
  };
  return {
    findRole: remember(findRole),
    findOperation: remember(findOperation),
    listNames: (frame) => {
      const address = frameAddress({ symbols }, frame);
      return address === undefined
        ? [frame.name]
        : framesAt(address).map((each) => each.function.name);
    },
  };
}

const AGENT = /(?:^|\/)target-agent\/(core|clocks|boards|parts|ports)\//;
