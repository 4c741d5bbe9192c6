import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError, type TargetErrorCode } from '../../base';
import type { ChildEnd } from '../../host';
import { lastWords, type QemuMachine } from './machines';

/** An emulator's connections break a moment before its end is reported. */
const END_REPORT_MS = 500;

/** Why something failed: the emulator's end or a cancellation explain more than a broken connection. */
export async function explain(
  error: unknown,
  life: AbortSignal,
  code: TargetErrorCode,
  what: string,
): Promise<TargetError> {
  if (error instanceof TargetError) return error;
  const deadline = Date.now() + END_REPORT_MS;
  while (!life.aborted && Date.now() < deadline) await sleep(5);
  if (life.reason instanceof TargetError) return life.reason;
  return new TargetError(
    code,
    `${what}: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** The failure that an emulator's end is. */
export function endOf(
  board: Pick<QemuMachine, 'program'>,
  end: ChildEnd,
  code: 'start-failed' | 'target-gone',
): TargetError {
  const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`;
  const words = lastWords(end.stderr);
  return new TargetError(
    code,
    `${board.program} ended ${how}${words === '' ? '' : `: ${words}`}`,
    hintFor(end, code),
  );
}

function hintFor(end: ChildEnd, code: 'start-failed' | 'target-gone'): string {
  // The RAM file takes its space when it is first written; that is how an emulator meets a full disk.
  if (end.signal === 'SIGBUS')
    return 'The folder of its memory file is full: free some space there.';
  if (code === 'start-failed') return 'Run `cyclescope doctor` to check the installation.';
  return 'The agent may have crashed, or someone ended the process.';
}
