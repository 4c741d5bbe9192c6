import { addCount, visibleLine } from '../../base';
import type { Profile, StackNode } from '../stacks';

/** A format of another profiler. */
export interface ProfileFormat {
  readonly id: string;
  /** The ending of a file's name, without a dot. */
  readonly ending: string;
  /** Programs that open it, in a few words. */
  readonly about: string;
  /** Writes the profiles of some operations into one file. */
  write(profiles: readonly Profile[]): string | Uint8Array;
}

/** A file's name. It is the program's, and must not end a line of a format. */
export const formatSourceFile = ({ code }: Profile, file: number): string =>
  visibleLine(code.files[file] ?? '');

export function formatFunctionName({ functions }: Profile, node: StackNode | undefined): string {
  return visibleLine(functions[node?.function ?? -1]?.name ?? '?');
}

/** The address and the line of an instruction. */
export function locateInstruction({ code }: Profile, at: number) {
  const instruction = code.instructions[at];
  const [innermost] = code.chains[instruction?.chain ?? -1] ?? [];
  return {
    address: instruction?.address ?? 0,
    file: innermost?.file ?? -1,
    line: innermost?.line ?? 0,
  };
}

/** Counts each instruction in each stack: `[node, instruction, count]`. */
export function countByStack({
  paths,
  code,
}: Profile): [node: number, at: number, count: number][] {
  const size = code.instructions.length + 1;
  const counts = new Map<number, number>();
  for (const { count, nodes, instructions } of paths)
    nodes.forEach((node, index) => {
      const key = node * size + (instructions[index] ?? size - 1);
      addCount(counts, key, count);
    });
  return [...counts].map(([key, count]) => [Math.floor(key / size), key % size, count]);
}
