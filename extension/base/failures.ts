/** Failures by whose they are: the first group is wrong usage, the rest is the run's or the data's. */
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
  | 'build-failed';

/** A failure with a sentence that says what failed and one that says what to try. */
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

/** The system's code of an error (`ENOENT`, `ENOSPC`, ..), if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Says in one sentence which names come near an unknown one. */
export function didYouMean(near: readonly string[]): string | undefined {
  if (near.length === 0) return undefined;
  return `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
}

/** What everything that was interrupted fails with. */
export function cancelled(): EngineError {
  return new EngineError('cancelled', 'Interrupted.');
}

export type TargetErrorCode =
  | 'missing-program'
  | 'busy'
  | 'bad-image'
  | 'start-failed'
  | 'deploy-failed'
  | 'flash-not-allowed'
  | 'no-agent'
  | 'agent-silent'
  | 'target-gone'
  | 'change-failed'
  | 'no-space'
  | 'cancelled';

/** A failure with a sentence that says what failed and one that says what to try. */
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
