import type { Readable } from 'node:stream';
import { TargetError } from '../../base';
import type { BoardSetup } from '../setup';
import type { ServerCause } from './server';

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
/** By word, or by pyOCD's letters behind its time. */
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
export function causeOf(
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
  return lastErrors(lines) || lastOf(lines);
}

/** The last errors of a server; empty if there are none. */
export function lastErrors(lines: readonly string[]): string {
  return lastOf(lines.filter((line) => ERROR.test(line)));
}

/** As `lastWords`, of a server that has ended: notes of what went well explain nothing. */
export function dyingWords(lines: readonly string[]): string {
  return lastWords(lines.filter((line) => !NOTE.test(line)));
}

const lastOf = (lines: readonly string[]) => [...new Set(lines)].slice(-LAST_WORDS).join(' / ');
