import { createInterface } from 'node:readline/promises';

/** Where a command writes to. */
export interface Terminal {
  /** Writes to standard output; resolves when there is room for more. */
  out(text: string): Promise<void>;
  /** One message for people, on standard error. */
  say(text: string): void;
  /** A line that the next one replaces; where lines stay, only a milestone is shown. */
  progress(text: string, isMilestone: boolean): void;
  /** How wide standard output is; absent where it is no terminal. */
  readonly columns?: number | undefined;
  /** Asks whoever sits there, and gives the line that was typed; absent where nobody does. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** True once whoever read standard output has gone. */
  outputClosed(): boolean;
}

const clearLine = '\r\u001b[K';

/** The terminal of this process. */
export function processTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  let isClosed = false;
  let isProgressShown = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isClosed = true;
    stdout.emit('drain');
  });
  // Nobody is left to be told of a broken standard error.
  stderr.on('error', () => undefined);
  const clearProgress = () => {
    if (isProgressShown) stderr.write(clearLine);
    isProgressShown = false;
  };
  return {
    out: async (text) => {
      clearProgress();
      if (isClosed || stdout.write(text)) return;
      await new Promise<void>((resolve) => stdout.once('drain', resolve));
    },
    say: (text) => {
      clearProgress();
      stderr.write(`${text}\n`);
    },
    progress: (text, isMilestone) => {
      if (stderr.isTTY) {
        stderr.write(clearLine + text.slice(0, (stderr.columns || 80) - 1));
        isProgressShown = true;
      } else if (isMilestone) {
        stderr.write(`${text}\n`);
      }
    },
    get columns() {
      // A terminal that does not know its width says 0.
      return stdout.isTTY ? stdout.columns : undefined;
    },
    ask: stdin.isTTY && stderr.isTTY ? (question) => asked(question, { stdin, stderr }) : undefined,
    outputClosed: () => isClosed,
  };
}

async function asked(
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
