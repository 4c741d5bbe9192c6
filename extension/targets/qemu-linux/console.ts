/** The first serial port of a board: first the kernel's words, from a certain line on the agent's. */
export interface Console {
  push(line: string): void;
  /** The agent has been reached. */
  isReady(): boolean;
  /** The kernel's own words, which it has none of unless something is wrong. */
  words(): string | undefined;
}

/** What `/init` writes when everything after it is the agent's. */
const READY = 'cyclescope ready';
const KERNEL_STAMP = /^\[ *\d+\.\d+\] ?/;
const KEPT = 20;

/** Hands the agent's lines on, and keeps what the kernel said. */
export function createConsole(onLine: (line: string) => void): Console {
  let kernel: string[] = [];
  let isReady = false;
  return {
    push: (line) => {
      if (line === READY) isReady = true;
      else if (isReady && !KERNEL_STAMP.test(line)) onLine(line);
      else if (line.trim() !== '')
        kernel = [...kernel, line.replace(KERNEL_STAMP, '')].slice(-KEPT);
    },
    isReady: () => isReady,
    words: () => kernel.find((line) => /panic|not syncing/i.test(line)) ?? kernel.at(-1),
  };
}
