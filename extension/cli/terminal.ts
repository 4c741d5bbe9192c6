import { createInterface } from 'node:readline/promises';
import { visibleLine, visibleText } from '../base';

/** A command's output. What other people's text contains for a terminal is shown, and not obeyed. */
export interface Terminal {
  /** Writes to standard output; resolves when there is room for more. */
  out(text: string): Promise<void>;
  /** Prints a line for people on standard error; names with line breaks stay in it. */
  report(text: string): void;
  /** Shows a line that the next one replaces; without a terminal, only milestones are printed. */
  progress(text: string, isMilestone: boolean): void;
  /** The width of standard output; absent if that is not a terminal. */
  readonly columns?: number | undefined;
  /** Asks the user and returns the typed line; absent without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Reports whether the reader of standard output has closed it. */
  isOutputClosed(): boolean;
}

const clearLine = '\r\u001b[K';

/** Keeps tabs, by which programs align what they print. */
const oneLine = (text: string) => visibleText(text).replaceAll('\n', '\u240a');

/** The terminal of this process. */
export function processTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  let isClosed = false;
  let isProgressShown = false;
  let room: Promise<void> | undefined;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isClosed = true;
    stdout.emit('drain');
  });
  // A broken standard error cannot be reported anywhere.
  stderr.on('error', () => undefined);
  const clearProgress = () => {
    if (isProgressShown) stderr.write(clearLine);
    isProgressShown = false;
  };
  return {
    out: async (text) => {
      clearProgress();
      if (isClosed || stdout.write(visibleText(text))) return;
      // Many may wait, such as the answers to an agent that calls faster than it reads.
      room ??= new Promise<void>((resolve) => stdout.once('drain', resolve)).finally(() => {
        room = undefined;
      });
      await room;
    },
    report: (text) => {
      clearProgress();
      stderr.write(`${oneLine(text)}\n`);
    },
    progress: (given, isMilestone) => {
      const text = visibleLine(given);
      if (stderr.isTTY) {
        stderr.write(clearLine + text.slice(0, (stderr.columns || 80) - 1));
        isProgressShown = true;
      } else if (isMilestone) {
        stderr.write(`${text}\n`);
      }
    },
    get columns() {
      // A terminal of unknown width reports 0.
      return stdout.isTTY ? stdout.columns : undefined;
    },
    ask:
      stdin.isTTY && stderr.isTTY
        ? (question) => askLine(visibleText(question), { stdin, stderr })
        : undefined,
    isOutputClosed: () => isClosed,
  };
}

async function askLine(
  question: string,
  { stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>,
): Promise<string> {
  const reader = createInterface({ input: stdin, output: stderr });
  try {
    return await reader.question(question);
  } finally {
    reader.close();
  }
}
