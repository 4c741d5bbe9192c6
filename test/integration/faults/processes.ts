import { readdirSync, readFileSync } from 'node:fs';

/** The living processes below this one, without a family that a test keeps. */
export function descendants(kept: readonly number[]): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? readParent(name) : undefined;
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const below = (pid: number): number[] =>
    [...parents].flatMap(([child, parent]) =>
      parent === pid && !kept.includes(child) ? [child, ...below(child)] : [],
    );
  return below(process.pid);
}

/** Undefined of a process that has ended. */
function readParent(pid: string): number | undefined {
  try {
    // The name is in brackets, and may hold anything.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .split(') ')
      .at(-1)!
      .split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

/** TCP connections and listening ports of this process. */
export function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => /^TCP/.test(name)).length;
}
