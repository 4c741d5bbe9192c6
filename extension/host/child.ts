import type { ChildProcess } from 'node:child_process';

/**
 * Resolves to a child's exit code once it has ended and its output is complete. A failure is reported only then,
 * too: a child that was stopped goes on writing for a moment, and what it writes to may be removed next.
 */
export function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    child.once('error', (error) => {
      failure = error;
      // One that was not started has no end.
      if (child.pid === undefined) reject(error);
    });
    child.once('close', (code) => (failure ? reject(failure) : resolve(code)));
  });
}
