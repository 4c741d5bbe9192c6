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
  /** An image from before a build that failed. */
  | 'old-image'
  | 'refused'
  | 'agent-error'
  | 'unreadable'
  | 'exists'
  | 'no-space'
  | 'not-writable'
  | 'cancelled'
  | 'build-failed';

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

/** Creates the failure of a file that cannot be read. */
export function unreadableError(path: string, error: unknown): EngineError {
  const code = systemCode(error);
  const reason = code ?? String(error);
  const hint = READ_HINTS.get(code ?? '') ?? 'Check the path and the disk that it is on.';
  return new EngineError('unreadable', `${path} cannot be read (${reason}).`, hint);
}

const NO_PERMISSION =
  "You may not read it: change the file's permissions, or name a copy that you can read.";

const READ_HINTS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'There is no such file: check the path.'],
  ['ENOTDIR', 'There is no such file: check the path.'],
  ['EISDIR', 'It is a folder: name a file.'],
  ['EACCES', NO_PERMISSION],
  ['EPERM', NO_PERMISSION],
]);

/** Suggests similar names for an unknown one, in one sentence. */
export function didYouMean(near: readonly string[]): string | undefined {
  if (near.length === 0) return undefined;
  return `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
}

/** Creates the failure of anything that was cancelled. */
export function cancellationError(): EngineError {
  return new EngineError('cancelled', 'Interrupted.');
}

/** Throws that failure once a signal is aborted, whose own error has no words for users. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancellationError();
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

/** The time that another program has for an answer, much longer than any takes: on a busy computer it may not run for seconds. */
export const LONGEST_ANSWER_MS = 20_000;
