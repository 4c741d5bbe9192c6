import { EngineError, toTextReporter } from '../base';
import type { RunSpec } from '../engine';
import type { Target } from '../targets';
import { buildExecutionPlugin, findBuiltPlugin, executionPlugin } from '../toolchain';
import { type Arguments, usage } from './args';
import { collectLicences } from './licences';
import type { Context } from './context';

/** Refuses --profile where profiles cannot be compared function by function. */
export function requireRecorder(
  { flags }: Arguments,
  { id, recordsExecution }: Pick<Target, 'id' | 'recordsExecution'>,
): void {
  if (!flags.has('profile') || recordsExecution) return;
  throw usage(`--profile needs an emulated target: ${id} records no instructions.`);
}

/** The consent to disturb a board. */
export const haltOption = {
  halt: {
    about: 'stop the core for each sample if its program counter cannot be read while it runs',
  },
} as const;

/** Decides how a target is profiled: the programs of an emulator are recorded, those of Linux and boards sampled. */
export async function chooseRecorder(
  target: Pick<Target, 'recordsExecution'>,
  args: Arguments,
  context: Context,
): Promise<RunSpec['profile']> {
  if (target.recordsExecution) return { plugin: await findExecutionPlugin(target, args, context) };
  return { allowHalt: args.flags.has('halt') };
}

/**
 * Finds the plugin that records executed instructions, or builds it with the user's consent. Without
 * it profiles of microcontrollers are read from QEMU's log.
 */
export async function findExecutionPlugin(
  { recordsExecution }: Pick<Target, 'recordsExecution'>,
  args: Arguments,
  { packageFolder, signal, terminal }: Context,
): Promise<string | undefined> {
  const built = await findBuiltPlugin({ packageFolder });
  if (built !== undefined) return built;
  const request = { packageFolder, signal, onMessage: toTextReporter(terminal.report) };
  try {
    const agreed = await collectLicences(args, [executionPlugin], terminal);
    return await buildExecutionPlugin({ ...request, agreed });
  } catch (error) {
    if (!(error instanceof EngineError) || !EXPECTED.has(error.code)) throw error;
    const hint = error.hint === undefined ? '' : ` ${error.hint}`;
    terminal.report(`${error.message}${hint}`);
    if (recordsExecution !== 'by plugin')
      terminal.report("Reading QEMU's log instead of using its plugin, which is slower.");
    return undefined;
  }
}

const EXPECTED: ReadonlySet<string> = new Set(['refused', 'missing-program', 'build-failed']);
