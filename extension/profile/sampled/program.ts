import { bytesAt, wordAt } from '../../agent';
import type { Image } from '../image';
import type { CodePlace, SampledProgram } from './flat';

/** A program for flat profiles: functions as they were linked, with what was inlined into them. */
export function sampledProgram({ elf, symbols, framesAt }: Image): SampledProgram {
  const placeOf = (address: number): CodePlace | undefined => {
    const symbol = symbols.at(address);
    const outer = framesAt(address).at(-1)?.function;
    if (symbol === undefined && outer?.file === '') return undefined;
    const source = outer?.file === '' ? {} : { file: outer?.file, line: outer?.line };
    return { function: symbol?.name ?? outer?.name ?? '', ...source };
  };
  return {
    placeOf,
    halfwordAt: (address) => {
      const bytes = bytesAt(elf, address, 2);
      return bytes && (bytes[0] ?? 0) + 256 * (bytes[1] ?? 0);
    },
    wordAt: (address) => wordAt(elf, address),
  };
}
