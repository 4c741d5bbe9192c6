import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf, TargetError, type TargetErrorCode, textOf } from '../../base';
import type { ChildEnd } from '../../host';
import type { BoardSetup } from '../setup';
import { causeOf, dyingWords, lastErrors, type ServerOutput } from './output';
import type { DrivenServer } from './server';

/** A server's connections break a moment before its end is reported. */
const END_REPORT_MS = 500;

/** The remedy for a broken connection. */
export const CONNECTION_HINT =
  'Check that the board is still powered and connected, then try again. A lower speed helps with long wires.';

/** Evidence for explaining a failure. */
export interface Witness {
  readonly board: BoardSetup;
  readonly server: Pick<DrivenServer, 'title' | 'causes'>;
  /** Aborted, with the reason, when the server ends or on a cancel. */
  readonly life: AbortSignal;
  /** None of a server that was not started from here. */
  readonly output?: ServerOutput | undefined;
}

/** Why something failed: a cancellation, the server's end and its own words explain more than a broken connection. */
export async function explain(
  error: unknown,
  witness: Witness,
  code: TargetErrorCode,
  what: string,
): Promise<TargetError> {
  if (error instanceof TargetError) return error;
  const better = await findReason(witness, code);
  if (better !== undefined) return better;
  const { server, output } = witness;
  const words = lastErrors(output?.lines() ?? []);
  return new TargetError(
    code,
    `${what}: ${error instanceof Error ? error.message : String(error)}`,
    words === '' ? CONNECTION_HINT : `${server.title} printed: ${words}`,
  );
}

/** Why the agent's channels are lost: they break first, whatever the reason is. */
export async function explainLoss(error: Error, witness: Witness): Promise<TargetError> {
  const better = await findReason(witness, 'target-gone');
  return better ?? explain(error, witness, 'target-gone', 'The connection to the agent broke');
}

/** What is known of a failure's reason: the end of the server, a cancellation, or words of the server. */
export async function findReason({ board, server, life, output }: Witness, code: TargetErrorCode) {
  const deadline = Date.now() + (output === undefined ? 0 : END_REPORT_MS);
  while (!life.aborted && Date.now() < deadline) await sleep(5);
  if (life.reason instanceof TargetError) return life.reason;
  const cause = causeOf(server.causes, output?.lines() ?? [], board);
  // What keeps a server from starting ends its work later on.
  if (cause?.code !== 'start-failed' || code !== 'target-gone') return cause;
  return new TargetError(code, cause.message, cause.hint);
}

/** The failure that a server's end is. */
export function endOf(
  { board, server, output }: Pick<Witness, 'board' | 'server' | 'output'>,
  { code, signal }: ChildEnd,
  when: 'start-failed' | 'target-gone',
): TargetError {
  const lines = output?.lines() ?? [];
  const cause = causeOf(server.causes, lines, board);
  if (cause !== undefined) return cause;
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  const words = signal === null ? dyingWords(lines) : lastErrors(lines);
  return new TargetError(
    when,
    `${server.title} ended ${how}${words === '' ? '' : `: ${words}`}`,
    when === 'start-failed' && signal === null
      ? `Check how it is started (${board.source}), and that the board is connected and powered.`
      : 'Someone ended it, or the probe was unplugged.',
  );
}

/** A probe's name inside a sentence, with a blank before it. */
export function nameOfProbe({ probe }: Pick<BoardSetup, 'probe'>): string {
  return probe === undefined ? '' : ` ${probe}`;
}

/** A device's name inside a sentence, in quotes and with a blank before it. */
export function nameOfDevice({ server }: Pick<BoardSetup, 'server'>): string {
  const device = textOf(fieldsOf(server)['device']);
  return device === undefined ? '' : ` "${device}"`;
}

/** The usual remedy for an invisible probe on Linux. */
export const UDEV_HINT =
  'On Linux, a udev rule must allow its use: install the rules that come with the server, then plug it in again.';
