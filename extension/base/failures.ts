/** Failures by origin: the first group is wrong usage, the rest belongs to the run or the data. */
export type EngineErrorCode =
  | 'usage'
  | 'unknown-target'
  | 'unknown-benchmark'
  | 'unknown-parameter'
  | 'bad-value'
  | 'unknown-run'
  | 'missing-program'
  | 'no-image'
  | 'bad-image'
  | 'refused'
  | 'agent-error'
  | 'unreadable'
  | 'exists'
  | 'no-space'
  | 'not-writable'
  | 'cancelled'
  | 'build-failed'
  | 'missing-sources';

/** A failure with one sentence on what failed and one on what to try. */
export class EngineError extends Error {
  constructor(
    readonly code: EngineErrorCode,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
    this.name = 'EngineError';
  }
}

/** Returns an error's system code (`ENOENT`, `ENOSPC`, ..), if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Suggests similar names for an unknown one, in one sentence. */
export function didYouMean(near: readonly string[]): string | undefined {
  if (near.length === 0) return undefined;
  return `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
}

/** Creates the failure of anything that was cancelled. */
export function cancellationError(): EngineError {
  return new EngineError('cancelled', 'Interrupted.');
}

export type TargetErrorCode =
  | 'missing-program'
  | 'busy'
  | 'bad-image'
  | 'start-failed'
  | 'deploy-failed'
  | 'flash-not-allowed'
  | 'halt-not-allowed'
  | 'no-agent'
  | 'agent-silent'
  | 'target-gone'
  | 'change-failed'
  | 'no-space'
  | 'cancelled';

/** A failure with one sentence on what failed and one on what to try. */
export class TargetError extends Error {
  constructor(
    readonly code: TargetErrorCode,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
    this.name = 'TargetError';
  }
}
