import type { ChildEnd, ChildStreams } from '../guardian/guardian';
import type { TargetError } from '../target';

/** An agent that runs as a child process: lines on stdin and stderr, the stream on stdout. */
export interface AgentProcess {
  readonly streams: ChildStreams;
  /** Resolves when the process has ended, with the failure that this is for whoever still uses it. */
  readonly gone: Promise<TargetError>;
  end(): Promise<void>;
}

/** How a process came to its end, for messages. */
export function endText({ code, signal }: ChildEnd): string {
  return signal === null ? `with exit code ${code}` : `by ${signal}`;
}
