import { EngineError } from '../base';
import { compile } from './compiler';
import type { Call } from './plan';

/** Commands for Zig: on its own, or as a Python package. */
const PROGRAMS: readonly Call[] = [
  { program: 'zig', args: [] },
  { program: 'python3', args: ['-m', 'ziglang'] },
];

type Zig = Call & { readonly version: string };

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

async function tryCommand({ program, args }: Call, signal: AbortSignal | undefined) {
  try {
    return await compile(program, [...args, 'version'], '/', signal);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'missing-program') throw error;
    return { succeeded: false, messages: '' };
  }
}
