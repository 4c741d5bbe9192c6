import { EngineError, type EngineErrorCode, systemCode, TargetError } from '../base';
import { type ExitCode, exitCodes } from './command';

/** A failure as it is reported to people and programs. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly exitCode: ExitCode;
}

const wrongUsage: ReadonlySet<EngineErrorCode> = new Set([
  'usage',
  'unknown-target',
  'unknown-benchmark',
  'unknown-parameter',
  'bad-value',
  'unknown-run',
]);

function exitCodeOf(error: EngineError | TargetError): ExitCode {
  if (error.code === 'cancelled') return exitCodes.interrupted;
  const isUsage = error instanceof EngineError && wrongUsage.has(error.code);
  return isUsage ? exitCodes.usage : exitCodes.failed;
}

/** How to give the missing consent on the command line. */
const FLASH_HINT =
  'Nothing was written. Allow it with --allow-flash. Add --backup DIR to save the old content first; cyclescope restore writes it back.';

/** Reads any thrown value as a failure; an unexpected one keeps its stack as the hint. */
export function failureOf(error: unknown): Failure {
  if (error instanceof EngineError || error instanceof TargetError) {
    const { code, message } = error;
    const hint = code === 'flash-not-allowed' ? FLASH_HINT : error.hint;
    return { code, message, hint, exitCode: exitCodeOf(error) };
  }
  const code = systemCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code !== undefined) return { code, message, hint: undefined, exitCode: exitCodes.failed };
  const hint = error instanceof Error ? error.stack : undefined;
  return { code: 'internal', message, hint, exitCode: exitCodes.failed };
}
