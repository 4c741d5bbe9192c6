import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { toFields, TargetError, type TargetErrorCode, toText } from '../../base';
import type { ChildEnd } from '../../host';
import type { BoardSetup } from '../setup';
import type { DrivenServer, ServerCause } from './server';

/** A server's output so far, from stdout and stderr. */
export interface ServerOutput {
  /** Called with every line from now on, and with those that came before. */
  watch(listener: (line: string) => void): void;
  /** Starts a new page: earlier output explains nothing that happens later. */
  turnPage(): void;
  lines(): readonly string[];
  /** Nothing more will come. */
  readonly ended: Promise<unknown>;
}

/** More than any server prints between its start and its failure. */
const KEPT_LINES = 400;
const LAST_WORDS = 3;
/** Recognised by a word, or by pyOCD's letters after its time. */
const ERROR = /\berror\b|\bfatal\b|\bfailed\b|^\d{7} [EC] /i;
const NOTE = /^(?:Info|Debug) ?:|^\d{7} [ID] /;

/**
 * Collects a server's lines. A line that has not ended yet counts as well: SEGGER's server writes
 * that it waits for a connection, and ends that line when there is one.
 */
export function collectOutput(streams: readonly Readable[]): ServerOutput {
  const listeners: ((line: string) => void)[] = [];
  let kept: string[] = [];
  const open = streams.map(() => '');
  const emit = (text: string) => {
    const line = text.trim();
    if (line !== '') listeners.forEach((listener) => listener(line));
    return line;
  };
  const lines = () => [...kept, ...open.map((text) => text.trim()).filter((text) => text !== '')];
  streams.forEach((stream, index) => {
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => {
        const pieces = `${open[index]}${text}`.split(/\r?\n/);
        open[index] = pieces.pop() ?? '';
        for (const line of pieces.map(emit))
          if (line !== '') kept = [...kept.slice(1 - KEPT_LINES), line];
        emit(open[index]);
      })
      // The guardian reports the server's end.
      .on('error', () => undefined);
  });
  return {
    watch: (listener) => {
      lines().forEach(listener);
      listeners.push(listener);
    },
    turnPage: () => {
      kept = [];
    },
    lines,
    ended: Promise.all(
      streams.map((stream) => new Promise<void>((resolve) => stream.once('close', resolve))),
    ),
  };
}

/** The first known cause in a server's lines. */
export function findCause(
  causes: readonly ServerCause[],
  lines: readonly string[],
): { readonly cause: ServerCause; readonly match: RegExpMatchArray } | undefined {
  for (const line of lines) {
    for (const cause of causes) {
      const match = line.match(cause.pattern);
      if (match !== null) return { cause, match };
    }
  }
  return undefined;
}

/** The failure that a known cause in a server's lines is. */
export function findServerFailure(
  causes: readonly ServerCause[],
  lines: readonly string[],
  board: BoardSetup,
): TargetError | undefined {
  const found = findCause(causes, lines);
  if (found === undefined) return undefined;
  const { cause, match } = found;
  return new TargetError(cause.code, cause.message(match, board), cause.hint(match, board));
}

/** The last lines of a server, for messages; errors first. */
export function lastWords(lines: readonly string[]): string {
  return lastErrors(lines) || joinLastLines(lines);
}

/** The last errors of a server; empty if there are none. */
export function lastErrors(lines: readonly string[]): string {
  return joinLastLines(lines.filter((line) => ERROR.test(line)));
}

/** As `lastWords`, of a server that has ended: notes of what went well explain nothing. */
function dyingWords(lines: readonly string[]): string {
  return lastWords(lines.filter((line) => !NOTE.test(line)));
}

const joinLastLines = (lines: readonly string[]) =>
  [...new Set(lines)].slice(-LAST_WORDS).join(' / ');

/** A server's connections break a moment before its end is reported. */
const END_REPORT_MS = 500;

/** The remedy for a broken connection. */
export const CONNECTION_HINT =
  'Check that the board is still powered and connected, then try again. A lower speed helps with long wires.';

/** Evidence for explaining a failure. */
export interface Witness {
  readonly board: BoardSetup;
  readonly server: Pick<DrivenServer, 'title' | 'causes' | 'connectionHint'>;
  /** Aborted, with the reason, when the server ends or on a cancel. */
  readonly life: AbortSignal;
  /** None of a server that was not started from here. */
  readonly output?: ServerOutput | undefined;
}

/** Why something failed: a cancellation, the server's end and its own words explain more than a broken connection. */
export async function explainServerFailure(
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
    words === '' ? (server.connectionHint ?? CONNECTION_HINT) : `${server.title} printed: ${words}`,
  );
}

/** Why the agent's channels are lost: they break first, whatever the reason is. */
export async function explainLoss(error: Error, witness: Witness): Promise<TargetError> {
  const better = await findReason(witness, 'target-gone');
  return (
    better ??
    explainServerFailure(error, witness, 'target-gone', 'The connection to the agent broke')
  );
}

/**
 * Finds the reason of a failure as far as it is known: the server's end, a cancellation, or the
 * server's own words.
 */
export async function findReason({ board, server, life, output }: Witness, code: TargetErrorCode) {
  const deadline = Date.now() + (output === undefined ? 0 : END_REPORT_MS);
  while (!life.aborted && Date.now() < deadline) await sleep(5);
  if (life.reason instanceof TargetError) return life.reason;
  const cause = findServerFailure(server.causes, output?.lines() ?? [], board);
  // A cause that keeps a server from starting can also end its work later.
  if (cause?.code !== 'start-failed' || code !== 'target-gone') return cause;
  return new TargetError(code, cause.message, cause.hint);
}

/** The failure that a server's end is. */
export function diagnoseServerEnd(
  { board, server, output }: Pick<Witness, 'board' | 'server' | 'output'>,
  { code, signal }: ChildEnd,
  when: 'start-failed' | 'target-gone',
): TargetError {
  const lines = output?.lines() ?? [];
  const cause = findServerFailure(server.causes, lines, board);
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
  const device = toText(toFields(server)['device']);
  return device === undefined ? '' : ` "${device}"`;
}

/** The failure of a debug port that answers, while the access port behind it refuses. */
export const NO_ACCESS = 'The debug port answers, but it gives no access to the core';
/** The most frequent reason of that. */
export const LOCKED_HINT =
  'The debug port may be locked by read-out protection, which on most chips ends only when the flash is erased.';

/** The usual remedy for an invisible probe on Linux. */
export const UDEV_HINT =
  'On Linux, a udev rule must allow its use: install the rules that come with the server, then plug it in again.';
