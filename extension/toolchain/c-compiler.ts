import { compilerVersion } from './compiler';
import type { Call } from './plan';
import { findZig } from './zig-program';

/** gcc options that Zig's compiler lacks: it keeps the order anyway, and writes no linker map. */
const UNKNOWN_TO_ZIG = /^-(fno-toplevel-reorder$|Wl,-Map=)/;

/** A call of a recipe's compiler: that of Zig is a part of Zig, which may be a Python package. */
export async function cCall(
  name: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<Call> {
  if (name !== 'zig') return { program: name, args };
  const zig = await findZig(signal);
  const known = args.filter((arg) => !UNKNOWN_TO_ZIG.test(arg));
  return { program: zig.program, args: [...zig.args, 'cc', ...known] };
}

/** The compiler's own name and version, one line. */
export async function cCompilerVersion(name: string, signal?: AbortSignal): Promise<string> {
  if (name !== 'zig') return compilerVersion(name, signal);
  return `zig cc ${(await findZig(signal)).version}`;
}
