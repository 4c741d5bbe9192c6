import { EngineError } from '../base';
import { compile, compilerVersion } from './compiler';
import type { ProgramCall } from './plan';

/** gcc options that Zig's compiler lacks: it keeps the order anyway, and writes no linker map. */
const UNKNOWN_TO_ZIG = /^-(fno-toplevel-reorder$|Wl,-Map=)/;

/** A call of a recipe's compiler: that of Zig is a part of Zig, which may be a Python package. */
export async function cCall(
  name: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<ProgramCall> {
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

/** Commands for Zig: on its own, or as a Python package. */
const PROGRAMS: readonly ProgramCall[] = [
  { program: 'zig', args: [] },
  { program: 'python3', args: ['-m', 'ziglang'] },
];

type Zig = ProgramCall & { readonly version: string };

/** Cached result: a build asks once per source. */
let found: Zig | undefined;

/** Finds Zig and its version; throws how to install it. */
export async function findZig(signal: AbortSignal | undefined): Promise<Zig> {
  for (const call of found ? [] : PROGRAMS) {
    const { succeeded, messages } = await tryCommand(call, signal);
    if (succeeded) found ??= { ...call, version: messages.trim() };
  }
  if (found) return found;
  throw new EngineError(
    'missing-program',
    'The compiler zig was not found.',
    'Install it with: pip install ziglang',
  );
}

async function tryCommand({ program, args }: ProgramCall, signal: AbortSignal | undefined) {
  try {
    return await compile(program, [...args, 'version'], '/', signal);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'missing-program') throw error;
    return { succeeded: false, messages: '' };
  }
}
