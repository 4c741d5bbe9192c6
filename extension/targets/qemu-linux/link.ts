import { TargetError, type TargetLink } from '../target';
import type { Guest } from './guest';

interface Parts {
  /** Switches the board on with all the lines that it will carry out. */
  readonly start: (lines: readonly string[], onStream: (bytes: Uint8Array) => void) => Guest;
  readonly close: () => Promise<void>;
}

/**
 * The link to a board that takes no line while it runs: a byte that came in at the host's time would
 * make every run different. So all lines go with it when it is switched on, at the first of them,
 * and sending one of them only means to wait for its answer. A line that was not announced takes a
 * start of its own. Listen to the stream before the first line.
 */
export function createBoardLink({ start, close }: Parts): TargetLink {
  let announced: readonly string[] = [];
  let waiting: readonly string[] = [];
  let guest: Guest | undefined;
  let listener: (bytes: Uint8Array) => void = () => undefined;
  let closing: Promise<void> | undefined;

  const halt = async (reason: TargetError) => {
    const halted = guest;
    guest = undefined;
    waiting = [];
    await halted?.end(reason);
  };
  const boot = async (line: string) => {
    await halt(gone());
    waiting = announced[0] === line ? announced : [line];
    announced = [];
    guest = start(waiting, (bytes) => listener(bytes));
  };
  return {
    announce: (lines) => void (announced = lines),
    sendLine: async (line) => {
      if (closing !== undefined) throw gone();
      if (line === 'stop') {
        const cancelled = new TargetError('cancelled', 'Interrupted: the board was switched off.');
        await halt(cancelled);
        throw cancelled;
      }
      if (waiting.length === 0) await boot(line);
      const [next, ...rest] = waiting;
      if (next !== line) throw unexpected(line, next);
      waiting = rest;
    },
    nextLine: (timeoutMs) => (guest ? guest.lines.next(timeoutMs) : Promise.reject(gone())),
    onStream: (next) => void (listener = next),
    // Until the last line is answered the board goes on by itself, and its stream with it.
    drain: async () => {
      if (waiting.length === 0) await guest?.over;
    },
    stall: (milliseconds) => guest?.stall(milliseconds),
    pause: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    restart: () => halt(gone()),
    close: () => {
      closing ??= halt(gone()).then(close);
      return closing;
    },
  };
}

function gone(): TargetError {
  return new TargetError('target-gone', 'The board is switched off');
}

function unexpected(line: string, next = 'nothing'): TargetError {
  return new TargetError(
    'bad-image',
    `The board was switched on to carry out "${next}" next, not "${line}"`,
    'The image may not be what its manifest says: build it again.',
  );
}
